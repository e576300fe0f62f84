import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listConnectors } from '#contract/connectors.ts'
import {
  deleteIntegration,
  finishConnection,
  refreshConnection,
  startConnection,
  updateIntegrationModel,
  type Integration,
} from '#contract/integrations.ts'
import type { ProviderType } from '#contract/providers.ts'
import type { Request } from '#contract/route.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { forgetIntegrations, integrationsQueryKey, type Integrations } from './integrations.ts'

/** What can be connected here. It changes with the installation, not while somebody looks. */
export const useConnectors = ({ isAsked = true } = {}) =>
  useQuery({ queryKey: ['connectors'], queryFn: ({ signal }) => call(listConnectors, {}, { signal }), enabled: isAsked })

/** Shows what a call has answered with, before the list is fetched again. */
const useShow = () => {
  const queryClient = useQueryClient()
  return (fresh: Integration) =>
    queryClient.setQueryData<Integrations>(
      integrationsQueryKey,
      (list) => list && { ...list, items: list.items.map((item) => (item.id === fresh.id ? fresh : item)) },
    )
}

type Connecting = { type: ProviderType } & Request<typeof startConnection>['body']

/** May hold keys, so nothing of it outlives the form. */
export const useStartConnection = () =>
  useMutation({
    mutationFn: ({ type, ...body }: Connecting) => call(startConnection, { params: { type }, body }),
    onSuccess: ({ integration }) => integration && forgetIntegrations(),
    gcTime: 0,
  })

type Returning = { type: string } & Request<typeof finishConnection>['body']

export const useFinishConnection = () =>
  useMutation({
    mutationFn: ({ type, ...body }: Returning) => call(finishConnection, { params: { type }, body }),
    onSuccess: forgetIntegrations,
    gcTime: 0,
  })

export const useRefreshConnection = () =>
  useMutation({
    mutationFn: (id: string) => call(refreshConnection, { params: { id } }),
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

/** What disconnecting would do; nothing happens yet. */
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
