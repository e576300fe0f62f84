import type { Integration } from '#contract/integrations/integrations.ts'
import { sourceTabs, type SourceTab } from './source-search.ts'

interface Rights {
  readsContacts: boolean
  /** Only users who may change the source see the rows of a table before it is synced. */
  changes: boolean
}

/** The tabs of a source: an ad account has spend and no contacts, and only tables have a mapping. */
export const tabsOf = ({ abilities }: Pick<Integration, 'abilities'>, { readsContacts, changes }: Rights): SourceTab[] =>
  sourceTabs.filter((tab) => {
    if (tab === 'spend') return abilities.includes('spend')
    if (tab === 'mapping') return abilities.includes('mapping') && changes
    if (tab === 'people') return abilities.includes('contacts') && readsContacts
    return tab !== 'counts' || abilities.includes('contacts')
  })

/** The tab in the address; else the mapping if it is unfinished; else spend if there is any, or the runs. */
export const shownTab = (
  { needs }: Pick<Integration, 'needs'>,
  tabs: readonly SourceTab[],
  addressed: SourceTab | undefined,
): SourceTab => {
  if (addressed && tabs.includes(addressed)) return addressed
  if (needs === 'table' && tabs.includes('mapping')) return 'mapping'
  return tabs.includes('spend') ? 'spend' : 'runs'
}
