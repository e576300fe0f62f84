import type { Clock } from '#server/platform/clock.ts'
import { createLines } from '#server/platform/http/lines.ts'
import { networkOf } from '#server/platform/network.ts'
import type { PoolLimits } from './pool.ts'
import { tooManyRequests } from './refusals.ts'

const minute = 60_000
const addressesMax = 50_000

/** Counts the calls of each network within a minute; answers whether one more is too many. */
export const createFloodGate = (perMinute: number, clock: Clock): ((address: string) => boolean) => {
  let counts = new Map<string, number>()
  let since = 0
  return (address) => {
    const now = clock.now().getTime()
    if (Math.abs(now - since) >= minute || counts.size >= addressesMax) {
      counts = new Map()
      since = now
    }
    const network = networkOf(address)
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    return count > perMinute
  }
}

export type InTurn = <T>(address: string, operation: string, work: () => Promise<T>) => Promise<T>

/** They compute with large numbers, and so keep everybody else in this process waiting. */
const proofs = new Set([
  'InitiateAuth',
  'RespondToAuthChallenge',
  'SignUp',
  'ConfirmSignUp',
  'ConfirmForgotPassword',
  'ChangePassword',
  'Reauthenticate',
])

/** A network that sends very many proofs at once waits for itself, and its neighbours do not. */
export const createTurns = ({ proofsAtOnce, proofsWaiting }: PoolLimits): InTurn => {
  const inLine = createLines({ atOnce: { proofs: proofsAtOnce }, lineMax: proofsWaiting, refuse: tooManyRequests })
  return (address, operation, work) => (proofs.has(operation) ? inLine(networkOf(address), 'proofs', work) : work())
}
