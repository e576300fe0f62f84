import { describe, expect, it } from 'vitest'
import { contactOf, flowsByOpportunity, opportunityOf } from './map.ts'
import { sortOpportunities } from './read/opportunities.ts'
import { contactsIn, leadsIn } from './read/contacts.ts'
import { contactRow, flowRow, opportunityRow } from './wire.ts'

const formatted = '@OData.Community.Display.V1.FormattedValue'
const logicalName = '@Microsoft.Dynamics.CRM.lookuplogicalname'
const [adaId, benId, dealId, companyId] = ['1', '2', '3', '4'].map((sign) => `${sign.repeat(8)}-0000-4000-8000-000000000001`)

const ada = {
  '@odata.etag': 'W/"72201545"',
  contactid: adaId,
  firstname: 'Ada',
  lastname: 'Berg',
  emailaddress1: 'ada@example.com',
  telephone1: null,
  mobilephone: '+1 202 555 0101',
  leadsourcecode: 8,
  [`leadsourcecode${formatted}`]: 'Web',
  _parentcustomerid_value: companyId,
  [`_parentcustomerid_value${formatted}`]: 'Berg & Co',
  [`_parentcustomerid_value${logicalName}`]: 'account',
  statecode: 0,
  statuscode: 1,
  [`statuscode${formatted}`]: 'Active',
  merged: false,
  createdon: '2026-03-01T09:00:00Z',
  modifiedon: '2026-03-02T09:00:00Z',
}
const settings = { settings: {} }

describe('A contact of Dynamics', () => {
  it('is mapped, with labels instead of option numbers', () => {
    expect(contactOf(contactRow.parse(ada), ada, {})).toMatchObject({
      externalId: adaId,
      phone: '+1 202 555 0101',
      company: 'Berg & Co',
      source: 'Web',
      createdAt: '2026-03-01T09:00:00.000Z',
      fields: { statuscode: 'Active', mobilephone: '+1 202 555 0101' },
      touches: [{ key: 'first', kind: 'form', source: 'Web' }],
    })
  })

  it('has a click if the customer has custom UTM attributes', () => {
    const raw = { ...ada, new_utmsource: 'google', cr1a2_utm_medium: 'cpc', new_gclid: 'abc' }
    expect(contactOf(contactRow.parse(raw), raw, {}).touches).toMatchObject([
      { key: 'first', kind: 'click', source: 'google', medium: 'cpc', clickId: 'abc', campaign: null },
    ])
  })

  it('that was merged, and a lead that was qualified, are replaced by another record', () => {
    const merged = { ...ada, merged: true, _masterid_value: benId, statecode: 1 }
    const merges = [{ from: adaId, into: benId }]
    const first = { key: 'first', kind: 'form', source: 'Web' }
    expect(contactsIn([merged], settings)).toMatchObject({ contacts: [{ touches: [first] }], merges })
    // Without touches there is nothing to move: only the merge is returned.
    const silent = { leadsourcecode: null, [`leadsourcecode${formatted}`]: null }
    expect(contactsIn([{ ...merged, ...silent }], settings)).toMatchObject({ contacts: [], merges })
    const { contactid: _, ...rest } = ada
    const lead = { ...rest, leadid: adaId, _parentcontactid_value: benId }
    expect(leadsIn([lead], settings)).toMatchObject({ contacts: [{ externalId: adaId }], merges: [] })
    expect(leadsIn([{ ...lead, statecode: 1 }], settings)).toMatchObject({ contacts: [{ touches: [first] }], merges })
    expect(leadsIn([{ ...lead, ...silent, statecode: 1 }], settings)).toMatchObject({ contacts: [], merges })
    // The master replaces a lead, regardless of its contact.
    const double = { ...lead, statecode: 2, merged: true, _masterid_value: dealId }
    expect(leadsIn([double], settings)).toMatchObject({
      contacts: [{ touches: [first] }],
      merges: [{ from: adaId, into: dealId }],
    })
  })

  it('is rejected alone when it is invalid [SYNC-06]', () => {
    const { contacts, rejected } = contactsIn([{ ...ada, createdon: 'yesterday' }, ada], settings)
    expect(contacts).toHaveLength(1)
    expect(rejected).toMatchObject([{ code: 'bad_shape', externalId: adaId }])
  })
})

const deal = {
  opportunityid: dealId,
  name: 'Roof',
  estimatedvalue: 1200.5,
  actualvalue: null,
  actualclosedate: '2026-04-01',
  stepname: '2-Develop',
  statecode: 2,
  statuscode: 4,
  [`statuscode${formatted}`]: 'Canceled',
  _parentcontactid_value: adaId,
  _customerid_value: companyId,
  [`_customerid_value${logicalName}`]: 'account',
  _transactioncurrencyid_value: benId,
  createdon: '2026-03-01T09:00:00Z',
  modifiedon: '2026-04-01T09:00:00Z',
}
const flow = (stage: string | undefined, statecode: number, startedon: string) =>
  flowRow.parse({
    _opportunityid_value: dealId,
    _processid_value: companyId,
    _activestageid_value: stage,
    activestagestartedon: startedon,
    statecode,
  })

describe('An opportunity of Dynamics', () => {
  it('is lost for the reason of Dynamics, in the stage of its process', () => {
    const context = { currencies: { [benId ?? '']: 'EUR' }, flow: flow(adaId, 0, '2026-03-05T00:00:00Z'), settings: {} }
    expect(opportunityOf(opportunityRow.parse(deal), deal, context)).toMatchObject({
      outcome: 'lost',
      outcomeReason: 'Canceled',
      amount: '1200.5',
      currency: 'EUR',
      pipelineId: companyId,
      stageId: adaId,
      stageSince: '2026-03-05T00:00:00.000Z',
      contactIds: [adaId],
      closedAt: '2026-04-01T00:00:00.000Z',
    })
  })

  it('is rejected when its amount is invalid, and rounded when it has too many decimals', () => {
    const third = { ...deal, estimatedvalue: 1666.6666666666667 }
    const { good, rejected } = sortOpportunities([{ ...deal, actualvalue: 1e21 }, third])
    const context = { currencies: {}, flow: undefined, settings: {} }
    expect(good.map(({ record, raw }) => opportunityOf(record, raw, context).amount)).toEqual(['1666.6667'])
    expect(rejected).toMatchObject([{ externalId: dealId, code: 'bad_amount' }])
  })

  it('is at its step if it has no process', () => {
    const context = { currencies: {}, flow: undefined, settings: {} }
    expect(opportunityOf(opportunityRow.parse(deal), deal, context)).toMatchObject({
      pipelineId: 'default',
      stageId: '2-Develop',
      currency: null,
    })
  })

  it('uses the active process', () => {
    const rows = [flow(adaId, 1, '2026-03-09T00:00:00Z'), flow(benId, 0, '2026-03-01T00:00:00Z')]
    expect(flowsByOpportunity(rows).get(dealId ?? '')?._activestageid_value).toBe(benId)
  })
})
