import { choiceFrom, presentOf, idFrom, textFrom } from '#web/lib/address/address.ts'
import { pagingSearch } from '#web/lib/address/paging.ts'

export const sourceTabs = ['spend', 'runs', 'set-aside', 'counts', 'mapping', 'people'] as const
export type SourceTab = (typeof sourceTabs)[number]

/** The periods to choose from, in days up to today. */
export const spendPeriods = [7, 30, 90] as const
export type SpendPeriod = (typeof spendPeriods)[number]
export const usualPeriod: SpendPeriod = 30

const periodFrom = (value: unknown): SpendPeriod | undefined => {
  const period = spendPeriods.find((days) => days === Number(value))
  return period === usualPeriod ? undefined : period
}

const onlyTrue = (value: unknown): true | undefined => (value === true ? value : undefined)

export const sourceSearch = (search: Record<string, unknown>) =>
  presentOf({
    ...pagingSearch(search),
    tab: choiceFrom(sourceTabs, search['tab']),
    /** The open run, or the run whose rejected rows are shown. */
    run: idFrom(search['run']),
    /** The search text for contacts. */
    q: textFrom(search['q']),
    /** Only contacts whose removal waits for approval. */
    held: onlyTrue(search['held']),
    /** The contact whose lineage is open. */
    person: idFrom(search['person']),
    /** The period of spend, if it is not the default one. */
    days: periodFrom(search['days']),
  })

export type SourceSearch = ReturnType<typeof sourceSearch>
