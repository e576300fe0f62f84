import { choiceFrom, given, idFrom, textFrom } from '#web/lib/address.ts'
import { pagingSearch } from '#web/lib/paging.ts'

export const sourceTabs = ['runs', 'set-aside', 'counts', 'mapping', 'people'] as const
export type SourceTab = (typeof sourceTabs)[number]

export const sourceSearch = (search: Record<string, unknown>) =>
  given({
    ...pagingSearch(search),
    tab: choiceFrom(sourceTabs, search['tab']),
    /** The run that is open, or whose rows are looked at. */
    run: idFrom(search['run']),
    /** What people are looked for by. */
    q: textFrom(search['q']),
    /** The person whose lineage is open. */
    person: idFrom(search['person']),
  })

export type SourceSearch = ReturnType<typeof sourceSearch>
