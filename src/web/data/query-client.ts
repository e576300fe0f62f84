import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { limits } from '#contract/kit/limits.ts'
import { isLockedOut, isUnauthenticated } from '#web/lib/calls/api-error.ts'
import { isProofCanceled } from '#web/lib/identity/proof/fresh-proof.ts'

const retries = 1

const isFinal = (error: unknown) => isUnauthenticated(error) || isLockedOut(error) || isProofCanceled(error)

export const createQueryClient = (onRefused: (error: unknown) => void) =>
  new QueryClient({
    queryCache: new QueryCache({ onError: onRefused }),
    mutationCache: new MutationCache({ onError: onRefused }),
    defaultOptions: {
      queries: {
        staleTime: limits.queryStale,
        gcTime: limits.queryKept,
        retry: (failures, error) => failures < retries && !isFinal(error),
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A browser that believes to be offline asks all the same: an answer, or a failure that can be shown.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })

/** Back online, what failed is asked for once more; what was answered stays as it is. */
export const retryFailed = (queryClient: QueryClient) =>
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
