// What a draft has that the version in force does not.
import { changesOf, type Change } from '#contract/criteria/compare/changes.ts'
import { leavesOf, type Criteria } from '#contract/criteria/criteria.ts'
import { canonicalFilter, comparedValue } from '#contract/criteria/text.ts'
import { conditionsOf, criteriaOf, isSingle, leafOf, problemOf, type Condition, type Draft } from '../draft.ts'

type AddedSetting = 'since' | 'future_only' | 'allow_audiences' | 'allow_export'

export interface Added {
  /** Ids of conditions. */
  conditions: ReadonlySet<number>
  /** Of conditions that the version in force has with other values, by their ids. */
  values: ReadonlyMap<number, ReadonlySet<string>>
  fields: ReadonlySet<string>
  settings: ReadonlySet<AddedSetting>
}

const nothing: Added = { conditions: new Set(), values: new Map(), fields: new Set(), settings: new Set() }

const textOf = (condition: Condition): string => canonicalFilter(leafOf(condition))

/** A condition that only moved into another group is not new. */
const findConditions = (changes: readonly Change[], draft: Draft, inForce: Criteria): Condition[] => {
  const known = new Set(leavesOf(inForce.filter).map(canonicalFilter))
  const added = new Set(
    changes.flatMap((change) =>
      change.kind === 'added' && change.what === 'condition' ? leavesOf(change.filter).map(canonicalFilter) : [],
    ),
  )
  return conditionsOf(draft).filter((condition) => added.has(textOf(condition)) && !known.has(textOf(condition)))
}

const findValues = (changes: readonly Change[], condition: Condition): ReadonlySet<string> => {
  const leaf = leafOf(condition)
  const added = new Set(
    changes.flatMap((change) =>
      change.kind === 'added' && change.what === 'value' && canonicalFilter(change.leaf) === textOf(condition)
        ? [comparedValue(leaf, change.value)]
        : [],
    ),
  )
  return new Set(condition.values.filter((value) => added.has(comparedValue(leaf, value))))
}

const settingOf = (change: Change): AddedSetting[] => {
  if (change.what === 'allow_audiences' || change.what === 'allow_export') return change.kind === 'added' ? [change.what] : []
  if (change.what === 'since') return change.to === null ? [] : ['since']
  return change.what === 'future_only' && change.to ? ['future_only'] : []
}

/** The agency has to accept it before it is shared. */
export const addedTo = (inForce: Criteria | null | undefined, draft: Draft): Added => {
  if (!inForce) return nothing
  const changes = changesOf(inForce, criteriaOf(draft))
  const complete = conditionsOf(draft).filter((condition) => problemOf(condition) === undefined)
  const values = new Map(complete.map((condition) => [condition.id, findValues(changes, condition)]))
  // One value of its own is marked as the condition.
  const replaced = complete.filter(({ id, op }) => isSingle(op) && (values.get(id)?.size ?? 0) > 0)
  const conditions = [...findConditions(changes, draft, inForce).filter((one) => complete.includes(one)), ...replaced]
  return {
    conditions: new Set(conditions.map(({ id }) => id)),
    values,
    fields: new Set(changes.flatMap((change) => (change.what === 'field' && change.kind === 'added' ? [change.field] : []))),
    settings: new Set(changes.flatMap(settingOf)),
  }
}
