import { QueryClient } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: limits.queryStale,
        gcTime: limits.queryKept,
        retry: 1,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  })
