import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Page, RecordObject } from '#server/connectors/kit/records.ts'
import type { RemovalCause } from '../run/plan.ts'

/** Longer than any value that can be chosen, because a vendor's values may be of any length. */
const wordMax = 1_000

const fold = (word: string): string => word.slice(0, wordMax).normalize('NFKC').trim().toLowerCase()

const folded = (words: readonly string[] | undefined): Set<string> => new Set((words ?? []).map(fold))

/**
 * Drops the records that do not match the settings. Those that no longer match are treated as deleted, unless the
 * caller finds them otherwise.
 */
export const admit = (page: Page, settings: SyncSettings, { removesOthers } = { removesOthers: true }): Page => {
  const tags = folded(settings.tags)
  const stages = folded(settings.dispos)
  if (tags.size + stages.size === 0) return page
  const contacts = page.contacts ?? []
  const opportunities = page.opportunities ?? []
  const has = (chosen: ReadonlySet<string>, words: readonly (string | null)[]): boolean =>
    chosen.size === 0 || words.some((word) => word !== null && chosen.has(fold(word)))
  const isChosenContact = ({ tags: own }: (typeof contacts)[number]): boolean => has(tags, own)
  const isChosenOpportunity = ({ stageId, outcome }: (typeof opportunities)[number]): boolean => has(stages, [stageId, outcome])
  const admitted = {
    ...page,
    contacts: contacts.filter(isChosenContact),
    opportunities: opportunities.filter(isChosenOpportunity),
  }
  if (!removesOthers) return admitted
  const gone = (object: RecordObject, records: readonly { externalId: string }[]) =>
    records.map(({ externalId }) => ({ object, externalId, at: null }))
  return {
    ...admitted,
    deletions: [
      ...(page.deletions ?? []),
      ...gone(
        'contact',
        contacts.filter((one) => !isChosenContact(one)),
      ),
      ...gone(
        'opportunity',
        opportunities.filter((one) => !isChosenOpportunity(one)),
      ),
    ],
  }
}

export const isFiltered = ({ tags = [], dispos = [] }: SyncSettings): boolean => tags.length + dispos.length > 0

export const causeOf = (settings: SyncSettings): RemovalCause => (isFiltered(settings) ? 'choice' : 'vendor')
