import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { approveRequest, declineRequest, listApprovals, type Approval } from '#contract/approvals.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

export const approvalsKey = ['approvals']

export const useApprovals = (query: { page: number; size: number }) =>
  useQuery({
    queryKey: [...approvalsKey, query],
    queryFn: ({ signal }) => call(listApprovals, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

const nobody: ReadonlyMap<string, Approval> = new Map()

/** By the user whose role waits for a second staff user; more than a page of them is never open at once. */
export const useRequestedRoles = (): ReadonlyMap<string, Approval> => {
  const { data } = useApprovals({ page: 1, size: 100 })
  if (!data) return nobody
  return new Map(data.items.flatMap((item) => (item.kind === 'role' && item.userId ? [[item.userId, item] as const] : [])))
}

const placeOf = ({ clientId, kind, userId, role }: Approval) => ({ clientId, kind, userId, role })

/** What is decided may change any list that staff look at. */
const useDecision = <V>(mutationFn: (variables: V) => Promise<unknown>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => queryClient.invalidateQueries() })
}

export const useApprove = () => useDecision((approval: Approval) => call(approveRequest, { body: placeOf(approval) }))

export const useDecline = () =>
  useDecision(({ approval, reason }: { approval: Approval; reason: string }) =>
    call(declineRequest, { body: { ...placeOf(approval), ...(reason === '' ? {} : { reason }) } }),
  )
