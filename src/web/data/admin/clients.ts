import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getClient, getClientByEmail, listClients, revealOwner, updateClient } from '#contract/clients.ts'
import { createClient } from '#contract/signup/sign-up.ts'
import { changeClientStatus } from '#contract/account-closure.ts'
import type { Request } from '#contract/kit/route.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { auditKey } from '../audit.ts'
import { findClients, type ClientsQuery } from './client-search.ts'
import { eventsKey } from '../events.ts'

export const clientsKey = ['clients']

type Changes = Request<typeof updateClient>['body']
type StatusChange = Request<typeof changeClientStatus>['query'] & { id: string; reason: string }

export const useClients = (query: ClientsQuery) =>
  useQuery({
    queryKey: [...clientsKey, 'list', query],
    queryFn: ({ signal }) =>
      findClients(
        {
          list: () => call(listClients, { query }, { signal }),
          byEmail: (email) => call(getClientByEmail, { query: { email } }, { signal }),
        },
        query,
      ),
    placeholderData: keepPreviousData,
  })

/** One account: the user's own, or any account for staff. */
export const useClient = (id: string | undefined) =>
  useQuery({
    queryKey: [...clientsKey, id],
    queryFn: ({ signal }) => call(getClient, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  })

/** A change of an account also appears in its audit log and events. */
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
