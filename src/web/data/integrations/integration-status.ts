import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { checkIntegrationStatus } from '#contract/integrations/configs.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { integrationsQueryKey, type Integrations } from './integrations.ts'
import { LiveContext } from '../live.ts'
import { hasRunning, isOutdated, withProgress } from '../syncs/run-progress.ts'

const pollEvery = 3_000

/** A moment without the live connection is nothing to act on: most often it is being opened. */
const useIsLiveDown = (): boolean => {
  const line = use(LiveContext)
  const [downAs, setDownAs] = useState<typeof line>()
  useEffect(() => {
    if (line === 'live') return undefined
    const timer = setTimeout(() => setDownAs(line), pollEvery)
    return () => clearTimeout(timer)
  }, [line])
  return line !== 'live' && downAs === line
}

/** While the live connection is down, the progress of syncs that are under way is asked for. */
export const useProgressPolling = (sources: readonly Integration[] | undefined): void => {
  const { clientId } = useSession().user
  const queryClient = useQueryClient()
  const isDown = useIsLiveDown()
  const isAsked = isDown && sources !== undefined && hasRunning(sources)
  const { data } = useQuery({
    queryKey: ['integration-status'],
    queryFn: ({ signal }) => call(checkIntegrationStatus, { query: { client_id: clientId } }, { signal }),
    enabled: isAsked,
    refetchInterval: pollEvery,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (!data || !isAsked) return
    const list = queryClient.getQueryData<Integrations>(integrationsQueryKey)
    if (!list) return
    if (isOutdated(list.items, data.items)) void queryClient.invalidateQueries({ queryKey: integrationsQueryKey })
    else queryClient.setQueryData<Integrations>(integrationsQueryKey, { ...list, items: withProgress(list.items, data.items) })
  }, [data, isAsked, queryClient])
}
