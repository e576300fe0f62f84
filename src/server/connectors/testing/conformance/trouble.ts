import { expect, it } from 'vitest'
import type { Fault } from '#sandbox/kit/faults.ts'
import { ConnectorFailure } from '../../kit/failures.ts'
import { readStream } from '../bench.ts'
import { readEverything } from './reading.ts'
import type { Source } from './source.ts'

const attemptsMax = 5

const readInPeace = new WeakMap<Source, string[]>()

/** The ids of the large account, read without faults. */
const calmKeys = async (source: Source): Promise<string[]> => {
  const known = readInPeace.get(source)
  if (known) return known
  const { session } = await source.openLarge()
  const keys = source.keysIn((await readEverything(source.connector, session)).pages)
  readInPeace.set(source, keys)
  return keys
}

/** Reads everything without faults, and then once more with faults. Long waits defer it, as with runs. */
const disturbed = async (source: Source, faults: readonly Fault[]) => {
  const { connector, bench, openLarge, keysIn } = source
  const calm = await calmKeys(source)
  const { session } = await openLarge()
  bench.waited.length = 0
  for (const fault of faults) bench.vendor.faults.add(fault)
  const deferred: number[] = []
  for (let attempt = 0; attempt < attemptsMax; attempt += 1)
    try {
      const { pages } = await readEverything(connector, session)
      return { calm, read: keysIn(pages), waited: bench.waited, deferred }
    } catch (error) {
      if (!(error instanceof ConnectorFailure) || error.retryAfterMs === undefined) throw error
      deferred.push(error.retryAfterMs)
    }
  throw new Error('It never came to an end')
}

const failureOf = async ({ connector, bench, open, main }: Source, fault: Fault): Promise<unknown> => {
  const { session } = await open('some')
  bench.vendor.faults.add(fault)
  return readStream(connector, session, { name: main.name }).then(
    () => undefined,
    (error: unknown) => error,
  )
}

const sentence = expect.stringMatching(/^[A-Z].*\.$/s)

export const describeTrouble = (source: () => Source): void => {
  it('waits when the vendor asks for it in its own way, and loses nothing [SYNC-10]', async () => {
    const { calm, read, waited, deferred } = await disturbed(source(), [{ kind: 'throttle', times: 2, after: 1 }])
    expect(read).toEqual(calm)
    // A worker does not wait until tomorrow: the run is deferred, and continues at its page.
    expect(deferred.every((ms) => ms > 60_000)).toBe(true)
    expect(waited.length + deferred.length).toBeGreaterThanOrEqual(2)
    expect(Math.min(...waited, ...deferred)).toBeGreaterThan(0)
  })

  it('gives up for now when the vendor keeps throttling [SYNC-10]', async () => {
    expect(await failureOf(source(), { kind: 'throttle' })).toMatchObject({ kind: 'rate_limited', message: sentence })
  })

  it('retries after an outage and a broken connection in the middle of a page, and loses nothing [SYNC-10]', async () => {
    const { calm, read } = await disturbed(source(), [
      { kind: 'outage', times: 2, after: 1 },
      { kind: 'drop', times: 2, after: 1 },
    ])
    expect(read).toEqual(calm)
  })

  it.each(['outage', 'drop'] as const)('reports that the vendor is unavailable when that lasts: %s [SYNC-10]', async (kind) => {
    expect(await failureOf(source(), { kind })).toMatchObject({ kind: 'unavailable', message: sentence })
  })

  it.each(['malformed', 'odd_shape'] as const)('accepts no page of an unknown form: %s', async (kind) => {
    expect(await failureOf(source(), { kind })).toMatchObject({ kind: 'bad_answer', message: sentence })
  })
}
