// Signing in with a passkey. The answers are the same whether or not an account exists and has passkeys: the browser
// shows those that it has for this site.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Subject } from '../../accounts/accounts.ts'
import type { Answer, Call } from '../../pool.ts'
import { newSessionId, openSession } from '../../proofs/sessions.ts'
import { recordPasskeyUse, selectPasskey, type Passkey } from './passkey-queries.ts'
import { passkeyTimeout, siteOf } from './passkeys.ts'

/** The session of a choice: a browser without the passkey may still choose another way. */
export const choiceStep = 'SELECT_CHALLENGE'
export const choiceData = z.object({ passkeyChallenge: z.optional(z.string()) })

export const askPasskey = async (call: Call, { sub }: Subject): Promise<Answer> => {
  const { rpId } = siteOf(call)
  const challenge = randomBytes(32).toString('base64url')
  const id = newSessionId()
  await openSession(call, { id, subject: sub, step: choiceStep, data: { passkeyChallenge: challenge } })
  const options = { rpId, challenge, allowCredentials: [], timeout: passkeyTimeout, userVerification: 'required' }
  const ChallengeParameters = { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options), USERNAME: sub }
  return { ChallengeName: 'WEB_AUTHN', ChallengeParameters, Session: id }
}

// The same characters as a stored one: with others, such as a NUL, the query would fail.
const base64url = z.string().regex(/^[\w-]+$/)
const assertion = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
})

type Assertion = z.infer<typeof assertion>

const parse = (credential: string): Assertion | undefined => {
  try {
    return assertion.parse(JSON.parse(credential))
  } catch {
    return undefined
  }
}

/** The counter of the passkey after this use; undefined if the assertion is not genuine, or its counter went back. */
const verify = async (call: Call, presented: Assertion, expected: { passkey: Passkey; challenge: string }) => {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { rpId, origin } = siteOf(call)
  const { credentialId: id, publicKey, signCount: counter } = expected.passkey
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...presented, clientExtensionResults: {} },
      expectedChallenge: expected.challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id, publicKey: Uint8Array.from(publicKey), counter },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws for anything invalid.
    return undefined
  }
}

/** Whether the user has one of their passkeys, which is then used. */
export const provePasskey = async (
  call: Call,
  sub: string,
  claim: { credential: string; challenge: string },
): Promise<boolean> => {
  const assertion = parse(claim.credential)
  const passkey = assertion && (await selectPasskey(call.tx, { sub, credentialId: assertion.id }))
  if (!passkey) return false
  const signCount = await verify(call, assertion, { passkey, challenge: claim.challenge })
  if (signCount === undefined) return false
  await recordPasskeyUse(call.tx, { sub, credentialId: passkey.credentialId }, { signCount, now: call.now })
  return true
}
