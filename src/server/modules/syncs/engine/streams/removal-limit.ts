import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Page, RecordObject } from '#server/connectors/kit/records.ts'
import type { RemovalCause } from '../run/plan.ts'

/** Longer than any that can be chosen: what a vendor sends may be as long as it likes. */
const wordMax = 1_000

const fold = (word: string): string => word.slice(0, wordMax).normalize('NFKC').trim().toLowerCase()

const folded = (words: readonly string[] | undefined): Set<string> => new Set((words ?? []).map(fold))

/** What the settings let in. Whoever is no longer let in is treated like somebody who is gone, unless that is found out otherwise. */
export const admit = (page: Page, settings: SyncSettings, { removesOthers } = { removesOthers: true }): Page => {
  const tags = folded(settings.tags)
  const stages = folded(settings.dispos)
  if (tags.size + stages.size === 0) return page
  const contacts = page.contacts ?? []
  const opportunities = page.opportunities ?? []
  const has = (wanted: ReadonlySet<string>, words: readonly (string | null)[]): boolean =>
    wanted.size === 0 || words.some((word) => word !== null && wanted.has(fold(word)))
  const isPerson = ({ tags: own }: (typeof contacts)[number]): boolean => has(tags, own)
  const isDeal = ({ stageId, outcome }: (typeof opportunities)[number]): boolean => has(stages, [stageId, outcome])
  const admitted = { ...page, contacts: contacts.filter(isPerson), opportunities: opportunities.filter(isDeal) }
  if (!removesOthers) return admitted
  const gone = (object: RecordObject, records: readonly { externalId: string }[]) =>
    records.map(({ externalId }) => ({ object, externalId, at: null }))
  return {
    ...admitted,
    deletions: [
      ...(page.deletions ?? []),
      ...gone(
        'contact',
        contacts.filter((one) => !isPerson(one)),
      ),
      ...gone(
        'opportunity',
        opportunities.filter((one) => !isDeal(one)),
      ),
    ],
  }
}

export const isFiltered = ({ tags = [], dispos = [] }: SyncSettings): boolean => tags.length + dispos.length > 0

export const causeOf = (settings: SyncSettings): RemovalCause => (isFiltered(settings) ? 'choice' : 'vendor')
