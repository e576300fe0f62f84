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

const noRequests: ReadonlyMap<string, Approval> = new Map()

/** Pending role requests, by user. There is never more than one page of them. */
export const useRequestedRoles = (): ReadonlyMap<string, Approval> => {
  const { data } = useApprovals({ page: 1, size: 100 })
  if (!data) return noRequests
  return new Map(data.items.flatMap((item) => (item.kind === 'role' && item.userId ? [[item.userId, item] as const] : [])))
}

const requestRefOf = ({ clientId, kind, userId, role }: Approval) => ({ clientId, kind, userId, role })

/** A decision can change any list of the staff pages. */
const useDecision = <V>(mutationFn: (variables: V) => Promise<unknown>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => queryClient.invalidateQueries() })
}

export const useApprove = () => useDecision((approval: Approval) => call(approveRequest, { body: requestRefOf(approval) }))

export const useDecline = () =>
  useDecision(({ approval, reason }: { approval: Approval; reason: string }) =>
    call(declineRequest, { body: { ...requestRefOf(approval), ...(reason === '' ? {} : { reason }) } }),
  )
