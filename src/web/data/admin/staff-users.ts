import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { transferOwnership } from '#contract/users/ownership.ts'
import type { Role } from '#contract/users/permissions.ts'
import type { Request } from '#contract/kit/route.ts'
import { createUser, resendInvitation } from '#contract/users/invitations.ts'
import { changeUserStatus, listUsers, resetUserPassword, revealUser, updateUser, type User } from '#contract/users/users.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { approvalsKey } from './approvals.ts'
import { auditKey } from '../audit.ts'
import { clientsKey } from './clients.ts'
import { eventsKey } from '../events.ts'

const staffUsersKey = ['staff-users']

type UsersQuery = Request<typeof listUsers>['query']

/** The users of all accounts, or of one, as staff sees them. */
export const useStaffUsers = (query: UsersQuery) =>
  useQuery({
    queryKey: [...staffUsersKey, query],
    queryFn: ({ signal }) => call(listUsers, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

const useUserChange = <V, R>(mutationFn: (variables: V) => Promise<R>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all(
        [staffUsersKey, clientsKey, eventsKey, auditKey, approvalsKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

interface WithReason {
  id: string
  reason: string
}

export const useStaffActs = () => ({
  reveal: useUserChange(({ id, reason }: WithReason) => call(revealUser, { params: { id }, body: { reason } })),
  suspend: useUserChange(({ id, reason }: WithReason) =>
    call(changeUserStatus, { params: { id }, body: { status: 'SUSPENDED', reason } }),
  ),
  restore: useUserChange(({ id, reason }: WithReason) =>
    call(changeUserStatus, { params: { id }, body: { status: 'ACTIVE', reason } }),
  ),
  makeOwner: useUserChange(({ user, reason }: { user: User; reason: string }) =>
    call(transferOwnership, { params: { id: user.clientId }, body: { user_id: user.id, reason } }),
  ),
  invite: useUserChange((body: Request<typeof createUser>['body']) => call(createUser, { body })),
  resetPassword: useUserChange(({ id, reason }: WithReason) => call(resetUserPassword, { params: { id }, query: { reason } })),
  resend: useUserChange((id: string) => call(resendInvitation, { query: { id } })),
  changeRole: useUserChange(({ id, ...body }: { id: string; version: number; role: Role; reason?: string }) =>
    call(updateUser, { params: { id }, body }),
  ),
})
