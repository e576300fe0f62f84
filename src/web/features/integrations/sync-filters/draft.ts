import type { SyncSettings } from '#contract/syncs/sync-settings.ts'

/** The filters while they are edited. Saved words stay unchanged until the user removes them. */
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

/** Normalized like the server does for comparisons. */
export const folded = (word: string) => word.normalize('NFKC').trim().toLowerCase()

export const isOption = ({ value, label }: Option, word: string) =>
  folded(value) === folded(word) || folded(label) === folded(word)

export const isChosen = (option: Option, words: readonly string[]) => words.some((word) => isOption(option, word))

/** Adds an option, or removes it. */
export const toggled = (words: readonly string[], option: Option): string[] =>
  isChosen(option, words) ? words.filter((word) => !isOption(option, word)) : [...words, option.value]

/** The options: chosen ones first, including those that the source no longer has. */
export const offered = (known: readonly Option[], words: readonly string[], unknown: (word: string) => Option): Option[] => {
  const lost = words.filter((word) => !known.some((option) => isOption(option, word)))
  const { chosen = [], others = [] } = Object.groupBy(known, (option) => (isChosen(option, words) ? 'chosen' : 'others'))
  return [...lost.map(unknown), ...chosen, ...others]
}

/** The settings to save: the draft, plus the settings that are edited elsewhere. Tags only if contacts have tags. */
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

/** An empty selection includes all records, so the first choice excludes others. */
const isNarrower = (before: readonly string[], after: readonly string[]) => {
  const kept = new Set(after.map(folded))
  return after.length > 0 && (before.length === 0 || before.some((word) => !kept.has(folded(word))))
}

export type LeftOut = 'people' | 'opportunities' | 'both'

/** Which records the new filters may exclude, and thus remove. */
export const leftOut = (draft: Draft, saved: SyncSettings): LeftOut | null => {
  const contacts = isNarrower(saved.tags ?? [], draft.tags)
  const opportunities = isNarrower(saved.dispos ?? [], draft.dispos)
  if (contacts && opportunities) return 'both'
  if (contacts) return 'people'
  return opportunities ? 'opportunities' : null
}

export const isSame = (one: Draft, other: Draft) => JSON.stringify(one) === JSON.stringify(other)
