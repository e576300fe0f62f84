import type { UseQueryResult } from '@tanstack/react-query'

type Query = Pick<UseQueryResult, 'data' | 'isError' | 'error' | 'isFetching'> & { refetch: () => unknown }

/** One failure for the whole page if nothing on it could be loaded; undefined if some of it was. */
export const failureOf = (queries: readonly Query[]) => {
  const haveAllFailed = queries.every(({ data, isError }) => isError && data === undefined)
  if (!haveAllFailed) return undefined
  return {
    error: queries[0]?.error,
    busy: queries.some(({ isFetching }) => isFetching),
    onRetry: () => {
      for (const query of queries) void query.refetch()
    },
  }
}

/** The failure of a page that needs all of its data; undefined if nothing failed. */
export const failedOf = (queries: readonly Query[]) => {
  const failed = queries.filter(({ data, isError }) => isError && data === undefined)
  return failed.length === 0 ? undefined : failureOf(failed)
}
