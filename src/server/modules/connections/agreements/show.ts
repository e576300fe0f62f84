import type { ConnectionComment, CriteriaVersion } from '#contract/connections/agreements.ts'
import { changeText } from '#contract/criteria/compare/change-text.ts'
import { compareCriteria } from '#contract/criteria/compare/compare.ts'
import type { Criteria } from '#contract/criteria/criteria.ts'
import { fieldLabel, fieldsOf } from '#contract/criteria/fields.ts'
import type { Names } from '#contract/criteria/sentence/words.ts'
import type { Row } from '#server/platform/db/scope.ts'
import { roughly } from '../../totals/model.ts'
import { iso, sideOf, type ConnectionRow } from '../model.ts'
import type { VersionRow } from './queries.ts'
import { textOf } from './text.ts'

export const criteriaOf = (row: VersionRow): Criteria => row.criteria as unknown as Criteria

/** A name that a user typed to confirm something. */
export const asTyped = (text: string): string => text.normalize('NFC').trim()

export const namesOf = (row: VersionRow): Names => row.names as unknown as Names

/** What is only in the older version has its names there. */
const namesOfBoth = (before: VersionRow, row: VersionRow): Names => {
  const [older, newer] = [namesOf(before), namesOf(row)]
  const both = (kind: Exclude<keyof Names, 'company'>) => ({ ...older[kind], ...newer[kind] })
  return {
    company: newer.company,
    pipeline: both('pipeline'),
    stage: both('stage'),
    list: both('list'),
    owner: both('owner'),
    integration: both('integration'),
  }
}

/** What changed since an earlier version. */
export const changesOf = (row: VersionRow, before: VersionRow | undefined): CriteriaVersion['changes'] => {
  if (!before) return []
  const names = namesOfBoth(before, row)
  const { changes } = compareCriteria(criteriaOf(before), criteriaOf(row))
  return changes.map((change) => ({ kind: change.kind, text: changeText(change, names) }))
}

type UserNames = ReadonlyMap<string, string>

interface Shown {
  row: VersionRow
  before: VersionRow | undefined
  /** Some version of the connection shares totals only: no version tells of a small number. */
  isOfTotals?: boolean
  /** Of users of the account. */
  names: UserNames
}

export const showVersion = (connection: ConnectionRow, { row, before, isOfTotals = false, names }: Shown): CriteriaVersion => {
  const criteria = criteriaOf(row)
  const isProtected = sideOf(connection) === 'AGENCY' && (isOfTotals || criteria.type_of_data === 'COUNTS')
  const tell = (count: number) => (isProtected ? roughly(count) : count)
  return {
    version: row.version,
    state: row.state as CriteriaVersion['state'],
    criteria: sideOf(connection) === 'COMPANY' ? criteria : null,
    sentence: textOf(criteria, namesOf(row)).segments,
    fields: fieldsOf(criteria).map((key) => ({ key, label: fieldLabel(key) })),
    typeOfData: criteria.type_of_data,
    allowsAudiences: criteria.allow_audiences,
    allowsExport: criteria.allow_export,
    textHash: row.text_hash,
    contacts: tell(row.contacts),
    opportunities: tell(row.opportunities),
    changes: changesOf(row, before),
    leftOut: sideOf(connection) === 'COMPANY' ? row.left_out : null,
    by: names.get(row.user_id ?? '') ?? null,
    savedAt: row.saved_at.toISOString(),
    acknowledgedAt: iso(row.acknowledged_at),
    submittedAt: iso(row.submitted_at),
    decidedAt: iso(row.decided_at),
    inForceFrom: iso(row.in_force_from),
    inForceTo: iso(row.in_force_to),
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
