import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listConnectors } from '#contract/integrations/connectors.ts'
import {
  deleteIntegration,
  finishConnect,
  listIntegrationModels,
  refreshIntegration,
  updateIntegrationModel,
  type Integration,
} from '#contract/integrations/integrations.ts'
import type { Request } from '#contract/kit/route.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { forgetIntegrations, integrationsQueryKey, type Integrations } from './integrations.ts'
import { connect, type ConnectRequest } from './vendor-calls.ts'

/** The vendors that can be connected. The list changes with the installation, not at run time. */
export const useConnectors = ({ isEnabled = true } = {}) =>
  useQuery({ queryKey: ['connectors'], queryFn: ({ signal }) => call(listConnectors, {}, { signal }), enabled: isEnabled })

/** The drawing of each vendor's logo; undefined until the list of vendors has loaded. */
export const useLogos = (options?: { isEnabled: boolean }) => {
  const connectors = useConnectors(options).data?.items
  return (type: string) => connectors?.find((connector) => connector.type === type)?.logo
}

/** Shows the reply of a call before the list is fetched again. */
const useShow = () => {
  const queryClient = useQueryClient()
  return (fresh: Integration) =>
    queryClient.setQueryData<Integrations>(
      integrationsQueryKey,
      (list) => list && { ...list, items: list.items.map((item) => (item.id === fresh.id ? fresh : item)) },
    )
}

/** The input may hold keys, so it is not kept after the form closes. */
export const useStartConnect = () => {
  const { clientId } = useSession().user
  return useMutation({
    mutationFn: (request: ConnectRequest) => connect(clientId, request),
    onSuccess: ({ integration }) => integration && forgetIntegrations(),
    gcTime: 0,
  })
}

type Returning = { type: string } & Request<typeof finishConnect>['body']

export const useFinishConnect = () =>
  useMutation({
    mutationFn: ({ type, ...body }: Returning) => call(finishConnect, { params: { type }, body }),
    onSuccess: forgetIntegrations,
    gcTime: 0,
  })

export const useRefreshIntegration = () =>
  useMutation({
    mutationFn: (id: string) => call(refreshIntegration, { params: { id } }),
    onSuccess: useShow(),
    onSettled: forgetIntegrations,
  })

type Changes = { id: string } & Request<typeof updateIntegrationModel>['body']

export const useUpdateIntegration = () =>
  useMutation({
    mutationFn: ({ id, ...body }: Changes) => call(updateIntegrationModel, { params: { id }, body }),
    onSuccess: useShow(),
    onSettled: forgetIntegrations,
  })

/** How a source is connected: its address, its account, and whether we have access to it. */
export const useIntegrationModel = (id: string) => {
  const { clientId } = useSession().user
  return useQuery({
    queryKey: ['integration-models'],
    queryFn: ({ signal }) => call(listIntegrationModels, { query: { client_id: clientId } }, { signal }),
    select: ({ items }) => items.find((model) => model.id === id),
    staleTime: 0,
  })
}

/** What disconnecting would do; it changes nothing. */
export const useDisconnectionPreview = (id: string) =>
  useQuery({
    queryKey: ['disconnection', id],
    queryFn: ({ signal }) => call(deleteIntegration, { params: { id }, query: { dry_run: 'true' } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const useDisconnect = () =>
  useMutation({
    mutationFn: ({ id, erase }: { id: string; erase: 'later' | 'now' }) =>
      call(deleteIntegration, { params: { id }, query: { erase } }),
    onSettled: forgetIntegrations,
  })
