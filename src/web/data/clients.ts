import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  changeClientStatus,
  createClient,
  getClient,
  getClientByEmail,
  listClients,
  revealOwner,
  updateClient,
} from '#contract/clients.ts'
import type { Reply, Request } from '#contract/route.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { auditKey } from './audit.ts'
import { eventsKey } from './events.ts'

export const clientsKey = ['clients']

type ClientsQuery = Request<typeof listClients>['query']
type Changes = Request<typeof updateClient>['body']
type StatusChange = Request<typeof changeClientStatus>['query'] & { id: string; reason: string }

const isAddress = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)

/** Whoever looks for an address means the account that its user belongs to, be they the owner or not. */
const findByEmail = async (
  email: string,
  { status, type }: ClientsQuery,
  signal: AbortSignal,
): Promise<Reply<typeof listClients>> => {
  const found = await call(getClientByEmail, { query: { email } }, { signal }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return undefined
    throw error
  })
  const isWanted = found && (!status || found.status === status) && (!type || found.type === type)
  return isWanted ? { items: [found], total: 1 } : { items: [], total: 0 }
}

export const useClients = (query: ClientsQuery) =>
  useQuery({
    queryKey: [...clientsKey, 'list', query],
    queryFn: ({ signal }) => {
      const { search = '' } = query
      return isAddress(search) ? findByEmail(search, query, signal) : call(listClients, { query }, { signal })
    },
    placeholderData: keepPreviousData,
  })

/** One account: one's own, or for staff any. */
export const useClient = (id: string | undefined) =>
  useQuery({
    queryKey: [...clientsKey, id],
    queryFn: ({ signal }) => call(getClient, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  })

/** What is done to an account shows in its log and among its events too. */
const useRefresh = () => {
  const queryClient = useQueryClient()
  return () => Promise.all([clientsKey, eventsKey, auditKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

export const useCreateClient = () =>
  useMutation({
    mutationFn: (body: Request<typeof createClient>['body']) => call(createClient, { body }),
    onSuccess: useRefresh(),
  })

export const useUpdateClient = () =>
  useMutation({
    mutationFn: ({ id, ...body }: Changes & { id: string }) => call(updateClient, { params: { id }, body }),
    onSuccess: useRefresh(),
  })

export const useChangeClientStatus = () =>
  useMutation({
    mutationFn: ({ id, status, reason }: StatusChange) =>
      call(changeClientStatus, { params: { id }, query: { status }, body: { reason } }),
    onSuccess: useRefresh(),
  })

export const useRevealOwner = () =>
  useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) => call(revealOwner, { params: { id }, body: { reason } }),
    onSuccess: useRefresh(),
  })
