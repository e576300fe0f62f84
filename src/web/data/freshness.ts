// How long what was fetched counts as true. Apart from the queries, which need a browser.
import { limits } from '#contract/kit/limits.ts'

/** Sources: fetched again by the live connection, not by coming back to the window or to a page. */
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

/** Fetched data is not fetched again on mount, unless it is known to be untrue; what comes from the local cache was not fetched yet. */
const refetchOnMount = ({ dataUpdateCount, isInvalidated }: Fetched): boolean => dataUpdateCount === 0 || isInvalidated

/** `isReturning`: somebody comes back from a provider, so what is known is older than what they just did. */
export const integrationListOptions = (isReturning: boolean) => ({
  ...integrationsFreshness,
  refetchOnMount: ({ state }: { state: Fetched }) => (isReturning ? 'always' : refetchOnMount(state)),
})

/** What is in a table and how its columns fit. */
export const sheetStatusFreshness = { staleTime: limits.sheetStatusStale } as const
