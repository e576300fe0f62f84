import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailed } from './LoadFailed.tsx'

interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'error' | 'isFetching'> & { refetch: () => unknown }
  /** Has the same size as the content that replaces it, so that nothing jumps. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** Skeleton, failure with retry, or the data. */
export const Loaded = <T,>({ query, skeleton, children }: LoadedProps<T>) => {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <LoadFailed error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
  return skeleton
}
