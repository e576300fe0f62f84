import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Role } from '#contract/permissions.ts'
import type { Request } from '#contract/route.ts'
import { changeUserStatus, listUsers, resendInvitation, resetUserPassword, revealUser, updateUser } from '#contract/users.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { auditKey } from './audit.ts'
import { clientsKey } from './clients.ts'
import { eventsKey } from './events.ts'

const staffUsersKey = ['staff-users']

type UsersQuery = Request<typeof listUsers>['query']

/** The people of all accounts, or of one, as our own staff sees them. */
export const useStaffUsers = (query: UsersQuery) =>
  useQuery({
    queryKey: [...staffUsersKey, query],
    queryFn: ({ signal }) => call(listUsers, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

const useAct = <V, R>(mutationFn: (variables: V) => Promise<R>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all(
        [staffUsersKey, clientsKey, eventsKey, auditKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  })
}

interface WithReason {
  id: string
  reason: string
}

export const useStaffActs = () => ({
  reveal: useAct(({ id, reason }: WithReason) => call(revealUser, { params: { id }, body: { reason } })),
  suspend: useAct(({ id, reason }: WithReason) =>
    call(changeUserStatus, { params: { id }, body: { status: 'SUSPENDED', reason } }),
  ),
  restore: useAct(({ id, reason }: WithReason) => call(changeUserStatus, { params: { id }, body: { status: 'ACTIVE', reason } })),
  resetPassword: useAct((id: string) => call(resetUserPassword, { params: { id } })),
  resend: useAct((id: string) => call(resendInvitation, { query: { id } })),
  changeRole: useAct(({ id, ...body }: { id: string; version: number; role: Role; reason?: string }) =>
    call(updateUser, { params: { id }, body }),
  ),
})
