// Tests how long data is fresh, with the real query client.
import { focusManager, onlineManager, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/kit/limits.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { integrationListOptions, sheetStatusFreshness } from './freshness.ts'
import { createQueryClient } from './query-client.ts'

const second = 1000
const minute = 60 * second

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
})

/** Observes a query, and counts how often it is fetched. */
const shownIn = (client = createQueryClient(() => {})) => {
  client.mount()
  let fetched = 0
  const options = (more: Partial<QueryObserverOptions>) => ({
    queryKey: ['something'],
    queryFn: async () => {
      fetched += 1
      return fetched
    },
    ...more,
  })
  /** Opens a page, waits for its fetches, and closes it. */
  const visit = async (more: Partial<QueryObserverOptions> = {}) => {
    const close = new QueryObserver(client, options(more)).subscribe(() => {})
    await vi.advanceTimersByTimeAsync(10)
    return close
  }
  return { client, visit, fetched: () => fetched }
}

const comeBack = async () => {
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await vi.advanceTimersByTimeAsync(10)
}

describe('Fetched data [HTTP-06]', () => {
  it('is fresh for 300000 ms and cached for 600000 ms', async () => {
    expect([limits.queryStale, limits.queryKept]).toEqual([300_000, 600_000])
    const { client, visit, fetched } = shownIn()
    ;(await visit())()
    await vi.advanceTimersByTimeAsync(299 * second)
    ;(await visit())()
    expect(fetched()).toBe(1)
    await vi.advanceTimersByTimeAsync(2 * second)
    ;(await visit())()
    expect(fetched()).toBe(2)
    await vi.advanceTimersByTimeAsync(599 * second)
    expect(client.getQueryData(['something'])).toBe(2)
    await vi.advanceTimersByTimeAsync(2 * second)
    expect(client.getQueryData(['something'])).toBeUndefined()
  })

  it('is requested once more after a failure', async () => {
    const client = createQueryClient(() => {})
    let tries = 0
    const fetching = client.fetchQuery({
      queryKey: ['failing'],
      queryFn: async () => {
        tries += 1
        throw new ApiError({ code: 'NETWORK' })
      },
      // fetchQuery has its own default for this.
      retry: client.getDefaultOptions().queries?.retry ?? false,
    })
    const failure = fetching.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(minute)
    expect(await failure).toMatchObject({ code: 'NETWORK' })
    expect(tries).toBe(2)
  })

  it('is not fetched again on focus or reconnect, however old', async () => {
    const { visit, fetched } = shownIn()
    await visit()
    await vi.advanceTimersByTimeAsync(20 * minute)
    await comeBack()
    expect(fetched()).toBe(1)
  })
})

describe('The integrations [HTTP-06]', () => {
  const asTheList = integrationListOptions(false)

  it('are fresh for 30 s and cached for 5 min', () => {
    expect(asTheList).toMatchObject({ staleTime: 30_000, gcTime: 300_000 })
  })

  it('are not fetched again on focus, reconnect or mount, only when they are invalidated', async () => {
    const { client, visit, fetched } = shownIn()
    const close = await visit(asTheList)
    await vi.advanceTimersByTimeAsync(4 * minute)
    await comeBack()
    ;(await visit(asTheList))()
    expect(fetched()).toBe(1)
    close()
    await client.invalidateQueries({ queryKey: ['something'] })
    ;(await visit(asTheList))()
    expect(fetched()).toBe(2)
  })

  it('are fetched again on mount when the user returns from a provider', async () => {
    const { visit, fetched } = shownIn()
    ;(await visit(asTheList))()
    ;(await visit(integrationListOptions(true)))()
    expect(fetched()).toBe(2)
  })
})

describe('The status of a Google Sheet [HTTP-06]', () => {
  it('is stale after 30 s', async () => {
    expect(sheetStatusFreshness.staleTime).toBe(30_000)
    const { visit, fetched } = shownIn()
    ;(await visit(sheetStatusFreshness))()
    await vi.advanceTimersByTimeAsync(29 * second)
    ;(await visit(sheetStatusFreshness))()
    expect(fetched()).toBe(1)
    await vi.advanceTimersByTimeAsync(2 * second)
    ;(await visit(sheetStatusFreshness))()
    expect(fetched()).toBe(2)
  })
})
