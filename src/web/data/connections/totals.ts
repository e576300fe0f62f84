import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getTotals, type SharedTotals, type TotalsQuery } from '#contract/connections/totals.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

type Query = Pick<TotalsQuery, 'of' | 'by'>

/** With what was counted, since the previous totals stay until the next ones. */
export type TotalsOf = SharedTotals & Query

export const useTotals = (id: string, query: Query) =>
  useQuery({
    queryKey: ['connections', 'totals', id, query],
    queryFn: async ({ signal }): Promise<TotalsOf> => ({
      ...(await call(getTotals, { params: { id }, query }, { signal })),
      ...query,
    }),
    placeholderData: keepPreviousData,
  })
