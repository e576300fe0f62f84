import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getClient, updateClient, type Client, type ClientRow } from '#contract/clients.ts'
import { transferOwnership } from '#contract/users/ownership.ts'
import { closeClient, previewClosure, reopenClient } from '#contract/account-closure.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { usersKey } from './load-current-user.ts'

const ownClientKey = ['clients', 'own']
const closingKey = ['closing-preview']

type ClientProfile = Pick<Client, 'name' | 'timeZone' | 'currency'>

const clientOf = (row: Client): Client => {
  const { id, name, type, status, statusReason, statusSince, closesAt, timeZone, currency, version, createdAt } = row
  return { id, name, type, status, statusReason, statusSince, closesAt, timeZone, currency, version, createdAt }
}

export const useOwnClient = () => {
  const { clientId } = useSession().user
  return useQuery({
    queryKey: ownClientKey,
    queryFn: ({ signal }) => call(getClient, { params: { id: clientId } }, { signal }),
  })
}

/** A change of the account, shown immediately wherever its name or status is shown. */
const useClientChange = <V, T extends Client>(change: (id: string, input: V) => Promise<T>) => {
  const { user, changeUser } = useSession()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: V) => change(user.clientId, input),
    onSuccess: (saved) => {
      queryClient.setQueryData<ClientRow>(ownClientKey, (before) => before && { ...before, ...saved })
      changeUser({ id: user.id, client: clientOf(saved) })
    },
  })
}

export const useSaveClient = () =>
  useClientChange((id, body: Partial<ClientProfile> & { version: number }) => call(updateClient, { params: { id }, body }))

export const useCloseClient = () => useClientChange((id, name: string) => call(closeClient, { params: { id }, body: { name } }))

export const useReopenClient = () => useClientChange((id) => call(reopenClient, { params: { id } }))

/** What closing the account would erase. Fetched each time, because it contains counts. */
export const useClosurePreview = () => {
  const { clientId } = useSession().user
  return useQuery({
    queryKey: closingKey,
    queryFn: ({ signal }) => call(previewClosure, { params: { id: clientId } }, { signal }),
    staleTime: 0,
  })
}

export const useTransferOwnership = () => {
  const { user, changeUser } = useSession()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (userId: string) => call(transferOwnership, { params: { id: user.clientId }, body: { user_id: userId } }),
    onSuccess: ({ client: saved }) => {
      queryClient.setQueryData<ClientRow>(ownClientKey, saved)
      changeUser({ id: user.id, isOwner: saved.ownerId === user.id, client: clientOf(saved) })
      return queryClient.invalidateQueries({ queryKey: usersKey })
    },
  })
}
