import type { CriteriaPreview, CriteriaVersion } from '#contract/connections/agreements.ts'
import { compareCriteria } from '#contract/criteria/compare/compare.ts'
import { criteriaOf, isComplete, type Draft } from '../draft.ts'

/**
 * What sending the draft does: the first version, and one that shares more, wait for the agency; one that only shares less
 * is in force at once, unless it cannot be counted whether it shares somebody new today; the same cannot be sent.
 */
export type Effect = 'first' | 'wide' | 'uncounted' | 'narrow' | 'same'

/** What is counted exactly. Undefined: nothing yet. */
type Counts = Pick<CriteriaPreview, 'change'> | 'failed' | undefined

/** Undefined: the draft is not complete, or what it shares today is not counted yet. The server decides by the same rules. */
export const effectOf = (draft: Draft, inForce: CriteriaVersion | undefined, counts: Counts): Effect | undefined => {
  if (!inForce?.criteria) return 'first'
  if (!isComplete(draft)) return undefined
  const { direction } = compareCriteria(inForce.criteria, criteriaOf(draft))
  if (direction !== 'narrow') return direction
  if (counts === 'failed') return 'uncounted'
  if (!counts?.change) return undefined
  const { contacts, opportunities } = counts.change.added
  return contacts + opportunities > 0 ? 'wide' : 'narrow'
}

/** Why the draft cannot be sent yet, although it is complete. */
export type Obstacle = 'same' | 'preview' | 'previewFailed' | 'counts'

interface Shown {
  isComplete: boolean
  /** Whether the preview is about the draft as it is now. */
  isOfDraft: boolean
  isError: boolean
}

/** What is sent is what the preview shows, and its effect is known before. */
export const obstacleOf = (effect: Effect | undefined, preview: Shown): Obstacle | undefined => {
  if (effect === 'same') return 'same'
  // The button says what is missing.
  if (!preview.isComplete) return undefined
  if (!preview.isOfDraft) return preview.isError ? 'previewFailed' : 'preview'
  return effect === undefined ? 'counts' : undefined
}
