// A sign-in under way: bound to one subject and one step, and to the three minutes that the client waits.
import { limits } from '#contract/kit/limits.ts'
import { sealContext } from '#server/platform/secrets.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { after, type Call } from '../pool.ts'
import {
  countSessionAttempt,
  deleteSession,
  insertSession,
  selectSession,
  selectSessionSubject,
  takeSession,
} from './session-queries.ts'
import { invalidSession } from '../wire/refusals.ts'

const triesPerSession = 5

const hashId = (id: string): string => createHash('sha256').update(id).digest('base64url')
const sealContextOf = (idHash: string): string => sealContext('pool.auth_session', 'data_sealed', idHash)

export const newSessionId = (): string => randomBytes(96).toString('base64url')

export const openSession = async (
  call: Call,
  session: { id: string; subject: string; step: string; data: unknown },
): Promise<void> => {
  const { id, subject, step, data } = session
  const idHash = hashId(id)
  const dataSealed = call.sealer.seal(JSON.stringify(data), sealContextOf(idHash))
  await insertSession(call.tx, { idHash, subject, step, dataSealed, expires: after(call.now, limits.pendingSignIn) })
}

/** The subject of the sign-in, for calls without a name. */
export const subjectOfSession = async (call: Call, id: string): Promise<string> => {
  const subject = await selectSessionSubject(call.tx, hashId(id))
  if (subject === undefined) throw invalidSession()
  return subject
}

export interface Session<Data> {
  data: Data
  close(): Promise<void>
  /** Counts a wrong answer that may be repeated. */
  countTry(): Promise<void>
}

interface SessionQuery<Data> {
  id: string | undefined
  subject: string
  step: string
  data: z.ZodType<Data>
  /** For the last step that needs it: deleted at once, which saves a statement. */
  isLast?: boolean
}

const selectOrTake = ({ tx }: Call, { id, subject, step, isLast }: SessionQuery<unknown>) => {
  if (id === undefined) return undefined
  const idHash = hashId(id)
  return isLast ? takeSession(tx, { idHash, subject, step }) : selectSession(tx, idHash, subject)
}

export const findSession = async <Data>(call: Call, query: SessionQuery<Data>): Promise<Session<Data>> => {
  const { step, data, isLast } = query
  const row = await selectOrTake(call, query)
  if (!row || row.step !== step || row.attempts >= triesPerSession) throw invalidSession()
  if (row.expires <= call.now) throw invalidSession('Invalid session for the user, session is expired.')
  return {
    data: data.parse(JSON.parse(call.sealer.open(row.dataSealed, sealContextOf(row.idHash)).toString())),
    close: async () => {
      if (!isLast) await deleteSession(call.tx, row.idHash)
    },
    countTry: () => countSessionAttempt(call.tx, row.idHash),
  }
}
