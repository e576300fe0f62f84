import { createHash } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../http/context.ts'
import { networkOf } from '../network.ts'
import type { Actor } from './act.ts'

/** Enough to distinguish locations, not enough to find a household. */
export const prefixOf = (ip: string): string => {
  const network = networkOf(ip)
  return isIPv4(network) ? `${network.split('.').slice(0, 3).join('.')}.0/24` : network
}

export const actorOf = (request: FastifyRequest, { userId, clientId, isStaff }: Caller): Actor => {
  const browser = request.headers['user-agent']
  return {
    kind: isStaff ? 'staff' : 'user',
    id: userId,
    ...(isStaff ? { homeId: clientId } : {}),
    ipPrefix: prefixOf(request.ip),
    requestId: request.id,
    ...(browser === undefined ? {} : { userAgentHash: createHash('sha256').update(browser).digest('hex').slice(0, 16) }),
  }
}
