import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countPerMinute, registerRateLimits } from '#server/platform/http/limits.ts'
import { createRequestQueues } from '#server/platform/http/request-queues.ts'
import { networkOf } from '#server/platform/network.ts'
import type { PoolLimits } from '../pool.ts'
import { tooManyRequests } from './refusals.ts'

/** Counts the calls of each network within a minute; returns whether this one is too many. */
export const createFloodGate = async (app: FastifyInstance, perMinute: number) => {
  await registerRateLimits(app)
  const check = countPerMinute(app, perMinute, ({ ip }) => networkOf(ip))
  return async (request: FastifyRequest): Promise<boolean> => {
    const result = await check(request)
    return !result.isAllowed && result.isExceeded
  }
}

export type InTurn = <T>(address: string, operation: string, work: () => Promise<T>) => Promise<T>

/** They compute with large numbers, and so delay all other calls in this process. */
const proofs = new Set([
  'InitiateAuth',
  'RespondToAuthChallenge',
  'SignUp',
  'ConfirmSignUp',
  'ConfirmForgotPassword',
  'ChangePassword',
  'Reauthenticate',
])

/** A network that sends very many proofs at once waits for itself, and its neighbors do not. */
export const createTurns = ({ proofsAtOnce, proofsWaiting }: PoolLimits): InTurn => {
  const inLine = createRequestQueues({ atOnce: { proofs: proofsAtOnce }, lineMax: proofsWaiting, refuse: tooManyRequests })
  return (address, operation, work) => (proofs.has(operation) ? inLine(networkOf(address), 'proofs', work) : work())
}
