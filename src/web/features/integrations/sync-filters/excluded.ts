import type { Integration } from '#contract/integrations/integrations.ts'
import { isOption, type Draft } from './draft.ts'

/** A known tag, and how many contacts have it. */
export interface TagSize {
  name: string
  contacts: number
}

interface Excluded {
  n: number
  of: number
  /** A contact with several tags is counted once for each, so more contacts may be excluded. */
  isLeast: boolean
}

/** How many contacts a choice of tags excludes; undefined if the sizes are unknown. */
export const excludedWith = (
  { contacts: of }: Pick<Integration, 'contacts'>,
  { tags }: Pick<Draft, 'tags'>,
  sizes: readonly TagSize[],
): Excluded | undefined => {
  if (sizes.length === 0 || of === 0) return undefined
  const chosen = sizes.filter(({ name }) => tags.some((tag) => isOption({ value: name, label: name }, tag)))
  const stay = chosen.reduce((sum, { contacts }) => sum + contacts, 0)
  return { n: Math.max(0, of - stay), of, isLeast: chosen.length > 1 }
}
