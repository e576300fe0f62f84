import type { Integration } from '#contract/integrations/integrations.ts'
import { sourceTabs, type SourceTab } from './source-search.ts'

interface Rights {
  readsPeople: boolean
  /** Only they are shown what stands in a table before it is read. */
  changes: boolean
}

/** What there is to see about a source: an ad account holds spend and no people, and only tables are mapped. */
export const tabsOf = ({ abilities }: Pick<Integration, 'abilities'>, { readsPeople, changes }: Rights): SourceTab[] =>
  sourceTabs.filter((tab) => {
    if (tab === 'spend') return abilities.includes('spend')
    if (tab === 'mapping') return abilities.includes('mapping') && changes
    if (tab === 'people') return abilities.includes('contacts') && readsPeople
    return tab !== 'counts' || abilities.includes('contacts')
  })

/** The tab that the address names; else the one that something is to be done on; else what was read, where that is the first. */
export const shownTab = (
  { needs }: Pick<Integration, 'needs'>,
  tabs: readonly SourceTab[],
  asked: SourceTab | undefined,
): SourceTab => {
  if (asked && tabs.includes(asked)) return asked
  if (needs === 'table' && tabs.includes('mapping')) return 'mapping'
  return tabs.includes('spend') ? 'spend' : 'runs'
}
