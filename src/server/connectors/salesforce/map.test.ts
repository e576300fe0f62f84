import { describe, expect, it } from 'vitest'
import { contactOf, opportunityOf, pipelineOf, stepsOf } from './map.ts'
import { opportunitiesIn } from './opportunities.ts'
import { contactsIn, leadsIn } from './contacts.ts'
import { contactRow, historyRow, opportunityRow, stageRow } from './wire.ts'

const ada = {
  attributes: { type: 'Contact', url: '/services/data/v66.0/sobjects/Contact/003000000000001AAA' },
  Id: '003000000000001AAA',
  FirstName: 'Ada',
  LastName: 'Berg',
  Email: 'ada@example.com',
  Phone: null,
  MobilePhone: '+1 202 555 0101',
  Account: { attributes: {}, Name: 'Berg & Co' },
  MailingCity: 'Austin',
  LeadSource: 'Web',
  OwnerId: '005000000000001AAA',
  HasOptedOutOfEmail: false,
  CreatedDate: '2026-03-01T09:00:00.000+0000',
  SystemModstamp: '2026-03-02T09:00:00.000+0000',
}
const settings = { settings: {} }
const source = (facts: Record<string, string> = {}) => ({
  settings: {},
  account: { hubId: '00D', name: 'Harbour Homes', url: null, managerAccount: null, managerAccountId: null, facts },
})

describe('A contact of Salesforce', () => {
  it('is mapped, with times in UTC and a mobile number if there is no other', () => {
    expect(contactOf(contactRow.parse(ada), ada, {})).toMatchObject({
      externalId: '003000000000001AAA',
      firstName: 'Ada',
      phone: '+1 202 555 0101',
      company: 'Berg & Co',
      source: 'Web',
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-02T09:00:00.000Z',
      fields: { HasOptedOutOfEmail: false, MobilePhone: '+1 202 555 0101' },
      touches: [{ key: 'first', kind: 'form', source: 'Web' }],
      raw: ada,
    })
  })

  it('has a click if the organization has custom UTM fields', () => {
    const raw = {
      ...ada,
      UTM_Source__c: 'google',
      utm_medium__c: 'cpc',
      GCLID__c: 'abc',
      Landing_Page__c: 'https://x.example/?utm_campaign=spring',
    }
    expect(contactOf(contactRow.parse(raw), raw, {}).touches).toEqual([
      {
        key: 'first',
        at: '2026-03-01T09:00:00.000Z',
        kind: 'click',
        source: 'google',
        medium: 'cpc',
        campaign: 'spring',
        clickId: 'abc',
        landingUrl: 'https://x.example/?utm_campaign=spring',
        referrer: null,
      },
    ])
  })

  it('has no touch without evidence', () => {
    const raw = { ...ada, LeadSource: 'Other' }
    expect(contactOf(contactRow.parse(raw), raw, {}).touches).toEqual([])
  })

  it('takes its source from the chosen field', () => {
    const raw = { ...ada, Channel__c: 'Fair' }
    expect(contactOf(contactRow.parse(raw), raw, { source_field: 'Channel__c' }).source).toBe('Fair')
  })

  it('is rejected alone when it is invalid [SYNC-06]', () => {
    const { contacts, rejected } = contactsIn([{ ...ada, Email: 7 }, ada], settings)
    expect(contacts).toHaveLength(1)
    expect(rejected).toMatchObject([{ code: 'bad_shape', externalId: ada.Id }])
  })

  it('replaces the lead that was converted into it', () => {
    const lead = { ...ada, Id: '00Q000000000001AAA', IsConverted: true, ConvertedContactId: ada.Id }
    const merges = [{ from: '00Q000000000001AAA', into: ada.Id, at: '2026-03-02T09:00:00.000Z' }]
    const first = { key: 'first', kind: 'form', source: 'Web' }
    expect(leadsIn([lead], settings)).toMatchObject({ contacts: [{ externalId: lead.Id, touches: [first] }], merges })
    // Without touches there is nothing to move: only the merge is returned.
    expect(leadsIn([{ ...lead, LeadSource: null }], settings)).toMatchObject({ contacts: [], merges })
  })
})

const deal = {
  Id: '006000000000001AAA',
  Name: 'Roof',
  StageName: 'Closed Lost',
  Amount: 1234.5,
  CloseDate: '2026-04-01',
  IsClosed: true,
  IsWon: false,
  ContactId: '003000000000009AAA',
  CreatedDate: '2026-03-01T09:00:00.000+0000',
  SystemModstamp: '2026-04-01T09:00:00.000+0000',
  LastStageChangeDate: null,
}

describe('An opportunity of Salesforce', () => {
  it('is lost when it is closed and not won, and has no currency if the organization has only one', () => {
    expect(opportunityOf(opportunityRow.parse(deal), deal, source())).toMatchObject({
      outcome: 'lost',
      amount: '1234.5',
      currency: null,
      pipelineId: 'default',
      stageId: 'Closed Lost',
      contactIds: ['003000000000009AAA'],
      closedAt: '2026-04-01T00:00:00.000Z',
      stageSince: '2026-03-01T09:00:00.000Z',
    })
  })

  it("was closed when its day began in the organization's time zone", () => {
    const closedIn = (zone: string) => opportunityOf(opportunityRow.parse(deal), deal, source({ zone })).closedAt
    expect(closedIn('America/New_York')).toBe('2026-04-01T04:00:00.000Z')
    expect(closedIn('Australia/Sydney')).toBe('2026-03-31T13:00:00.000Z')
  })

  it('is rejected when its amount is invalid, and rounded when it has too many decimals', () => {
    const third = { ...deal, Id: '006000000000002AAA', Amount: 1666.6666666666667 }
    const { opportunities, rejected } = opportunitiesIn([{ ...deal, Amount: 1e21 }, third], source())
    expect(opportunities?.map(({ amount }) => amount)).toEqual(['1666.6667'])
    expect(rejected).toMatchObject([{ externalId: deal.Id, code: 'bad_amount', object: 'opportunity' }])
  })

  it('names the primary contact first', () => {
    const records = [
      { ContactId: '003000000000001AAA', IsPrimary: false },
      { ContactId: '003000000000002AAA', IsPrimary: true },
    ]
    const raw = { ...deal, IsClosed: false, OpportunityContactRoles: { records } }
    expect(opportunityOf(opportunityRow.parse(raw), raw, source())).toMatchObject({
      contactIds: ['003000000000002AAA', '003000000000001AAA'],
      closedAt: null,
    })
  })

  it('has a step only if the stage differs from the one before', () => {
    const row = (OpportunityId: string, StageName: string, day: number) =>
      historyRow.parse({ Id: '008000000000001AAA', OpportunityId, StageName, CreatedDate: `2026-03-0${day}T00:00:00.000+0000` })
    const one = '006000000000001AAA'
    const rows = [row(one, 'New', 1), row(one, 'New', 2), row(one, 'Offer', 3), row('006000000000002AAA', 'Offer', 1)]
    const { steps, last } = stepsOf(rows, { opportunityId: one, stageId: 'New' })
    expect(steps.map(({ opportunityId, stageId }) => [opportunityId, stageId])).toEqual([
      [one, 'Offer'],
      ['006000000000002AAA', 'Offer'],
    ])
    expect(last).toEqual({ opportunityId: '006000000000002AAA', stageId: 'Offer' })
  })
})

describe('A record type of Salesforce', () => {
  it('is a pipeline with its allowed stages, in their order', () => {
    const stages = [
      stageRow.parse({ ApiName: 'won', MasterLabel: 'Closed Won', SortOrder: 3, IsClosed: true, IsWon: true }),
      stageRow.parse({ ApiName: null, MasterLabel: 'New', SortOrder: 1 }),
      stageRow.parse({ ApiName: 'offer', MasterLabel: 'Offer', SortOrder: 2 }),
    ]
    expect(pipelineOf({ id: '012', name: 'Sales', stages: new Set(['won', 'New']) }, 0, stages).stages).toEqual([
      { externalId: 'New', name: 'New', order: 0, outcome: 'open' },
      { externalId: 'won', name: 'Closed Won', order: 1, outcome: 'won' },
    ])
  })

  it('keeps retired stages after the others, with their outcome, unless a new stage has the same name', () => {
    const stages = [
      stageRow.parse({ ApiName: 'Signed', MasterLabel: 'Signed', SortOrder: 1, IsActive: false, IsClosed: true, IsWon: true }),
      stageRow.parse({ ApiName: 'Offer', MasterLabel: 'Old offer', SortOrder: 2, IsActive: false }),
      stageRow.parse({ ApiName: 'Dropped', MasterLabel: 'Dropped', SortOrder: 3, IsActive: false, IsClosed: true, IsWon: false }),
      stageRow.parse({ ApiName: 'Offer', MasterLabel: 'Offer', SortOrder: 4, IsActive: true }),
      stageRow.parse({ ApiName: 'Due', MasterLabel: 'Due', SortOrder: 5, IsActive: true }),
    ]
    expect(pipelineOf({ id: '012', name: 'Sales', stages: new Set(['Offer']) }, 0, stages).stages).toEqual([
      { externalId: 'Offer', name: 'Offer', order: 0, outcome: 'open' },
      { externalId: 'Signed', name: 'Signed', order: 1, outcome: 'won' },
      { externalId: 'Dropped', name: 'Dropped', order: 2, outcome: 'lost' },
    ])
  })
})
