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

/** True only after a delay: most often the live stream is just being opened. */
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

/** Polls the progress of running syncs while the live stream is down. */
export const useProgressPolling = (sources: readonly Integration[] | undefined): void => {
  const { clientId } = useSession().user
  const queryClient = useQueryClient()
  const isDown = useIsLiveDown()
  const isPolling = isDown && sources !== undefined && hasRunning(sources)
  const { data } = useQuery({
    queryKey: ['integration-status'],
    queryFn: ({ signal }) => call(checkIntegrationStatus, { query: { client_id: clientId } }, { signal }),
    enabled: isPolling,
    refetchInterval: pollEvery,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (!data || !isPolling) return
    const list = queryClient.getQueryData<Integrations>(integrationsQueryKey)
    if (!list) return
    if (isOutdated(list.items, data.items)) void queryClient.invalidateQueries({ queryKey: integrationsQueryKey })
    else queryClient.setQueryData<Integrations>(integrationsQueryKey, { ...list, items: withProgress(list.items, data.items) })
  }, [data, isPolling, queryClient])
}
