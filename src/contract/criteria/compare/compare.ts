// Whether new criteria share less than the old ones, so that they hold at once, or may share more, so that the agency reviews them.
import { typesOfData, type Criteria } from '../criteria.ts'
import { fieldsOf } from '../fields.ts'
import { canonical } from '../text.ts'
import { changesOf, type Change } from './changes.ts'
import { implies } from './implies.ts'

export interface Comparison {
  /** By form only. Narrow criteria may still reach further through today's records; the server compares those. */
  direction: 'same' | 'narrow' | 'wide'
  changes: Change[]
}

const isSubset = (items: readonly string[], of: readonly string[]): boolean => items.every((item) => of.includes(item))

/** Basic and chosen fields both share contacts by name: what they share is compared field by field. */
const levelOf = ({ type_of_data: type }: Criteria): number => typesOfData.indexOf(type === 'FIELDS' ? 'BASIC' : type)

/** Each says that the new criteria share no more than the old ones. */
const checks: readonly ((next: Criteria, old: Criteria) => boolean)[] = [
  (next, old) => next.integration_id === old.integration_id,
  (next, old) => old.sub_account === null || next.sub_account === old.sub_account,
  (next, old) => old.match_on === 'contact_or_opportunity' || next.match_on === old.match_on,
  (next, old) => implies(next.filter, old.filter),
  (next, old) => old.since === null || (next.since !== null && next.since >= old.since),
  (next, old) => next.future_only || !old.future_only,
  (next, old) => levelOf(next) <= levelOf(old),
  (next, old) => isSubset(fieldsOf(next), fieldsOf(old)),
  (next, old) => isSubset(next.record_types, old.record_types),
  (next, old) => next.purpose === old.purpose,
  (next, old) => !next.allow_audiences || old.allow_audiences,
  (next, old) => !next.allow_export || old.allow_export,
  (next, old) => next.on_leave === 'remove' || old.on_leave === 'withdraw_pii',
]

const isNoWider = (next: Criteria, old: Criteria): boolean => checks.every((check) => check(next, old))

const directionOf = (old: Criteria, next: Criteria): Comparison['direction'] => {
  if (canonical(old) === canonical(next)) return 'same'
  if (!isNoWider(next, old)) return 'wide'
  return isNoWider(old, next) ? 'same' : 'narrow'
}

export const compareCriteria = (old: Criteria, next: Criteria): Comparison => ({
  direction: directionOf(old, next),
  changes: changesOf(old, next),
})
