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
        // Sends requests even when the browser reports to be offline: the result is a reply, or a failure that can be shown.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })

/** Requests failed queries once more when the browser is online again; the others stay as they are. */
export const retryFailed = (queryClient: QueryClient) =>
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
