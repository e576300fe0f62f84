import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listClients } from '#contract/clients.ts'
import { call } from '#web/lib/browser-caller.ts'

export const useClients = (query: { page: number; size: number }) =>
  useQuery({
    queryKey: ['clients', query],
    queryFn: ({ signal }) => call(listClients, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
