import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  acceptConnection,
  cancelConnection,
  createConnection,
  getConnection,
  getInvitation,
  listConnections,
  rejectConnection,
  removeConnection,
  resendConnection,
} from '#contract/connections/connections.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import type { Request } from '#contract/kit/route.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { forgetInvitation, keptInvitation } from '#web/lib/kept-invitation.ts'
import { withOpened } from './connections/opened.ts'
import { useOpenedInvitation } from './connections/received.ts'

type Body<R extends { body?: unknown }> = R['body']

const connectionsKey = ['connections']

type ConnectionsQuery = NonNullable<Request<typeof listConnections>['query']>

export const useConnections = (query: ConnectionsQuery) => {
  const { opened, isLoading } = useOpenedInvitation()
  return useQuery({
    queryKey: [...connectionsKey, 'list', query],
    queryFn: ({ signal }) => call(listConnections, { query }, { signal }),
    select: (list) => withOpened(list, opened, query),
    placeholderData: keepPreviousData,
    // No row appears above the others later.
    enabled: !isLoading,
  })
}

export const isNotFound = (error: unknown) => error instanceof ApiError && error.code === 'NOT_FOUND'

export const useConnection = (id: string) =>
  useQuery({
    queryKey: [...connectionsKey, 'one', id],
    queryFn: ({ signal }) => call(getConnection, { params: { id }, query: {} }, { signal }),
    retry: (failures, error) => failures < 1 && !isNotFound(error),
  })

/** Resolves when the screens are up to date. They are fetched after a refusal too: the screen may be outdated. */
const useConnectionChange = <V, R>(mutationFn: (variables: V) => Promise<R>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: connectionsKey }) })
}

export const useInvite = () =>
  useConnectionChange((body: Body<Request<typeof createConnection>>) => call(createConnection, { body }))

export const useResend = () => useConnectionChange((id: string) => call(resendConnection, { params: { id } }))

/** An answered invitation has no link any more. */
const forgetIfKept = (id: string) => {
  if (keptInvitation()?.connectionId === id) forgetInvitation()
}

export const useAccept = () =>
  useConnectionChange(async ({ id, ...body }: { id: string } & Body<Request<typeof acceptConnection>>) => {
    const accepted = await call(acceptConnection, { params: { id }, body })
    forgetIfKept(id)
    return accepted
  })

export const useReject = () =>
  useConnectionChange(async ({ id, ...body }: { id: string } & Body<Request<typeof rejectConnection>>) => {
    const rejected = await call(rejectConnection, { params: { id }, body })
    forgetIfKept(id)
    return rejected
  })

export const useCancel = () =>
  useConnectionChange(({ id, ...body }: { id: string } & Body<Request<typeof cancelConnection>>) =>
    call(cancelConnection, { params: { id }, body }),
  )

export const useRemove = () => useConnectionChange((id: string) => call(removeConnection, { params: { id } }))

export const isInvalidInvitation = (error: unknown) => error instanceof ApiError && error.code === 'INVITATION_INVALID'

/** What the link of an invitation says. */
export const useInvitation = (token: string) =>
  useQuery({
    queryKey: ['invitations', token],
    queryFn: ({ signal }) => call(getInvitation, { params: { token } }, { signal }),
    retry: (failures, error) => failures < 1 && !isInvalidInvitation(error),
  })

/** Whether a company has something to share, which it needs to accept. The source may be connected in another tab. */
export const useHasStartedSync = (isNeeded: boolean) =>
  useQuery({
    queryKey: ['invitations', 'started sync'],
    queryFn: ({ signal }) => call(listIntegrations, { query: {} }, { signal }),
    select: ({ items }) =>
      items.some(({ status, category, last_run: run }) => status === 'active' && category !== 'social' && run !== null),
    enabled: isNeeded,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
