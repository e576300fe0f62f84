import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeExclusionTag, excludeContacts, includeContact, listExclusions } from '#contract/exclusions.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

/** Below the connections: their live topic tells of exclusions, too. */
const exclusionsKey = ['connections', 'exclusions']

export const useExclusions = (query: { page: number; size: number }) =>
  useQuery({
    queryKey: [...exclusionsKey, query],
    queryFn: ({ signal }) => call(listExclusions, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

const useExclusionChange = <V, R>(mutationFn: (variables: V) => Promise<R>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: exclusionsKey }) })
}

export const useChangeTag = () => useExclusionChange((tag: string) => call(changeExclusionTag, { body: { tag } }))

export const useExclude = () => useExclusionChange((contactIds: string[]) => call(excludeContacts, { body: { contactIds } }))

export const useInclude = () => useExclusionChange((id: string) => call(includeContact, { params: { id } }))
