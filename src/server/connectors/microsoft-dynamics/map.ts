import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { finderOf, firstTouchOf, type Find } from '../kit/first-touch.ts'
import type { ContactRecord, FieldValue, OpportunityRecord, Outcome, PipelineRecord, TouchRecord } from '../kit/records.ts'
import { amountOf, currencyOf, instantOf, textOrNull } from '../kit/text.ts'
import type { FlowRow, LeadRow, OpportunityRow, ContactOrLeadRow, StageRow } from './wire.ts'

/** Without a process all opportunities are in one pipeline. */
export const defaultPipeline = 'default'

type Row = Readonly<Record<string, unknown>>

/** What users see: the label of an option, the name of a lookup. */
const shown = (row: Row, attribute: string): string | null =>
  textOrNull(row[`${attribute}@OData.Community.Display.V1.FormattedValue`]) ?? textOrNull(row[attribute])

const mapped = new Set(
  (
    'contactid leadid opportunityid firstname lastname emailaddress1 telephone1 companyname address1_city address1_stateorprovince ' +
    'address1_postalcode address1_country leadsourcecode createdon modifiedon versionnumber merged name estimatedvalue statecode isocurrencycode'
  ).split(' '),
)

/** All other short values, by the names of Dynamics; options as labels. */
const fieldsOf = (row: Row): Record<string, FieldValue> => {
  const fields: Record<string, FieldValue> = {}
  for (const [name, value] of Object.entries(row)) {
    if (name.includes('@') || name.startsWith('_') || mapped.has(name)) continue
    if (typeof value === 'boolean') fields[name] = value
    else if (typeof value === 'number')
      fields[name] = textOrNull(row[`${name}@OData.Community.Display.V1.FormattedValue`]) ?? value
    else if (typeof value === 'string' && value !== '') fields[name] = value
  }
  return fields
}

/** Custom attributes are found without their publisher prefix: `new_utmsource`, `cr1a2_UTM_Source`. */
const finderIn = (row: Row): Find => {
  const own = Object.entries(row).filter(([name]) => name.includes('_') && !name.startsWith('_') && !name.includes('@'))
  return finderOf(own.map(([name, value]) => [name.replace(/^[a-z0-9]+_/i, ''), value] as const))
}

/** Source values of Dynamics that imply a kind of touch. */
const kinds: Readonly<Record<string, TouchRecord['kind']>> = { web: 'form', seminar: 'offline', 'trade show': 'offline' }

const touchesOf = (row: ContactOrLeadRow): TouchRecord[] =>
  firstTouchOf({ at: instantOf(row.createdon), find: finderIn(row), word: shown(row, 'leadsourcecode'), kinds })

const sourceOf = (row: Row, { source_field: chosen = 'leadsourcecode' }: SyncSettings): string | null =>
  shown(row, chosen in row ? chosen : 'leadsourcecode')

interface ContactParts {
  id: string
  company: string | null
  raw: unknown
  settings: SyncSettings
}

const contactRecordOf = (row: ContactOrLeadRow, { id, company, raw, settings }: ContactParts): ContactRecord => ({
  externalId: id,
  firstName: textOrNull(row.firstname),
  lastName: textOrNull(row.lastname),
  email: textOrNull(row.emailaddress1),
  phone: textOrNull(row.telephone1) ?? textOrNull(row.mobilephone),
  company,
  city: textOrNull(row.address1_city),
  region: textOrNull(row.address1_stateorprovince),
  postalCode: textOrNull(row.address1_postalcode),
  country: textOrNull(row.address1_country),
  source: sourceOf(row, settings),
  ownerId: textOrNull(row._ownerid_value),
  tags: [],
  fields: fieldsOf(row),
  createdAt: instantOf(row.createdon),
  updatedAt: instantOf(row.modifiedon),
  touches: touchesOf(row),
  raw,
})

/** The customer of a contact may be a company or another contact. */
const companyOf = (row: Row): string | null =>
  row['_parentcustomerid_value@Microsoft.Dynamics.CRM.lookuplogicalname'] === 'account'
    ? shown(row, '_parentcustomerid_value')
    : null

export const contactOf = (row: ContactOrLeadRow & { contactid: string }, raw: unknown, settings: SyncSettings): ContactRecord =>
  contactRecordOf(row, { id: row.contactid, company: companyOf(row), raw, settings })

export const leadOf = (row: LeadRow, raw: unknown, settings: SyncSettings): ContactRecord =>
  contactRecordOf(row, { id: row.leadid, company: textOrNull(row.companyname), raw, settings })

const outcomes: Readonly<Record<number, Outcome>> = { 1: 'won', 2: 'lost' }

/** The process of an opportunity: an active one before a finished one, the latest of them. */
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
    : { pipelineId: defaultPipeline, stageId: textOrNull(row.stepname), stageSince: null }

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
    name: textOrNull(row.name),
    amount: amountOf(row.actualvalue, currency) ?? amountOf(row.estimatedvalue, currency),
    currency,
    ...stageOf(row, flow),
    outcome,
    outcomeReason: outcome === 'lost' ? textOrNull(row['statuscode@OData.Community.Display.V1.FormattedValue']) : null,
    ownerId: textOrNull(row._ownerid_value),
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
      name: textOrNull(row.stagename) ?? row.processstageid,
      order: index,
      outcome: 'open' as const,
    })),
})
