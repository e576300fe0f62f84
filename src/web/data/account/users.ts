import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Request } from '#contract/kit/route.ts'
import { inviteUsers, resendInvitation } from '#contract/users/invitations.ts'
import {
  changeUserStatus,
  clearUserFactors,
  deleteUser,
  listUsers,
  resetUserPassword,
  updateUser,
  type User,
} from '#contract/users/users.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { usersKey } from './load-current-user.ts'

type Body<R extends { body?: unknown }> = R['body']

type UsersQuery = NonNullable<Request<typeof listUsers>['query']>

export const useUsers = (query: UsersQuery) =>
  useQuery({
    queryKey: [...usersKey, query],
    queryFn: ({ signal }) => call(listUsers, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Resolves when the lists are up to date. They are fetched after a refusal too: the screen may be outdated. */
const useUserChange = <V, R>(mutationFn: (variables: V) => Promise<R>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: usersKey }) })
}

export const useInviteUsers = () => useUserChange((body: Body<Request<typeof inviteUsers>>) => call(inviteUsers, { body }))

export const useUpdateUser = () =>
  useUserChange(({ id, ...body }: { id: string } & Body<Request<typeof updateUser>>) =>
    call(updateUser, { params: { id }, body }),
  )

export const useChangeStatus = () =>
  useUserChange(({ id, ...body }: { id: string } & Body<Request<typeof changeUserStatus>>) =>
    call(changeUserStatus, { params: { id }, body }),
  )

export const useResendInvitation = () => useUserChange((email: string) => call(resendInvitation, { query: { email } }))

interface WithReason {
  id: string
  reason?: string | undefined
}

export const useResetPassword = () =>
  useUserChange(({ id, ...query }: WithReason) => call(resetUserPassword, { params: { id }, query }))

export const useClearFactors = () =>
  useUserChange(({ id, ...query }: WithReason) => call(clearUserFactors, { params: { id }, query }))

export const useDeleteUser = () => useUserChange(({ id, ...query }: WithReason) => call(deleteUser, { params: { id }, query }))

/** What deleting would do; it changes nothing. */
export const useDeletionPreview = () =>
  useMutation({ mutationFn: (id: string) => call(deleteUser, { params: { id }, query: { dry_run: 'true' } }) })

/** The email addresses in the lists fetched so far, in lower case. */
export const useKnownAddresses = (): ReadonlySet<string> => {
  const lists = useQueryClient().getQueriesData<{ items: User[] }>({ queryKey: usersKey })
  return new Set(lists.flatMap(([, list]) => list?.items.map(({ email }) => email.toLowerCase()) ?? []))
}
