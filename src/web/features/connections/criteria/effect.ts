import type { CriteriaPreview, CriteriaVersion } from '#contract/connections/agreements.ts'
import { compareCriteria } from '#contract/criteria/compare/compare.ts'
import { criteriaOf, isComplete, type Draft } from './draft.ts'

/**
 * What sending the draft does: the first version, and one that shares more, wait for the agency; one that only shares less
 * is in force at once; the same cannot be sent.
 */
export type Effect = 'first' | 'wide' | 'narrow' | 'same'

/** Undefined: the draft is not complete, or what it shares today is not counted yet. The server decides by the same rules. */
export const effectOf = (
  draft: Draft,
  inForce: CriteriaVersion | undefined,
  preview: Pick<CriteriaPreview, 'change'> | undefined,
): Effect | undefined => {
  if (!inForce?.criteria) return 'first'
  if (!isComplete(draft)) return undefined
  const { direction } = compareCriteria(inForce.criteria, criteriaOf(draft))
  if (direction !== 'narrow') return direction
  if (!preview?.change) return undefined
  const { contacts, opportunities } = preview.change.added
  return contacts + opportunities > 0 ? 'wide' : 'narrow'
}
