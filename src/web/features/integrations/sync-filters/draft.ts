import type { SyncSettings } from '#contract/syncs/sync-settings.ts'

/** What is read, as it is being edited. Words stay as they were saved until somebody takes them out. */
export interface Draft {
  tags: readonly string[]
  lists: readonly string[]
  dispos: readonly string[]
  sourceField: string
}

export interface Option {
  value: string
  label: string
  note?: string | undefined
}

export const draftOf = ({ tags = [], lists = [], dispos = [], source_field: sourceField = '' }: SyncSettings): Draft => ({
  tags,
  lists,
  dispos,
  sourceField,
})

/** As the server compares them. */
export const folded = (word: string) => word.normalize('NFKC').trim().toLowerCase()

export const isOption = ({ value, label }: Option, word: string) =>
  folded(value) === folded(word) || folded(label) === folded(word)

export const isChosen = (option: Option, words: readonly string[]) => words.some((word) => isOption(option, word))

/** Chooses an option, or takes it back. */
export const toggled = (words: readonly string[], option: Option): string[] =>
  isChosen(option, words) ? words.filter((word) => !isOption(option, word)) : [...words, option.value]

/** What can be chosen: first what is chosen already, also where the source no longer knows it. */
export const offered = (known: readonly Option[], words: readonly string[], unknown: (word: string) => Option): Option[] => {
  const lost = words.filter((word) => !known.some((option) => isOption(option, word)))
  const { chosen = [], others = [] } = Object.groupBy(known, (option) => (isChosen(option, words) ? 'chosen' : 'others'))
  return [...lost.map(unknown), ...chosen, ...others]
}

/** What is saved: the part that is edited here, beside whatever else was set. Tags only where people have some. */
export const settingsOf = (draft: Draft, saved: SyncSettings, hasTags: boolean): SyncSettings => {
  const { tags: _tags, lists: _lists, dispos: _dispos, source_field: _field, ...others } = saved
  const field = draft.sourceField.trim()
  return {
    ...others,
    ...(hasTags && draft.tags.length > 0 ? { tags: [...draft.tags] } : {}),
    ...(draft.lists.length > 0 ? { lists: [...draft.lists] } : {}),
    ...(draft.dispos.length > 0 ? { dispos: [...draft.dispos] } : {}),
    ...(field === '' ? {} : { source_field: field }),
  }
}

/** Nothing chosen lets everybody in, so that the first choice leaves others out. */
const isNarrower = (before: readonly string[], after: readonly string[]) => {
  const kept = new Set(after.map(folded))
  return after.length > 0 && (before.length === 0 || before.some((word) => !kept.has(folded(word))))
}

export type LeftOut = 'people' | 'opportunities' | 'both'

/** Who may be no longer let in, and is then removed here. */
export const leftOut = (draft: Draft, saved: SyncSettings): LeftOut | null => {
  const people = isNarrower(saved.tags ?? [], draft.tags)
  const opportunities = isNarrower(saved.dispos ?? [], draft.dispos)
  if (people && opportunities) return 'both'
  if (people) return 'people'
  return opportunities ? 'opportunities' : null
}

export const isSame = (one: Draft, other: Draft) => JSON.stringify(one) === JSON.stringify(other)
