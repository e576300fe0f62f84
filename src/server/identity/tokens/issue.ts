import { SignJWT, type JWTPayload } from 'jose'
import { randomUUID } from 'node:crypto'
import { after, type Call } from '../pool.ts'
import { keepLocation } from '../proofs/throttle/known-location-queries.ts'
import type { Progress } from '../proofs/progress.ts'
import type { Account } from '../accounts/queries.ts'
import { tokenAlgorithm, type SigningKey } from './keys.ts'
import { insertRefreshToken } from './queries.ts'
import { deriveToken, hashToken, lastsUntil, newSeed } from './refresh-tokens.ts'

export const accessLifetime = 60 * 60_000
const signInsMax = 200

const signToken = ({ kid, privateKey }: SigningKey, claims: JWTPayload): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ kid, alg: tokenAlgorithm }).sign(privateKey)

export interface SignedIn {
  originJti: string
  authTime: Date
  /** The device that proved itself at this sign-in. */
  deviceKey: string | null
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)

const identityClaims = ({ attributes }: Account): object =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      name.endsWith('_verified') && !name.startsWith('custom:') ? value === 'true' : value,
    ]),
  )

/** A pair of tokens for a signed-in user. */
export const issueTokens = async (call: Call, account: Account, { originJti, authTime, deviceKey }: SignedIn) => {
  const { settings, ring, now } = call
  const shared = {
    sub: account.sub,
    iss: settings.issuer,
    origin_jti: originJti,
    event_id: randomUUID(),
    auth_time: seconds(authTime),
    iat: seconds(now),
    exp: seconds(after(now, accessLifetime)),
  }
  const access = {
    ...shared,
    jti: randomUUID(),
    token_use: 'access',
    client_id: settings.clientId,
    username: account.sub,
    scope: 'aws.cognito.signin.user.admin',
    ...(deviceKey === null ? {} : { device_key: deviceKey }),
  }
  const id = {
    ...identityClaims(account),
    ...shared,
    jti: randomUUID(),
    token_use: 'id',
    aud: settings.clientId,
    'cognito:username': account.sub,
  }
  const [AccessToken, IdToken] = await Promise.all([signToken(ring.access, access), signToken(ring.id, id)])
  return { AccessToken, IdToken, ExpiresIn: accessLifetime / 1000, TokenType: 'Bearer' }
}

/** The tokens of a new sign-in, with its refresh token. The newest sign-ins of a user stay, up to a limit. */
export const signIn = async (call: Call, account: Account, { deviceKey, isDeviceProven }: Progress) => {
  const signedIn = { originJti: randomUUID(), authTime: call.now, deviceKey: (isDeviceProven && deviceKey) ?? null }
  const seed = newSeed()
  const RefreshToken = deriveToken(call, { originJti: signedIn.originJti, generation: 0, seed })
  const expires = lastsUntil(call, call.now)
  const token = { ...signedIn, seed, hash: hashToken(RefreshToken), sub: account.sub, expires }
  await insertRefreshToken(call.tx, token, { kept: signInsMax, now: call.now, forgetAt: after(call.now, accessLifetime) })
  await keepLocation(call, account.sub)
  return { ...(await issueTokens(call, account, signedIn)), RefreshToken }
}
