// Choosing a second step while signing in, if all users must have one.
import { z } from 'zod'
import { isEmailVerified } from '../accounts/accounts.ts'
import type { Answer, Call } from '../pool.ts'
import { progressData, type Progress } from '../proofs/progress.ts'
import { findSession, newSessionId, openSession, type Session } from '../proofs/sessions.ts'
import type { Account, MfaMethod } from '../accounts/queries.ts'
import { invalidSession } from '../wire/refusals.ts'

const step = 'MFA_SETUP'

const setUpData = z.object({
  progress: progressData,
  /** The secret of an authenticator app, until a code shows that it arrived. */
  pending: z.optional(z.string()),
  verified: z.optional(z.object({ secret: z.string(), name: z.string(), step: z.number() })),
})

type SetUpData = z.infer<typeof setUpData>

/** The session keeps its id if one is given: a client that repeats its call finds it again. */
export const openSetUp = async (call: Call, sub: string, data: SetUpData, id = newSessionId()): Promise<string> => {
  await openSession(call, { id, subject: sub, step, data })
  return id
}

export interface SetUp {
  account: Account
  session: Session<SetUpData>
}

/** Only while the account has no second step: of two concurrent set-ups the first one counts. */
export const findSetUp = async (call: Call, account: Account | undefined, id: string | undefined): Promise<SetUp> => {
  if (!account || account.mfaMethods.length > 0) throw invalidSession()
  return { account, session: await findSession(call, { id, subject: account.sub, step, data: setUpData }) }
}

/** What can be set up after this first step. A mailbox that was the first step cannot be the second. */
export const methodsToSetUp = (account: Account, { first }: Progress): MfaMethod[] =>
  first !== 'email' && isEmailVerified(account) ? ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'] : ['SOFTWARE_TOKEN_MFA']

export const askToSetUp = async (call: Call, account: Account, progress: Progress): Promise<Answer> => {
  const ChallengeParameters = {
    MFAS_CAN_SETUP: JSON.stringify(methodsToSetUp(account, progress)),
    USERNAME: account.sub,
    USER_ID_FOR_SRP: account.sub,
  }
  return { ChallengeName: step, ChallengeParameters, Session: await openSetUp(call, account.sub, { progress }) }
}
