import type { ConnectionComment, CriteriaVersion } from '#contract/connections/agreements.ts'
import { changeText } from '#contract/criteria/compare/change-text.ts'
import { compareCriteria } from '#contract/criteria/compare/compare.ts'
import type { Criteria } from '#contract/criteria/criteria.ts'
import { fieldLabel, fieldsOf } from '#contract/criteria/fields.ts'
import type { NamedField, Names } from '#contract/criteria/sentence/words.ts'
import type { AccountType } from '#contract/users/permissions.ts'
import type { Row } from '#server/platform/db/scope.ts'
import { iso, sideOf, type ConnectionRow } from '../model.ts'
import type { VersionRow } from './queries.ts'
import { textOf } from './text.ts'

export const criteriaOf = (row: VersionRow): Criteria => row.criteria as unknown as Criteria

/** A name that a user typed to confirm something. */
export const asTyped = (text: string): string => text.normalize('NFC').trim()

export const namesOf = (row: VersionRow): Names => row.names as unknown as Names

/** For users of the account with this side of the connection: the agency gets no ids of the company's records. */
const namesFor = (row: VersionRow, side: AccountType): Names => ({ ...namesOf(row), hidesRecords: side === 'AGENCY' })

/** What is only in the older version has its names there. */
const namesOfBoth = (before: VersionRow, row: VersionRow, side: AccountType): Names => {
  const [older, newer] = [namesOf(before), namesFor(row, side)]
  const both = (kind: NamedField) => ({ ...older[kind], ...newer[kind] })
  return {
    ...newer,
    pipeline: both('pipeline'),
    stage: both('stage'),
    list: both('list'),
    owner: both('owner'),
    integration: both('integration'),
  }
}

/** What changed since an earlier version. */
export const changesOf = (
  connection: ConnectionRow,
  { row, before }: Pick<Shown, 'row' | 'before'>,
): CriteriaVersion['changes'] => {
  if (!before) return []
  const names = namesOfBoth(before, row, sideOf(connection))
  const { changes } = compareCriteria(criteriaOf(before), criteriaOf(row))
  return changes.map((change) => ({ kind: change.kind, text: changeText(change, names) }))
}

const comparedTo = (connection: ConnectionRow, { row, before }: Pick<Shown, 'row' | 'before'>) => ({
  comparedWith: before?.version ?? null,
  changes: changesOf(connection, { row, before }),
})

type UserNames = ReadonlyMap<string, string>

interface Shown {
  row: VersionRow
  before: VersionRow | undefined
  /** Instead of the numbers that were counted, where these would tell too much. */
  told?: Pick<CriteriaVersion, 'contacts' | 'opportunities'> | undefined
  /** Of users of the account. */
  names: UserNames
  /** Staff read the sentence, as the agency does. */
  isStaff?: boolean
}

const timesOf = (row: VersionRow) => ({
  savedAt: row.saved_at.toISOString(),
  acknowledgedAt: iso(row.acknowledged_at),
  submittedAt: iso(row.submitted_at),
  decidedAt: iso(row.decided_at),
  inForceFrom: iso(row.in_force_from),
  inForceTo: iso(row.in_force_to),
})

/** For the company, which writes it. */
const ownOf = (row: VersionRow) => ({
  criteria: criteriaOf(row),
  leftOut: row.left_out,
  sensitiveReason: row.sensitive_reason,
})
const notOwn = { criteria: null, leftOut: null, sensitiveReason: null }

/** The text that was hashed. If we would word it differently today, its values are not marked; hidden ids stay hidden. */
const sentenceOf = (row: VersionRow, side: AccountType): CriteriaVersion['sentence'] => {
  const today = textOf(criteriaOf(row), namesOf(row))
  const shown = textOf(criteriaOf(row), namesFor(row, side))
  const hidesIds = shown.sentence !== today.sentence
  return hidesIds || today.sentence === row.sentence ? shown.segments : [{ text: row.sentence, isValue: false }]
}

export const showVersion = (connection: ConnectionRow, { row, before, told, names, isStaff = false }: Shown): CriteriaVersion => {
  const criteria = criteriaOf(row)
  const isCompany = sideOf(connection) === 'COMPANY'
  return {
    version: row.version,
    state: row.state as CriteriaVersion['state'],
    ...(isCompany && !isStaff ? ownOf(row) : notOwn),
    sentence: sentenceOf(row, sideOf(connection)),
    fields: fieldsOf(criteria).map((key) => ({ key, label: fieldLabel(key) })),
    typeOfData: criteria.type_of_data,
    allowsAudiences: criteria.allow_audiences,
    allowsExport: criteria.allow_export,
    textHash: row.text_hash,
    ...(told ?? { contacts: row.contacts, opportunities: row.opportunities }),
    isEstimate: row.is_estimate,
    ...comparedTo(connection, { row, before }),
    by: names.get(row.user_id ?? '') ?? null,
    ...timesOf(row),
  }
}

export const showComment = (connection: ConnectionRow, row: Row<'connection_comment'>, names: UserNames): ConnectionComment => ({
  id: row.id,
  side: row.side as ConnectionComment['side'],
  by: row.side === connection.side ? (names.get(row.user_id ?? '') ?? 'A user who was removed') : connection.partner_name,
  kind: row.kind as ConnectionComment['kind'],
  text: row.text,
  createdAt: row.created_at.toISOString(),
})
