import { z } from 'zod'
import { findSubject } from '../accounts.ts'
import { mergeAttributes, readAttributes } from '../attributes.ts'
import { operation, type Answer, type Call } from '../pool.ts'
import { finishExchange } from '../proofs/password-exchange.ts'
import { assertPolicy, credentialOf } from '../proofs/passwords.ts'
import { findSession, type Session } from '../proofs/sessions.ts'
import { updateAccount } from '../queries.ts'
import { invalidParameter, invalidSession } from '../refusals.ts'
import { endSignIns } from '../tokens/revocation.ts'
import { continueSignIn } from './next-step.ts'
import { client, parameters, text } from './shapes.ts'

interface Response {
  session: string | undefined
  username: string
  given: Readonly<Record<string, string>>
}

type Challenge = (call: Call, response: Response) => Promise<Answer>

const passwordVerifier: Challenge = async (call, { username, given }) => {
  const account = await finishExchange(call, {
    username,
    secretBlock: given['PASSWORD_CLAIM_SECRET_BLOCK'] ?? '',
    timestamp: given['TIMESTAMP'] ?? '',
    signature: given['PASSWORD_CLAIM_SIGNATURE'] ?? '',
  })
  return continueSignIn(call, account)
}

/** The client repeats the step with the same session after a password that is too short. */
const assertPolicyOrCount = async (password: string, session: Session<unknown>): Promise<void> => {
  try {
    assertPolicy(password)
  } catch (refusal) {
    await session.countTry()
    throw refusal
  }
}

const attributePrefix = 'userAttributes.'

const newPasswordRequired: Challenge = async (call, { session: id, username, given }) => {
  const { sub, account } = await findSubject(call, username)
  const session = await findSession(call, { id, subject: sub, step: 'NEW_PASSWORD_REQUIRED', data: z.object({}) })
  if (account?.status !== 'FORCE_CHANGE_PASSWORD') throw invalidSession()
  const password = given['NEW_PASSWORD'] ?? ''
  await assertPolicyOrCount(password, session)
  const named = Object.entries(given).filter(([name]) => name.startsWith(attributePrefix))
  const change = readAttributes(named.map(([name, Value]) => ({ Name: name.slice(attributePrefix.length), Value })))
  const attributes = mergeAttributes(account.attributes, change)
  await endSignIns(call, { sub: account.sub })
  const confirmed = await updateAccount(call.tx, account.sub, {
    ...credentialOf(call, account.sub, password),
    attributes,
    status: 'CONFIRMED',
    tempPasswordExpires: null,
    updatedAt: call.now,
  })
  return continueSignIn(call, confirmed)
}

const challenges = new Map<string, Challenge>([
  ['PASSWORD_VERIFIER', passwordVerifier],
  ['NEW_PASSWORD_REQUIRED', newPasswordRequired],
])

export const respondToAuthChallenge = operation(
  client.extend({ ChallengeName: text(64), ChallengeResponses: parameters, Session: z.optional(text(2048)) }),
  async (call, input) => {
    const challenge = challenges.get(input.ChallengeName)
    if (!challenge) throw invalidParameter('This challenge is not enabled for the client.')
    const username = input.ChallengeResponses['USERNAME'] ?? ''
    if (username === '' || username.length > 254) throw invalidParameter('Missing required parameter USERNAME')
    return challenge(call, { session: input.Session, username, given: input.ChallengeResponses })
  },
)
