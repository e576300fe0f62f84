import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { finderOf, firstTouchOf, type Find } from '../kit/first-touch.ts'
import type { ContactRecord, FieldValue, OpportunityRecord, Outcome, PipelineRecord, TouchRecord } from '../kit/records.ts'
import { amountOf, currencyOf, instantOf, said } from '../kit/text.ts'
import type { FlowRow, LeadRow, OpportunityRow, ContactOrLeadRow, StageRow } from './wire.ts'

/** Where there is no process, all opportunities go one way. */
export const defaultPipeline = 'default'

type Row = Readonly<Record<string, unknown>>

/** What a person sees: the word of an option, the name behind a lookup. */
const shown = (row: Row, attribute: string): string | null =>
  said(row[`${attribute}@OData.Community.Display.V1.FormattedValue`]) ?? said(row[attribute])

const told = new Set(
  (
    'contactid leadid opportunityid firstname lastname emailaddress1 telephone1 companyname address1_city address1_stateorprovince ' +
    'address1_postalcode address1_country leadsourcecode createdon modifiedon versionnumber merged name estimatedvalue statecode isocurrencycode'
  ).split(' '),
)

/** Everything short that is not told elsewhere, by the names of Dynamics; options in words. */
const fieldsOf = (row: Row): Record<string, FieldValue> => {
  const fields: Record<string, FieldValue> = {}
  for (const [name, value] of Object.entries(row)) {
    if (name.includes('@') || name.startsWith('_') || told.has(name)) continue
    if (typeof value === 'boolean') fields[name] = value
    else if (typeof value === 'number') fields[name] = said(row[`${name}@OData.Community.Display.V1.FormattedValue`]) ?? value
    else if (typeof value === 'string' && value !== '') fields[name] = value
  }
  return fields
}

/** Customers' own attributes are found without the name of whoever made them: `new_utmsource`, `cr1a2_UTM_Source`. */
const finderIn = (row: Row): Find => {
  const own = Object.entries(row).filter(([name]) => name.includes('_') && !name.startsWith('_') && !name.includes('@'))
  return finderOf(own.map(([name, value]) => [name.replace(/^[a-z0-9]+_/i, ''), value] as const))
}

/** Words that Dynamics offers for where somebody came from and that say how they did. */
const kinds: Readonly<Record<string, TouchRecord['kind']>> = { web: 'form', seminar: 'offline', 'trade show': 'offline' }

const touchesOf = (row: ContactOrLeadRow): TouchRecord[] =>
  firstTouchOf({ at: instantOf(row.createdon), find: finderIn(row), word: shown(row, 'leadsourcecode'), kinds })

const sourceOf = (row: Row, { source_field: chosen = 'leadsourcecode' }: SyncSettings): string | null =>
  shown(row, chosen in row ? chosen : 'leadsourcecode')

interface Person {
  id: string
  company: string | null
  raw: unknown
  settings: SyncSettings
}

const personOf = (row: ContactOrLeadRow, { id, company, raw, settings }: Person): ContactRecord => ({
  externalId: id,
  firstName: said(row.firstname),
  lastName: said(row.lastname),
  email: said(row.emailaddress1),
  phone: said(row.telephone1) ?? said(row.mobilephone),
  company,
  city: said(row.address1_city),
  region: said(row.address1_stateorprovince),
  postalCode: said(row.address1_postalcode),
  country: said(row.address1_country),
  source: sourceOf(row, settings),
  ownerId: said(row._ownerid_value),
  tags: [],
  fields: fieldsOf(row),
  createdAt: instantOf(row.createdon),
  updatedAt: instantOf(row.modifiedon),
  touches: touchesOf(row),
  raw,
})

/** The customer behind a contact may be a company or another contact. */
const companyOf = (row: Row): string | null =>
  row['_parentcustomerid_value@Microsoft.Dynamics.CRM.lookuplogicalname'] === 'account'
    ? shown(row, '_parentcustomerid_value')
    : null

export const contactOf = (row: ContactOrLeadRow & { contactid: string }, raw: unknown, settings: SyncSettings): ContactRecord =>
  personOf(row, { id: row.contactid, company: companyOf(row), raw, settings })

export const leadOf = (row: LeadRow, raw: unknown, settings: SyncSettings): ContactRecord =>
  personOf(row, { id: row.leadid, company: said(row.companyname), raw, settings })

const outcomes: Readonly<Record<number, Outcome>> = { 1: 'won', 2: 'lost' }

/** The process that an opportunity is in: one that still runs before one that does not, the latest of them. */
export const flowsByOpportunity = (rows: readonly FlowRow[]): Map<string, FlowRow> => {
  const rank = (row: FlowRow): string => `${row.statecode === 0 ? 1 : 0} ${instantOf(row.activestagestartedon) ?? ''}`
  const byId = new Map<string, FlowRow>()
  for (const row of rows) {
    const id = row._opportunityid_value
    if (!id) continue
    const other = byId.get(id)
    if (!other || rank(row) > rank(other)) byId.set(id, row)
  }
  return byId
}

const contactIdsOf = (row: OpportunityRow): string[] => {
  const customer = row['_customerid_value@Microsoft.Dynamics.CRM.lookuplogicalname'] === 'contact' ? row._customerid_value : null
  const ids = [row._parentcontactid_value, customer].filter((id): id is string => typeof id === 'string')
  return [...new Set(ids)]
}

const stageOf = (row: OpportunityRow, flow: FlowRow | undefined) =>
  flow?._activestageid_value
    ? {
        pipelineId: flow._processid_value ?? null,
        stageId: flow._activestageid_value,
        stageSince: instantOf(flow.activestagestartedon),
      }
    : { pipelineId: defaultPipeline, stageId: said(row.stepname), stageSince: null }

interface OpportunityContext {
  /** ISO codes by the ids of currencies. */
  currencies: Readonly<Record<string, string>>
  flow: FlowRow | undefined
  settings: SyncSettings
}

export const opportunityOf = (
  row: OpportunityRow,
  raw: unknown,
  { currencies, flow, settings }: OpportunityContext,
): OpportunityRecord => {
  const outcome = outcomes[row.statecode] ?? 'open'
  const currency = currencyOf(currencies[row._transactioncurrencyid_value ?? ''] ?? row['isocurrencycode'])
  return {
    externalId: row.opportunityid,
    name: said(row.name),
    amount: amountOf(row.actualvalue, currency) ?? amountOf(row.estimatedvalue, currency),
    currency,
    ...stageOf(row, flow),
    outcome,
    outcomeReason: outcome === 'lost' ? said(row['statuscode@OData.Community.Display.V1.FormattedValue']) : null,
    ownerId: said(row._ownerid_value),
    source: settings.source_field === undefined ? null : shown(row, settings.source_field),
    contactIds: contactIdsOf(row),
    createdAt: instantOf(row.createdon),
    updatedAt: instantOf(row.modifiedon),
    closedAt: outcome === 'open' ? null : instantOf(row.actualclosedate),
    fields: fieldsOf(row),
    raw,
  }
}

/** Won and lost are states of an opportunity, not stages of its process. */
export const pipelineOf = (process: { id: string; name: string }, order: number, rows: readonly StageRow[]): PipelineRecord => ({
  externalId: process.id,
  name: process.name,
  order,
  stages: rows
    .filter((row) => row._processid_value === process.id)
    .toSorted((a, b) => (a.stagecategory ?? 99) - (b.stagecategory ?? 99))
    .map((row, index) => ({
      externalId: row.processstageid,
      name: said(row.stagename) ?? row.processstageid,
      order: index,
      outcome: 'open' as const,
    })),
})
