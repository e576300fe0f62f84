import { recordTypes, type Criteria } from '#contract/criteria/criteria.ts'
import { fieldsOf, outcomeFields } from '#contract/criteria/fields.ts'
import type { Sharing } from '../criteria/model.ts'

/** What a company shares with an agency under a connection. */
export interface Share {
  connectionId: string
  agencyId: string
  /** The version of the criteria in force. */
  version: number
  criteria: Criteria
  /** The company, and what of it is never shared. */
  sharing: Sharing
}

/** The fields that the agency's rows have. Counts are made of rows with outcomes, which nobody may read. */
export const projectedFields = (criteria: Criteria): ReadonlySet<string> =>
  new Set(criteria.type_of_data === 'COUNTS' ? outcomeFields : fieldsOf(criteria))

/** The fields that the agency's rows no longer have under another version. */
export const lostFields = (before: Criteria, next: Criteria): string[] => {
  const kept = projectedFields(next)
  return [...projectedFields(before)].filter((field) => !kept.has(field))
}

const identifies = (field: string): boolean => !(outcomeFields as readonly string[]).includes(field)

/** Whether the agency's rows say who somebody is, or could. */
export const isIdentified = (criteria: Criteria): boolean => [...projectedFields(criteria)].some(identifies)

/** Whether rows no longer say who somebody is, or less of it, without these fields. */
export const losesIdentity = (lost: readonly string[]): boolean => lost.some(identifies)

/** Whether everything may stay that is left of a record after it lost its name. */
export const sharesAllOutcomes = (criteria: Criteria): boolean => {
  const fields = projectedFields(criteria)
  return outcomeFields.every((field) => fields.has(field)) && recordTypes.every((type) => criteria.record_types.includes(type))
}

/** Records of the company, or the agency's ids of them. */
export interface SharedIds {
  contactIds: string[]
  opportunityIds: string[]
}
