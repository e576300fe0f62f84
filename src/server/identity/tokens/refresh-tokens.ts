// A refresh token can be used once: the answer contains the next one. Each names its sign-in and its generation, and is
// derived from a seed in the database and our secret, so that a repetition, or another tab at the same moment, gets the
// same next one.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { after, type Call } from '../pool.ts'
import { isSameText } from '../proofs/passwords/srp.ts'
import { rotateRefreshToken, selectRefreshTokenOf, selectRefreshTokenByHash, type KeptToken } from './queries.ts'

/** How long a token is still accepted after its first use, the longest that Cognito allows. */
const graceTime = 60_000

const form = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.[\w-]{43}$/

interface Derived {
  originJti: string
  generation: number
  seed: string
}

/** Random enough to be stored as a plain hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

export const newSeed = (): string => randomBytes(24).toString('base64url')

export const deriveToken = ({ ring }: Pick<Call, 'ring'>, { originJti, generation, seed }: Derived): string => {
  const proof = createHmac('sha256', ring.macSecret).update(`refresh ${originJti} ${generation} ${seed}`).digest('base64url')
  return `${originJti}.${generation}.${proof}`
}

export interface Presented {
  row: KeptToken
  generation: number
}

/** The sign-in that a token of any generation belongs to; undefined unless it is genuine. */
export const findPresented = async (call: Call, token: string): Promise<Presented | undefined> => {
  const [, originJti, digits] = form.exec(token) ?? []
  if (originJti === undefined) {
    // From before tokens were single-use.
    const row = await selectRefreshTokenByHash(call.tx, hashToken(token))
    return row && { row, generation: 0 }
  }
  const row = await selectRefreshTokenOf(call.tx, originJti)
  const generation = Number(digits)
  if (!row?.seed || !isSameText(deriveToken(call, { originJti, generation, seed: row.seed }), token)) return undefined
  return { row, generation }
}

/** Until when a sign-in that is used now can be refreshed. */
export const lastsUntil = ({ now, settings }: Call, authTime: Date): Date => {
  const { idle, atMost } = settings.signInLasts
  return new Date(Math.min(after(now, idle).getTime(), after(authTime, atMost).getTime()))
}

/** The next token; undefined if this one was used before, by someone else or too long ago. */
export const nextToken = async (call: Call, { row, generation }: Presented): Promise<string | undefined> => {
  const { originJti, rotatedAt } = row
  const isRecent = rotatedAt !== null && after(rotatedAt, graceTime) > call.now
  const seed = row.seed ?? newSeed()
  if (isRecent && (generation === row.generation || generation === row.generation - 1))
    return deriveToken(call, { originJti, generation: row.generation, seed })
  if (generation !== row.generation) return undefined
  const next = { originJti, generation: generation + 1, seed }
  await rotateRefreshToken(call.tx, { ...next, rotatedAt: call.now, expires: lastsUntil(call, row.authTime) })
  return deriveToken(call, next)
}
