import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getTotals, type TotalsQuery } from '#contract/connections/totals.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

export const useTotals = (id: string, query: Pick<TotalsQuery, 'of' | 'by'>) =>
  useQuery({
    queryKey: ['connections', 'totals', id, query],
    queryFn: ({ signal }) => call(getTotals, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
