import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Request } from '#contract/kit/route.ts'
import { getSpend } from '#contract/crm/spend.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

export type SpendQuery = NonNullable<Request<typeof getSpend>['query']>

const spendOf = (integrationId: string, query: SpendQuery) =>
  queryOptions({
    queryKey: ['spend', integrationId, query],
    queryFn: ({ signal }) => call(getSpend, { params: { integration_id: integrationId }, query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** The spend of an ad account. */
export const useSpend = (integrationId: string, query: SpendQuery) => useQuery(spendOf(integrationId, query))

/** The campaigns from the same reply. */
export const useCampaigns = (integrationId: string, query: SpendQuery) =>
  useQuery({ ...spendOf(integrationId, query), select: ({ campaigns }) => campaigns })
