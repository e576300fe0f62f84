// Proving one's identity again within a sign-in. The service has no such operation: there every change takes a token
// alone.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { findSubject } from '../accounts/accounts.ts'
import { provePasskey } from '../factors/passkeys/passkey-proof.ts'
import { selectPasskeys } from '../factors/passkeys/passkey-queries.ts'
import { passkeyTimeout, siteOf } from '../factors/passkeys/passkeys.ts'
import { operation, type Call } from '../pool.ts'
import { isPasswordOf } from '../proofs/passwords/passwords.ts'
import { findSession, newSessionId, openSession } from '../proofs/sessions.ts'
import { assertMayTry, countFailure, forgetFailures } from '../proofs/throttle/throttle.ts'
import { wrongPassword } from '../wire/refusals.ts'
import { updateProvenAt } from '../tokens/queries.ts'
import { lockBearer } from './bearer.ts'
import { signedIn, text } from './wire-schemas.ts'

const step = 'REAUTHENTICATE'
const sessionData = z.object({ challenge: z.string() })

/** Returns what a passkey has to sign, for users who have one. */
export const startReauthentication = operation(signedIn, async (call) => {
  const { account } = await lockBearer(call)
  const passkeys = call.settings.passkeys ? await selectPasskeys(call.tx, account.sub) : []
  if (passkeys.length === 0) return {}
  const challenge = randomBytes(32).toString('base64url')
  const Session = newSessionId()
  await openSession(call, { id: Session, subject: account.sub, step, data: { challenge } })
  const allowCredentials = passkeys.map(({ credentialId, transports }) => ({ id: credentialId, type: 'public-key', transports }))
  const { rpId } = siteOf(call)
  const options = { rpId, challenge, allowCredentials, timeout: passkeyTimeout, userVerification: 'required' }
  return { CredentialRequestOptions: options, Session }
})

interface Proof {
  Password?: string | undefined
  Credential?: string | undefined
  Session?: string | undefined
}

const isProof = async (call: Call, sub: string, { Password, Credential, Session }: Proof): Promise<boolean> => {
  if (Credential === undefined) return isPasswordOf(call, await findSubject(call, sub), Password ?? '')
  const session = await findSession(call, { id: Session, subject: sub, step, data: sessionData, isLast: true })
  return provePasskey(call, sub, { credential: Credential, challenge: session.data.challenge })
}

/** The password, or a passkey. For five minutes, this sign-in may then change how the user signs in. */
export const reauthenticate = operation(
  signedIn.extend({
    Password: z.optional(text(512)),
    Credential: z.optional(text(16_384)),
    Session: z.optional(text(2048)),
  }),
  async (call, input) => {
    const { account, originJti } = await lockBearer(call)
    const { sub } = account
    const failures = await assertMayTry(call, sub, input.Credential === undefined ? 'password' : 'passkey')
    if (!(await isProof(call, sub, input))) {
      await countFailure(call, { sub, account }, failures)
      throw wrongPassword()
    }
    await forgetFailures(call, failures)
    await updateProvenAt(call.tx, originJti, call.now)
    return {}
  },
)
