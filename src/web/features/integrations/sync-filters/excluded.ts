import type { Integration } from '#contract/integrations/integrations.ts'
import { isOption, type Draft } from './draft.ts'

/** A tag that is known, and how many carry it. */
export interface TagSize {
  name: string
  people: number
}

interface Leaving {
  n: number
  of: number
  /** Whoever carries several tags is counted once for each, so that more may leave. */
  isLeast: boolean
}

/** How many people leave with a choice of tags; undefined: nobody knows who carries which. */
export const excludedWith = (
  { contacts: of }: Pick<Integration, 'contacts'>,
  { tags }: Pick<Draft, 'tags'>,
  sizes: readonly TagSize[],
): Leaving | undefined => {
  if (sizes.length === 0 || of === 0) return undefined
  const chosen = sizes.filter(({ name }) => tags.some((tag) => isOption({ value: name, label: name }, tag)))
  const stay = chosen.reduce((sum, { people }) => sum + people, 0)
  return { n: Math.max(0, of - stay), of, isLeast: chosen.length > 1 }
}
