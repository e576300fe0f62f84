// The entry to identity. The rest of the server uses the AWS SDK and this file, and never depends on which pool is
// behind them.
import { AppError } from '#server/platform/errors.ts'
import type {
  CognitoIdentityProviderClient,
  CognitoIdentityProviderClientConfig,
} from '@aws-sdk/client-cognito-identity-provider'
import { CognitoJwtVerifier } from 'aws-jwt-verify'
import { FetchError, JwtBaseError, WaitPeriodNotYetEndedJwkError } from 'aws-jwt-verify/error'
import type { FastifyPluginAsync } from 'fastify'
import { forgetDevicesAtAws } from './aws-devices.ts'
import { endOtherWaysInOf } from './factors/ending.ts'
import { createTurns } from './wire/flood.ts'
import type { Pool, PoolLimits } from './pool.ts'
import { fetchProfile, type Profile } from './accounts/profile.ts'
import { createRoutes } from './wire/routes.ts'
import { createSdkTransport } from './wire/sdk-transport.ts'
import { createKeys } from './tokens/keys.ts'
import { createTokenReader, TokenProblem, type AccessToken } from './tokens/read.ts'
import { createRevocations, type Announcements } from './tokens/revocation.ts'
import { rotateKeys, type Rotation } from './tokens/rotation.ts'
import { createDispatch } from './wire/wire.ts'

export type { CustomChallenge, PoolSettings } from './pool.ts'
export type { Profile } from './accounts/profile.ts'

type VerifiedToken = AccessToken

export interface Identity {
  /** Rejects with UNAUTHENTICATED unless the token is genuine, in time, ours, and its sign-in not ended. */
  verifyAccessToken(token: string): Promise<VerifiedToken>
  getProfile(accessToken: string): Promise<Profile>
  adminClient(): Promise<CognitoIdentityProviderClient>
  userPoolId: string
  /** The pool's own endpoint; absent with AWS Cognito. */
  routes?: FastifyPluginAsync
  /** Replaces signing keys that are older than that; absent with AWS Cognito, which does so itself. */
  rotateKeys?(olderThan: number): Promise<Rotation | undefined>
  /** Removes the passkeys and remembered devices of a user, as far as the provider lets an administrator. */
  endOtherWaysIn(username: string): Promise<void>
  /** Whether the sign-in was ended before its tokens expire. */
  isRevoked(originJti: string): Promise<boolean>
  onRevoked(listener: (originJti: string) => void): void
}

export interface IdentityOptions extends Pick<Pool, 'database' | 'sealer' | 'clock' | 'log' | 'post' | 'productUrl'> {
  pool: Pool['settings']
  postText?: Pool['postText']
  customChallenge?: Pool['customChallenge']
  isUserOfAccount?: Pool['isUserOfAccount']
  /** Receives notifications of the database. Without it every check of a token queries the database. */
  listener?: Announcements
  limits?: Partial<PoolLimits>
}

/** The SDK is heavy and is loaded when needed. */
const lazyClient = (config: () => CognitoIdentityProviderClientConfig): (() => Promise<CognitoIdentityProviderClient>) => {
  let client: Promise<CognitoIdentityProviderClient> | undefined
  const load = async () => {
    const sdk = await import('@aws-sdk/client-cognito-identity-provider')
    return new sdk.CognitoIdentityProviderClient(config())
  }
  return () => (client ??= load())
}

const usualLimits: PoolLimits = {
  callsPerMinute: 600,
  proofsAtOnce: 4,
  proofsWaiting: 100,
  failuresPerAddress: 50,
  failuresPerNetwork: 200,
  lettersPerAddress: 30,
  lettersPerNetwork: 120,
}

const unauthenticated = (cause: unknown): AppError => new AppError('UNAUTHENTICATED', { cause })

/** The user pool inside this process. */
export const createIdentity = (options: IdentityOptions): Identity => {
  const { database, sealer, clock, log, post, postText, productUrl, pool: settings, customChallenge, isUserOfAccount } = options
  const limits = { ...usualLimits, ...options.limits }
  const keys = createKeys({ database, sealer, clock })
  const tokens = createTokenReader({ settings, keys, clock })
  const dispatch = createDispatch({
    database,
    sealer,
    clock,
    log,
    post,
    postText,
    productUrl,
    settings,
    customChallenge,
    isUserOfAccount,
    limits,
    keys,
    tokens,
  })
  const revocations = createRevocations({ database, clock, listener: options.listener })
  const adminClient = lazyClient(() => ({
    region: settings.id.split('_')[0] ?? '',
    endpoint: new URL(settings.issuer).origin,
    credentials: { accessKeyId: 'embedded', secretAccessKey: 'embedded' },
    requestHandler: createSdkTransport(dispatch),
    maxAttempts: 1,
  }))
  return {
    userPoolId: settings.id,
    adminClient,
    async verifyAccessToken(token) {
      const verified = await tokens.read(token).catch((error: unknown) => {
        throw error instanceof TokenProblem ? unauthenticated(error) : error
      })
      if (await revocations.isRevoked(verified.originJti)) throw unauthenticated(new Error('The sign-in was ended'))
      return verified
    },
    getProfile: async (accessToken) => fetchProfile(await adminClient(), accessToken),
    routes: createRoutes({
      dispatch,
      keys,
      settings,
      callsPerMinute: limits.callsPerMinute,
      inTurn: createTurns(limits),
    }),
    rotateKeys: (olderThan) => rotateKeys({ database, sealer, clock }, olderThan),
    endOtherWaysIn: (username) => endOtherWaysInOf(database, username),
    isRevoked: (originJti) => revocations.isRevoked(originJti),
    onRevoked: (listener) => revocations.onRevoked(listener),
  }
}

const isOutage = (error: unknown): boolean => error instanceof FetchError || error instanceof WaitPeriodNotYetEndedJwkError

/** AWS Cognito, with the credentials that the SDK finds in its environment. */
export const createAwsIdentity = (options: { region: string; userPoolId: string; clientId: string }): Identity => {
  const { region, userPoolId, clientId } = options
  const verifier = CognitoJwtVerifier.create({ userPoolId, tokenUse: 'access', clientId })
  const adminClient = lazyClient(() => ({ region }))
  return {
    userPoolId,
    adminClient,
    async verifyAccessToken(token) {
      const claims = await verifier.verify(token).catch((error: unknown) => {
        if (isOutage(error)) throw new AppError('UNAVAILABLE', { cause: error })
        throw error instanceof JwtBaseError ? unauthenticated(error) : error
      })
      return {
        sub: claims.sub,
        username: claims.username,
        originJti: claims.origin_jti,
        expiresAt: claims.exp,
        authTime: claims.auth_time,
      }
    },
    getProfile: async (accessToken) => fetchProfile(await adminClient(), accessToken),
    endOtherWaysIn: async (username) => forgetDevicesAtAws(await adminClient(), { UserPoolId: userPoolId, Username: username }),
    // AWS sends no notifications: a sign-in ended there is valid until its token expires.
    isRevoked: async () => false,
    onRevoked: () => {},
  }
}
