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
import type { Request } from '#contract/kit/route.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

type Body<R extends { body?: unknown }> = R['body']

const connectionsKey = ['connections']

type ConnectionsQuery = NonNullable<Request<typeof listConnections>['query']>

export const useConnections = (query: ConnectionsQuery) =>
  useQuery({
    queryKey: [...connectionsKey, 'list', query],
    queryFn: ({ signal }) => call(listConnections, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

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

export const useAccept = () =>
  useConnectionChange(({ id, ...body }: { id: string } & Body<Request<typeof acceptConnection>>) =>
    call(acceptConnection, { params: { id }, body }),
  )

export const useReject = () =>
  useConnectionChange(({ id, ...body }: { id: string } & Body<Request<typeof rejectConnection>>) =>
    call(rejectConnection, { params: { id }, body }),
  )

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
