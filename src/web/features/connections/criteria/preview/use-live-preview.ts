import { useDebouncedValue } from '@mantine/hooks'
import type { Criteria } from '#contract/criteria/criteria.ts'
import { usePreview } from '#web/data/connections/agreements.ts'
import { criteriaOf, isComplete, type Draft } from '../draft.ts'

const editingPause = 400

type Query = ReturnType<typeof usePreview>

const isAboutItsCriteria = ({ data, isPlaceholderData }: Query): boolean => data !== undefined && !isPlaceholderData

/** What is shown before the exact counts: the estimate, also if they fail, or the last exact ones until there is an estimate. */
const shownBefore = (exact: Query, estimate: Query): Query => {
  if (exact.isError) return { ...exact, data: estimate.data } as Query
  return estimate.isPlaceholderData && exact.data ? exact : estimate
}

/** Of a large source an estimate first, and then the exact counts. */
const useCounts = (id: string, criteria: Criteria | null) => {
  const first = usePreview(id, criteria, { estimate: true })
  const isLarge = first.data?.isEstimate === true
  const isShown = criteria !== null && isAboutItsCriteria(first)
  const isEstimated = isLarge && isShown
  const exact = usePreview(id, isEstimated ? criteria : null)
  if (!isLarge) return { query: first, isShown, isEstimate: false, isExact: isShown }
  const isExact = isEstimated && isAboutItsCriteria(exact)
  return { query: isExact ? exact : shownBefore(exact, first), isShown, isEstimate: isEstimated && !isExact, isExact }
}

/** Counts what the draft would share when the user pauses. */
export const useLivePreview = (id: string, draft: Draft) => {
  const canBeShown = isComplete(draft)
  const text = canBeShown ? JSON.stringify(criteriaOf(draft)) : null
  const [settled] = useDebouncedValue(text, editingPause)
  const { isShown, isExact, ...counts } = useCounts(id, settled === null ? null : (JSON.parse(settled) as Criteria))
  const isOfDraft = canBeShown && settled === text && isShown
  return { ...counts, isComplete: canBeShown, isOfDraft, isCurrent: isOfDraft && isExact }
}
