import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { requestSync } from '#contract/integrations/configs.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { specifiedName } from '#contract/integrations/provider-spelling.ts'
import type { Request } from '#contract/kit/route.ts'
import {
  cancelRun,
  getReconciliation,
  rejectRemoval,
  listRejects,
  listRuns,
  retryRejects,
  startRun,
  type Run,
} from '#contract/syncs/runs.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { useMay } from '#web/lib/may.ts'
import { forgetIntegrations, integrationsQueryKey, type Integrations } from '../integrations/integrations.ts'

/** All data about runs. The live stream invalidates it by the same key. */
const runsKey = ['runs']

type RunsQuery = NonNullable<Request<typeof listRuns>['query']>
type RejectsQuery = NonNullable<Request<typeof listRejects>['query']>
type RunKind = NonNullable<Request<typeof startRun>['body']['kind']>

/** The runs of one source, newest first: `useRuns(id, { page, size })`. */
export const useRuns = (integrationId: string, query: RunsQuery) =>
  useQuery({
    queryKey: [...runsKey, integrationId, 'list', query],
    queryFn: ({ signal }) => call(listRuns, { params: { integration_id: integrationId }, query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Rejected rows: of the source, or of one of its runs. */
export const useRejects = (integrationId: string, query: RejectsQuery) =>
  useQuery({
    queryKey: [...runsKey, integrationId, 'rejects', query],
    queryFn: ({ signal }) => call(listRejects, { params: { integration_id: integrationId }, query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const useReconciliation = (integrationId: string) =>
  useQuery({
    queryKey: [...runsKey, integrationId, 'reconciliation'],
    queryFn: ({ signal }) => call(getReconciliation, { params: { integration_id: integrationId } }, { signal }),
  })

/** Shows the changed run immediately and fetches all other data again, also after a refusal. Without a run it fetches the list. */
const useRunChange = <V>(mutationFn: (variables: V) => Promise<Run | null>) => {
  const queryClient = useQueryClient()
  const show = (run: Run | null) => {
    if (run === null) return queryClient.invalidateQueries({ queryKey: integrationsQueryKey })
    return queryClient.setQueryData<Integrations>(
      integrationsQueryKey,
      (list) =>
        list && {
          ...list,
          items: list.items.map((item) => (item.id === run.integration_id ? { ...item, last_run: run } : item)),
        },
    )
  }
  return useMutation({
    mutationFn,
    onSuccess: show,
    onSettled: () => {
      forgetIntegrations()
      return queryClient.invalidateQueries({ queryKey: runsKey })
    },
  })
}

/** The sync request, in the name of the current user. It starts a run unless one is already running. */
const useSyncRequest = () => {
  const { clientId, email, name, lastname } = useSession().user
  return async ({ id, type }: Pick<Integration, 'id' | 'type'>): Promise<null> => {
    const body = {
      type: specifiedName(type),
      client_id: clientId,
      integrationId: id,
      email,
      name,
      lastname,
      env: 'prod',
    } as const
    await call(requestSync, { body })
    return null
  }
}

/** The sync request is for users who administer the sources. Other users have a call with a rate limit. */
export const useStartRun = () => {
  const queryClient = useQueryClient()
  const may = useMay()
  const request = useSyncRequest()
  return useRunChange(({ integrationId, kind = 'incremental' }: { integrationId: string; kind?: RunKind }) => {
    const known = queryClient.getQueryData<Integrations>(integrationsQueryKey)?.items
    const source = known?.find(({ id }) => id === integrationId)
    if (source && kind === 'incremental' && may('integrations', 'w')) return request(source)
    return call(startRun, { params: { integration_id: integrationId }, body: { kind } })
  })
}

/** Starts a full resync that also deletes the pending removals. */
export const useApproveRemoval = () =>
  useRunChange((integrationId: string) =>
    call(startRun, { params: { integration_id: integrationId }, body: { kind: 'sweep', agrees_to_removal: true } }),
  )

/** Keeps the records of the pending removals. */
export const useRejectRemoval = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (integrationId: string) => call(rejectRemoval, { params: { integration_id: integrationId } }),
    onSettled: () => {
      forgetIntegrations()
      return Promise.all([runsKey, integrationsQueryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
  })
}

export const useCancelRun = () => useRunChange((runId: string) => call(cancelRun, { params: { id: runId } }))

export const useRetryRejects = () =>
  useRunChange((integrationId: string) => call(retryRejects, { params: { integration_id: integrationId } }))
