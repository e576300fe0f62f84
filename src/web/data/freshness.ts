// How long fetched data is fresh. Separate from the queries, which need a browser.
import { limits } from '#contract/kit/limits.ts'

/** Sources are fetched again when the live stream reports a change, not on focus or mount. */
const integrationsFreshness = {
  staleTime: limits.integrationsStale,
  gcTime: limits.integrationsKept,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

interface Fetched {
  dataUpdateCount: number
  isInvalidated: boolean
}

/** Fetched data is not fetched again on mount, unless it is invalidated; data from the local cache counts as not fetched yet. */
const refetchOnMount = ({ dataUpdateCount, isInvalidated }: Fetched): boolean => dataUpdateCount === 0 || isInvalidated

/** `isReturning`: the user returns from a provider, so the data is older than what they just did. */
export const integrationListOptions = (isReturning: boolean) => ({
  ...integrationsFreshness,
  refetchOnMount: ({ state }: { state: Fetched }) => (isReturning ? 'always' : refetchOnMount(state)),
})

/** The content of a sheet and whether its columns match. */
export const sheetStatusFreshness = { staleTime: limits.sheetStatusStale } as const
