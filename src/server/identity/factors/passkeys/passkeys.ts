// Creating a passkey. The library for the formats is heavy and is loaded when needed.
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { madeUpBytes } from '../../accounts/decoys.ts'
import type { Answer, Call, PoolSettings } from '../../pool.ts'
import { openSession, findSession, type Session } from '../../proofs/sessions.ts'
import type { Account } from '../../accounts/queries.ts'
import { PoolError } from '../../wire/refusals.ts'
import { deleteRegistrations, type Passkey } from './passkey-queries.ts'

const step = 'WEBAUTHN_REGISTRATION'
/** The time that browsers wait for the user. */
export const passkeyTimeout = 120_000

// EdDSA, ES256 and RS256.
const algorithms = [-8, -7, -257]
// Four times the longest key that authenticators make; a longer one would only be costly to check.
const publicKeyMax = 2048
const credentialIdMax = 1400

const refusal = (name: string, message: string) => () => new PoolError(name, message)
const notEnabled = refusal('WebAuthnNotEnabledException', 'Passkeys are not enabled here.')
const challengeNotFound = refusal('WebAuthnChallengeNotFoundException', 'Start the registration of the passkey again.')
const siteMismatch = refusal('WebAuthnRelyingPartyMismatchException', 'The passkey was made for another site.')
const originNotAllowed = refusal('WebAuthnOriginNotAllowedException', 'The passkey was made at another address.')
const clientMismatch = refusal('WebAuthnClientMismatchException', 'The registration was started by another sign-in.')
export const notSupported = refusal('WebAuthnCredentialNotSupportedException', 'This passkey is not supported.')

type Site = NonNullable<PoolSettings['passkeys']>

export const siteOf = ({ settings }: Call): Site => {
  if (!settings.passkeys) throw notEnabled()
  return settings.passkeys
}

/** Ends every other registration of the user. */
export const startRegistration = async (
  call: Call,
  account: Account,
  { passkeys, originJti }: { passkeys: readonly Passkey[]; originJti: string },
): Promise<Answer> => {
  const site = siteOf(call)
  const challenge = randomBytes(32)
  const id = challenge.toString('base64url')
  await deleteRegistrations(call.tx, account.sub, step)
  await openSession(call, { id, subject: account.sub, step, data: { originJti } })
  const { given_name: given = '', family_name: family = '' } = account.attributes
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: 'Tributary',
    rpID: site.rpId,
    userID: Uint8Array.from(madeUpBytes(call, `passkey user ${account.sub}`, 32)),
    userName: account.email,
    userDisplayName: `${given} ${family}`.trim() || account.email,
    challenge: Uint8Array.from(challenge),
    timeout: passkeyTimeout,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  return { ...options }
}

const clientData = z.object({ challenge: z.string().max(256), origin: z.string(), crossOrigin: z.optional(z.boolean()) })

const readClientData = (encoded: string): z.infer<typeof clientData> => {
  try {
    return clientData.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString()))
  } catch {
    throw notSupported()
  }
}

const findRegistration = async (call: Call, sub: string, challenge: string): Promise<Session<{ originJti: string }>> => {
  try {
    return await findSession(call, { id: challenge, subject: sub, step, data: z.object({ originJti: z.string() }) })
  } catch (error) {
    throw error instanceof PoolError ? challengeNotFound() : error
  }
}

export interface NewCredential {
  id: string
  rawId: string
  type: 'public-key'
  authenticatorAttachment?: 'cross-platform' | 'platform' | undefined
  response: { clientDataJSON: string; attestationObject: string; transports: AuthenticatorTransport[] }
}

/**
 * Other attestation formats bring certificates, which were not requested, and for some of which the library would make
 * network calls.
 */
const assertPlain = async ({ response }: NewCredential): Promise<void> => {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const statement = decodeAttestationObject(Uint8Array.from(Buffer.from(response.attestationObject, 'base64url')))
  const isSelfMade = statement.get('fmt') === 'packed' && statement.get('attStmt').get('x5c') === undefined
  if (statement.get('fmt') !== 'none' && !isSelfMade) throw notSupported()
}

const verifyCredential = async (credential: NewCredential, { site, challenge }: { site: Site; challenge: string }) => {
  await assertPlain(credential)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { id, rawId, type, response } = credential
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId, type, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  })
  if (!registrationInfo) throw notSupported()
  return registrationInfo
}

const refuseCredential = (error: unknown): never => {
  if (error instanceof PoolError) throw error
  throw error instanceof Error && error.name === 'UnexpectedRPIDHash' ? siteMismatch() : notSupported()
}

type Traits = Pick<Passkey, 'attachment' | 'transports'> & { isSynced: boolean }

/** Without a list of manufacturers this is the best name; it has to be right on every screen, not only on the device itself. */
const nameOf = ({ attachment, transports, isSynced }: Traits): string => {
  const isKey = transports.some((transport) => ['usb', 'nfc', 'ble'].includes(transport))
  if (isSynced) return 'Passkey in a password manager'
  if (attachment === 'platform' || transports.includes('internal')) return 'Passkey on one device'
  return isKey ? 'Passkey on a security key' : 'Passkey on a security key or phone'
}

/** The passkey that the credential proves; each registration allows one attempt. */
export const finishRegistration = async (
  call: Call,
  credential: NewCredential,
  { sub, originJti }: { sub: string; originJti: string },
): Promise<Passkey> => {
  const site = siteOf(call)
  const { challenge, origin, crossOrigin } = readClientData(credential.response.clientDataJSON)
  const session = await findRegistration(call, sub, challenge)
  await session.close()
  if (session.data.originJti !== originJti) throw clientMismatch()
  if (origin !== site.origin || crossOrigin === true) throw originNotAllowed()
  const info = await verifyCredential(credential, { site, challenge }).catch(refuseCredential)
  const { id, publicKey, counter } = info.credential
  if (id !== credential.id || id.length > credentialIdMax || publicKey.length > publicKeyMax) throw notSupported()
  const attachment = credential.authenticatorAttachment ?? null
  const { transports } = credential.response
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    signCount: counter,
    name: nameOf({ attachment, transports, isSynced: info.credentialDeviceType === 'multiDevice' }),
    attachment,
    transports,
    createdAt: call.now,
  }
}
