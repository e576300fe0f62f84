// A cheap client: plain requests on open connections, and the arithmetic of the password exchange in native code.
import { constants, createHash, createPublicKey, hkdfSync, publicEncrypt, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import pMap from 'p-map'
import { computeU, computeVerifier, computeX, groupOrder, signClaim } from '#server/identity/proofs/passwords/srp.ts'

export interface Target {
  url: string
  /** The pool's id after the underscore. */
  poolName: string
  clientId: string
  emails: readonly string[]
  password: string
}

interface Answer {
  ChallengeParameters?: Record<string, string>
  AuthenticationResult?: { AccessToken: string }
}

const agent = new Agent({ keepAlive: true })
let calls = 0

/** Every call comes from another address, as from many users behind a proxy: no limit per address applies. */
const nextAddress = (): string => {
  calls += 1
  return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
}

export const post = <Result>(url: string, operation: string, body: object): Promise<Result> =>
  new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      'x-forwarded-for': nextAddress(),
    }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        if (response.statusCode === 200) resolve(JSON.parse(text) as Result)
        else reject(new Error(`${operation} answered ${response.statusCode}: ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })

const requireTokens = ({ AuthenticationResult }: Answer): void => {
  if (!AuthenticationResult?.AccessToken) throw new Error('A sign-in ended without tokens')
}

export const signInByPassword = async ({ url, clientId, password }: Target, email: string): Promise<void> => {
  const AuthParameters = { USERNAME: email, PASSWORD: password }
  requireTokens(await post(url, 'InitiateAuth', { ClientId: clientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }))
}

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
const padded = (value: bigint): Buffer => {
  const hex = value.toString(16)
  const even = hex.length % 2 === 0 ? hex : `0${hex}`
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex')
}
const wide = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(768, '0'), 'hex')

/** An RSA operation without padding is an exponentiation. Not in constant time: for a benchmark only. */
const power = (base: bigint, exponent: bigint): bigint => {
  const jwk = { kty: 'RSA', n: wide(groupOrder).toString('base64url'), e: padded(exponent).toString('base64url') }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return toNumber(publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, wide(base)))
}

const multiplier = toNumber(createHash('sha256').update(padded(groupOrder)).update(padded(2n)).digest())
const a = toNumber(randomBytes(32)) | 1n
const A = power(2n, a)

// The same for every sign-in of one user, so computed once: only the server is measured.
const secrets = new Map<string, { x: bigint; verifier: bigint }>()
const secretOf = (salt: string, login: { group: string; userId: string; password: string }) => {
  const known = secrets.get(salt) ?? { x: computeX(salt, login), verifier: computeVerifier(salt, login) }
  secrets.set(salt, known)
  return known
}

const timestampOf = (moment: Date): string =>
  moment.toUTCString().replace(/^(\w+), 0?(\d+) (\w+) (\d+) (\S+) GMT$/, '$1 $3 $2 $5 UTC $4')

export const signInBySrp = async ({ url, clientId, poolName, password }: Target, email: string): Promise<void> => {
  const AuthParameters = { USERNAME: email, SRP_A: A.toString(16) }
  const opened = await post<Answer>(url, 'InitiateAuth', { ClientId: clientId, AuthFlow: 'USER_SRP_AUTH', AuthParameters })
  const { SALT = '', SRP_B = '', SECRET_BLOCK = '', USER_ID_FOR_SRP: userId = '' } = opened.ChallengeParameters ?? {}
  const { x, verifier } = secretOf(SALT, { group: poolName, userId, password })
  const B = BigInt(`0x${SRP_B}`)
  const u = computeU(A, B)
  const base = (B + groupOrder - ((multiplier * verifier) % groupOrder)) % groupOrder
  const key = Buffer.from(hkdfSync('sha256', padded(power(base, a + u * x)), padded(u), 'Caldera Derived Key', 16))
  const timestamp = timestampOf(new Date())
  const ChallengeResponses = {
    USERNAME: userId,
    PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
    TIMESTAMP: timestamp,
    PASSWORD_CLAIM_SIGNATURE: signClaim(key, { group: poolName, userId, secretBlock: SECRET_BLOCK, timestamp }),
  }
  const claim = { ClientId: clientId, ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses }
  requireTokens(await post(url, 'RespondToAuthChallenge', claim))
}

/** Sign-ins per second: this many of them, this many concurrently, each user in turn. */
export const rateOf = async (
  target: Target,
  signIn: (target: Target, email: string) => Promise<void>,
  { times, atOnce }: { times: number; atOnce: number },
): Promise<number> => {
  const emails = Array.from({ length: times }, (_, turn) => target.emails[(turn + 1) % target.emails.length] ?? '')
  const began = performance.now()
  await pMap(emails, (email) => signIn(target, email), { concurrency: atOnce })
  return times / ((performance.now() - began) / 1000)
}

export const closeClient = (): void => agent.destroy()
