// Giving a secret to an authenticator app: while signed in, or as part of signing in.
import { z } from 'zod'
import { findSetUp, openSetUp } from '../../factors/set-up.ts'
import { findPendingToken, keepPendingToken, keepToken } from '../../factors/software-token/software-token.ts'
import { newTotpSecret, stepOfCode } from '../../factors/software-token/totp.ts'
import { sendSecurityEmail } from '../../emails.ts'
import { operation, type Answer, type Call } from '../../pool.ts'
import { subjectOfSession } from '../../proofs/sessions.ts'
import { lockAccount } from '../../accounts/queries.ts'
import { tokenMismatch, tokenNotFound } from '../../wire/refusals.ts'
import { lockBearer, lockFreshBearer } from '../bearer.ts'
import { code, text, token } from '../wire-schemas.ts'

const either = z.object({ AccessToken: z.optional(token), Session: z.optional(text(2048)) })

const holdSetUp = async (call: Call, id: string) =>
  findSetUp(call, await lockAccount(call.tx, await subjectOfSession(call, id)), id)

const associateAtSignIn = async (call: Call, id: string): Promise<Answer> => {
  const { account, session } = await holdSetUp(call, id)
  const { progress } = session.data
  const pending = newTotpSecret()
  await session.close()
  return { SecretCode: pending, Session: await openSetUp(call, account.sub, { progress, pending }, id) }
}

export const associateSoftwareToken = operation(either, async (call, { AccessToken, Session }) => {
  if (AccessToken === undefined && Session !== undefined) return associateAtSignIn(call, Session)
  const { account } = await lockFreshBearer(call)
  const secret = newTotpSecret()
  await keepPendingToken(call, account.sub, secret)
  return { SecretCode: secret }
})

interface Verification {
  code: string
  name: string
}

const verifyAtSignIn = async (call: Call, id: string, { code, name }: Verification): Promise<Answer> => {
  const { account, session } = await holdSetUp(call, id)
  const { progress, pending } = session.data
  if (pending === undefined) throw tokenNotFound()
  const step = stepOfCode(pending, code, call.now)
  if (step === undefined) {
    await session.countTry()
    throw tokenMismatch()
  }
  await session.close()
  const verified = { secret: pending, name, step }
  return { Status: 'SUCCESS', Session: await openSetUp(call, account.sub, { progress, verified }) }
}

/** Wrong codes are not counted here: the caller was given the secret just before. */
const verifySignedIn = async (call: Call, { code, name }: Verification): Promise<Answer> => {
  const { account } = await lockBearer(call)
  const secret = await findPendingToken(call, account.sub)
  if (secret === undefined) throw tokenNotFound()
  const step = stepOfCode(secret, code, call.now)
  if (step === undefined) throw tokenMismatch()
  await keepToken(call, account.sub, { secret, name, step })
  if (account.mfaMethods.includes('SOFTWARE_TOKEN_MFA'))
    await sendSecurityEmail(call, account, 'The authenticator app for your two-step sign-in was replaced.')
  return { Status: 'SUCCESS' }
}

export const verifySoftwareToken = operation(
  either.extend({ UserCode: code, FriendlyDeviceName: text(128).default('') }),
  async (call, { AccessToken, Session, UserCode, FriendlyDeviceName }) => {
    const verification = { code: UserCode, name: FriendlyDeviceName }
    return AccessToken === undefined && Session !== undefined
      ? verifyAtSignIn(call, Session, verification)
      : verifySignedIn(call, verification)
  },
)
