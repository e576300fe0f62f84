import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { finderOf, firstTouchOf, type Find } from '../kit/first-touch.ts'
import type {
  ContactRecord,
  FieldValue,
  OpportunityRecord,
  Outcome,
  PipelineRecord,
  StageEntry,
  TouchRecord,
} from '../kit/records.ts'
import type { Session } from '../kit/access.ts'
import { amountOf, currencyOf, instantOf, textOrNull, startOfDay } from '../kit/text.ts'
import type { ContactRow, HistoryRow, LeadRow, OpportunityRow, StageRow } from './wire.ts'

/** The pipeline of opportunities without a record type. */
export const defaultPipeline = 'default'

type Row = Readonly<Record<string, unknown>>

/** All other short values, by Salesforce's own names. */
const fieldsOf = (row: Row, mapped: readonly string[]): Record<string, FieldValue> => {
  const fields: Record<string, FieldValue> = {}
  for (const [name, value] of Object.entries(row)) {
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (isScalar && value !== '' && !mapped.includes(name)) fields[name] = value
  }
  return fields
}

/** Custom fields are found without their suffix: `UTM_Source__c`. */
const finderIn = (row: Row): Find =>
  finderOf(Object.entries(row).flatMap(([name, value]) => (/__c$/i.test(name) ? [[name.slice(0, -3), value] as const] : [])))

/** Lead sources of Salesforce that imply a kind of touch. */
const kinds: Readonly<Record<string, TouchRecord['kind']>> = {
  web: 'form',
  'web form': 'form',
  'phone inquiry': 'call',
  phone: 'call',
  'trade show': 'offline',
  seminar: 'offline',
  event: 'offline',
  email: 'mail',
}

const touchesOf = (row: ContactRow | LeadRow): TouchRecord[] =>
  firstTouchOf({ at: instantOf(row.CreatedDate), find: finderIn(row), word: textOrNull(row.LeadSource), kinds })

const mapped = {
  common: 'Id FirstName LastName Email Phone LeadSource OwnerId CreatedDate SystemModstamp LastModifiedDate'.split(' '),
  contact: 'MailingCity MailingState MailingPostalCode MailingCountry'.split(' '),
  lead: 'Company City State PostalCode Country'.split(' '),
  opportunity:
    'Id Name StageName Amount CurrencyIsoCode IsClosed IsWon LeadSource OwnerId RecordTypeId ContactId CreatedDate SystemModstamp LastModifiedDate LastStageChangeDate'.split(
      ' ',
    ),
}

/** The chosen field, on records that have it. */
const sourceOf = (row: Row, { source_field: chosen = 'LeadSource' }: SyncSettings): string | null =>
  textOrNull(row[chosen in row ? chosen : 'LeadSource'])

const shared = (row: ContactRow | LeadRow, raw: unknown, settings: SyncSettings) => ({
  externalId: row.Id,
  firstName: textOrNull(row.FirstName),
  lastName: textOrNull(row.LastName),
  email: textOrNull(row.Email),
  phone: textOrNull(row.Phone) ?? textOrNull(row.MobilePhone),
  source: sourceOf(row, settings),
  ownerId: textOrNull(row.OwnerId),
  tags: [],
  createdAt: instantOf(row.CreatedDate),
  updatedAt: instantOf(row.SystemModstamp),
  touches: touchesOf(row),
  raw,
})

export const contactOf = (row: ContactRow, raw: unknown, settings: SyncSettings): ContactRecord => ({
  ...shared(row, raw, settings),
  company: textOrNull(row.Account?.Name),
  city: textOrNull(row.MailingCity),
  region: textOrNull(row.MailingState),
  postalCode: textOrNull(row.MailingPostalCode),
  country: textOrNull(row.MailingCountry),
  fields: fieldsOf(row, [...mapped.common, ...mapped.contact]),
})

/** What Salesforce itself writes if a lead's company is unknown. */
const noCompany = '[not provided]'

export const leadOf = (row: LeadRow, raw: unknown, settings: SyncSettings): ContactRecord => ({
  ...shared(row, raw, settings),
  company: row.Company === noCompany ? null : textOrNull(row.Company),
  city: textOrNull(row.City),
  region: textOrNull(row.State),
  postalCode: textOrNull(row.PostalCode),
  country: textOrNull(row.Country),
  fields: fieldsOf(row, [...mapped.common, ...mapped.lead]),
})

const outcomeOf = ({
  IsClosed,
  IsWon,
}: {
  IsClosed?: boolean | null | undefined
  IsWon?: boolean | null | undefined
}): Outcome => {
  if (IsWon === true) return 'won'
  return IsClosed === true ? 'lost' : 'open'
}

const contactIdsOf = ({ OpportunityContactRoles: roles, ContactId }: OpportunityRow): string[] => {
  const ids = (isPrimary: boolean) =>
    (roles?.records ?? []).filter((role) => (role.IsPrimary === true) === isPrimary).map((role) => role.ContactId)
  const all = [...ids(true), ...ids(false)].filter((id): id is string => typeof id === 'string')
  return all.length > 0 ? [...new Set(all)] : ContactId ? [ContactId] : []
}

export const opportunityOf = (
  row: OpportunityRow,
  raw: unknown,
  { settings, account }: Pick<Session, 'settings' | 'account'>,
): OpportunityRecord => {
  const outcome = outcomeOf(row)
  const createdAt = instantOf(row.CreatedDate)
  return {
    externalId: row.Id,
    name: textOrNull(row.Name),
    amount: amountOf(row.Amount, currencyOf(row.CurrencyIsoCode)),
    currency: currencyOf(row.CurrencyIsoCode),
    pipelineId: row.RecordTypeId ?? defaultPipeline,
    stageId: textOrNull(row.StageName),
    outcome,
    outcomeReason: null,
    ownerId: textOrNull(row.OwnerId),
    source: sourceOf(row, settings),
    contactIds: contactIdsOf(row),
    createdAt,
    updatedAt: instantOf(row.SystemModstamp),
    // Open ones have a close date as well, which is only an estimate.
    closedAt: outcome === 'open' ? null : startOfDay(row.CloseDate, account.facts['zone'] ?? 'UTC'),
    // Empty until the stage changes for the first time.
    stageSince: row.LastStageChangeDate === undefined ? null : (instantOf(row.LastStageChangeDate) ?? createdAt),
    fields: fieldsOf(row, mapped.opportunity),
    raw,
  }
}

/** The history also contains new amounts and dates: only rows with another stage than the one before are steps. */
export const stepsOf = (rows: readonly HistoryRow[], before: { opportunityId: string; stageId: string } | null) => {
  const steps: (StageEntry & { opportunityId: string })[] = []
  let last = before
  for (const row of rows) {
    const at = instantOf(row.CreatedDate)
    const isSame = last?.opportunityId === row.OpportunityId && last.stageId === row.StageName
    last = { opportunityId: row.OpportunityId, stageId: row.StageName }
    if (!isSame && at !== null) steps.push({ ...last, pipelineId: row.Opportunity?.RecordTypeId ?? defaultPipeline, at })
  }
  return { steps, last }
}

interface Way {
  id: string
  name: string
  /** Null: all stages. */
  stages: ReadonlySet<string> | null
}

/** Inactive values are still needed for the history. */
export const isActive = ({ IsActive }: { IsActive?: boolean | null | undefined }): boolean => IsActive !== false

/** Retired stages come last. Salesforce does not say which record types they belonged to, so all of them have them. */
export const pipelineOf = ({ id, name, stages }: Way, order: number, rows: readonly StageRow[]): PipelineRecord => {
  const isIn = (row: StageRow, stageId: string): boolean =>
    stages === null || !isActive(row) || stages.has(stageId) || stages.has(row.MasterLabel)
  const byId = new Map<string, StageRow>()
  const sorted = rows.toSorted((a, b) => (a.SortOrder ?? 0) - (b.SortOrder ?? 0))
  for (const row of [...sorted.filter(isActive), ...sorted.filter((one) => !isActive(one))]) {
    const stageId = row.ApiName ?? row.MasterLabel
    if (isIn(row, stageId) && !byId.has(stageId)) byId.set(stageId, row)
  }
  return {
    externalId: id,
    name,
    order,
    stages: [...byId].map(([stageId, row], index) => ({
      externalId: stageId,
      name: row.MasterLabel,
      order: index,
      outcome: outcomeOf(row),
    })),
  }
}
