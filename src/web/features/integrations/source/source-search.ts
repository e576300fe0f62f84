import { choiceFrom, presentOf, idFrom, textFrom } from '#web/lib/address/address.ts'
import { pagingSearch } from '#web/lib/address/paging.ts'

export const sourceTabs = ['spend', 'runs', 'set-aside', 'counts', 'mapping', 'people'] as const
export type SourceTab = (typeof sourceTabs)[number]

/** How many days up to today are looked at. */
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
    /** The run that is open, or whose rows are looked at. */
    run: idFrom(search['run']),
    /** What people are looked for by. */
    q: textFrom(search['q']),
    /** Only those whose removal waits for approval. */
    held: onlyTrue(search['held']),
    /** The person whose lineage is open. */
    person: idFrom(search['person']),
    /** The period that spend is shown for, where it is not the usual one. */
    days: periodFrom(search['days']),
  })

export type SourceSearch = ReturnType<typeof sourceSearch>
