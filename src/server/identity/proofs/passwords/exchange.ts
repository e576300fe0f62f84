// SRP in two halves, for anything with a verifier. The block that the client echoes is the id of the session.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Call } from '../../pool.ts'
import { invalidParameter } from '../../wire/refusals.ts'
import { openSession } from '../sessions.ts'
import {
  computeB,
  groupOrder,
  isSameText,
  newPrivateNumber,
  parseNumber,
  sessionKey,
  signClaim,
  toHex,
  type Claim,
  type Exchange,
} from './srp.ts'

// Generous, for computers with a wrong clock: the session itself lasts three minutes and is used once.
const clockTolerance = 15 * 60_000

const hex = z.string().transform((value) => BigInt(`0x${value}`))

/** What the session of an exchange contains. */
export const exchangeData = z.object({ A: hex, B: hex, b: hex })

interface Opening {
  subject: string
  step: string
  verifier: bigint
  /** SRP_A, as it came. */
  clientNumber: string
  /** What else the session has to store. */
  data: object
}

export const openExchange = async (call: Call, opening: Opening): Promise<{ SECRET_BLOCK: string; SRP_B: string }> => {
  const { subject, step, verifier, clientNumber } = opening
  const A = parseNumber(clientNumber)
  if (A === undefined || A % groupOrder === 0n) throw invalidParameter('SRP_A is not a number of the group')
  const b = newPrivateNumber()
  const B = computeB(verifier, b)
  const secretBlock = randomBytes(384).toString('base64')
  const data = { ...opening.data, A: toHex(A), B: toHex(B), b: toHex(b) }
  await openSession(call, { id: secretBlock, subject, step, data })
  return { SECRET_BLOCK: secretBlock, SRP_B: toHex(B) }
}

const timestampForm = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) (\d\d:\d\d:\d\d) UTC (\d{4})$/

const isTimely = (timestamp: string, now: Date): boolean => {
  const [, month, day, time, year] = timestampForm.exec(timestamp) ?? []
  const moment = Date.parse(`${day} ${month} ${year} ${time} UTC`)
  return Math.abs(now.getTime() - moment) <= clockTolerance
}

export interface SignedClaim extends Claim {
  signature: string
}

export const isProven = (call: Call, exchange: Exchange, claim: SignedClaim): boolean => {
  const key = sessionKey(exchange)
  if (!key) return false
  return isSameText(signClaim(key, claim), claim.signature) && isTimely(claim.timestamp, call.now)
}
