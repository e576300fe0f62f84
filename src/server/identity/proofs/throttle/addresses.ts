// Counts failures of one address and of its network: guessing at many accounts does not get far.
import { networkOf, wideNetworkOf } from '#server/platform/network.ts'
import { madeUpId } from '../../accounts/decoys.ts'
import { after, type Call } from '../../pool.ts'
import { tooManyRequests } from '../../wire/refusals.ts'
import { addToThrottle, selectThrottles, type Count } from './throttle-queries.ts'

const quarter = 15 * 60_000
const hour = 60 * 60_000

const counted = <Kind extends string>(call: Call, [single, wide]: readonly [Kind, Kind]) =>
  call.address === undefined
    ? []
    : [
        { subject: madeUpId(call, `address ${networkOf(call.address)}`), kind: single },
        { subject: madeUpId(call, `network ${wideNetworkOf(call.address)}`), kind: wide },
      ]

export const failureCounters = (call: Call) => counted(call, ['address', 'network'] as const)

const isUsedUp = (call: Call, counts: readonly Count[], kind: 'address' | 'network'): boolean => {
  const row = counts.find((count) => count.kind === kind)
  const most = kind === 'address' ? call.limits.failuresPerAddress : call.limits.failuresPerNetwork
  return row !== undefined && after(row.since, quarter) > call.now && row.count >= most
}

export const assertAddressMayTry = (call: Call, counts: readonly Count[]): void => {
  if (isUsedUp(call, counts, 'address')) throw tooManyRequests()
}

/** A user at a known location is not affected by neighbors. */
export const isNetworkUsedUp = (call: Call, counts: readonly Count[]): boolean => isUsedUp(call, counts, 'network')

/** For what is not counted for a subject. */
export const assertAddressMay = async (call: Call): Promise<void> => {
  const counters = failureCounters(call)
  if (counters.length === 0) return
  const counts = await selectThrottles(call.tx, counters)
  assertAddressMayTry(call, counts)
  if (isNetworkUsedUp(call, counts)) throw tooManyRequests()
}

export const countAddressFailure = async (call: Call): Promise<void> => {
  for (const counter of failureCounters(call)) await addToThrottle(call.tx, counter, { now: call.now, window: quarter })
}

/** Before an email that anyone can request, whether or not it is then delivered. */
export const countEmail = async (call: Call): Promise<void> => {
  const { lettersPerAddress, lettersPerNetwork } = call.limits
  for (const counter of counted(call, ['address_letters', 'network_letters'] as const)) {
    const count = await addToThrottle(call.tx, counter, { now: call.now, window: hour })
    if (count > (counter.kind === 'address_letters' ? lettersPerAddress : lettersPerNetwork)) throw tooManyRequests()
  }
}
