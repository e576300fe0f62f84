import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { isUnauthenticated } from '#web/lib/api-error.ts'

const retries = 1

export const createQueryClient = (onExpired: () => void) => {
  const onError = (error: unknown) => {
    if (isUnauthenticated(error)) onExpired()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: limits.queryStale,
        gcTime: limits.queryKept,
        retry: (failures, error) => failures < retries && !isUnauthenticated(error),
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A browser that believes to be offline asks all the same: an answer, or a failure that can be shown.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
