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

/** Everything that runs have left behind. The live line forgets it by the same word. */
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

/** Rows that could not be taken: of the source, or of one of its runs. */
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

/** What is done to a run shows at once; whatever else it has touched is fetched again, after a refusal too. Of a run that is only named, the list tells. */
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

/** The sync request, in the name of whoever asks. It starts a run, or leaves the one that is under way alone. */
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

/** The sync request is for those who administer the sources. Others have a call that they may make now and then. */
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

/** Everything is read once more, and what is held back goes. */
export const useAgreeToRemoval = () =>
  useRunChange((integrationId: string) =>
    call(startRun, { params: { integration_id: integrationId }, body: { kind: 'sweep', agrees_to_removal: true } }),
  )

/** What would be removed stays. */
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
