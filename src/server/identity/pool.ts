import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import type { Log } from '#server/platform/log.ts'
import type { Email } from '#server/platform/email/email.ts'
import type { Sealer } from '#server/platform/secrets.ts'
import type { z } from 'zod'
import type { KeyRing, Keys } from './tokens/keys.ts'
import type { AccessToken, IdToken, TokenReader } from './tokens/read.ts'

export interface PoolSettings {
  /** `<region>_<name>`; fixed at installation, since every password proof contains the name. */
  id: string
  clientId: string
  issuer: string
  /** Whether everybody has to use a second step. */
  mfa: 'optional' | 'required'
  /** How long a sign-in goes on that nobody uses, and how long at most; in milliseconds. */
  signInLasts: { idle: number; atMost: number }
  /** What confirms the address of a sign-up: a code that is typed, or a link that is opened. */
  signUpVerification: 'code' | 'link'
  /** The site that passkeys are made for; absent where browsers would refuse them. */
  passkeys: { rpId: string; origin: string } | undefined
  /** The identity pool that this pool answers for. */
  identityPoolId: string | undefined
}

/** A question of the operator's own, owed in every flow; one that stands alone is asked by the flow CUSTOM_AUTH only. */
export interface CustomChallenge {
  /** Whether the answer is proof enough by itself; otherwise a password comes first. */
  standsAlone: boolean
  /** What the client is told, for instance the question. */
  ask: (sub: string) => Record<string, string>
  isAnswer: (sub: string, answer: string) => boolean
}

export interface PoolLimits {
  /** Calls of one address on the public address of the pool. */
  callsPerMinute: number
  /** Those of them that prove or set a password, which takes long to compute: at the same time, and waiting for their turn. */
  proofsAtOnce: number
  proofsWaiting: number
  /** Wrong passwords and codes of one address within a quarter of an hour. */
  failuresPerAddress: number
  /** The same of the network around it. */
  failuresPerNetwork: number
  /** Letters that one address can ask for within an hour without being signed in. */
  lettersPerAddress: number
  /** The same of the network around it. */
  lettersPerNetwork: number
}

/** What the pool is made of, the same for every call. */
export interface Pool {
  database: Database
  sealer: Sealer
  clock: Clock
  log: Log
  /** Enqueues a letter inside the transaction. */
  post: (tx: Tx, letter: Email) => Promise<void>
  /** The same for a text message; absent where nobody carries them. */
  postText: ((tx: Tx, message: { to: string; text: string }) => Promise<void>) | undefined
  settings: PoolSettings
  customChallenge: CustomChallenge | undefined
  /** Whether the product knows somebody as a user of an account; absent where nothing stands behind the pool. */
  isUserOfAccount: ((tx: Tx, sub: string) => Promise<boolean>) | undefined
  limits: PoolLimits
  productUrl: string
  keys: Keys
  tokens: TokenReader
}

/** One operation at work: the pool, its transaction, and one moment for all it does. */
export interface Call extends Pool {
  tx: Tx
  ring: KeyRing
  /** Whose access token came with the call. */
  bearer: AccessToken | undefined
  /** Whose id token came with a call to the identity pool. */
  login: IdToken | undefined
  /** Where the call came from; absent for calls of the product itself. */
  address: string | undefined
  now: Date
}

export type Answer = Record<string, unknown>

export interface Operation {
  schema: z.ZodType
  handle: (call: Call, input: unknown) => Promise<Answer>
}

export const operation = <Schema extends z.ZodType>(
  schema: Schema,
  handle: (call: Call, input: z.output<Schema>) => Promise<Answer>,
): Operation => ({ schema, handle: (call, input) => handle(call, input as z.output<Schema>) })

/** The name under which other services know the tokens of the pool: its issuer without the scheme. */
export const providerName = ({ issuer }: PoolSettings): string => issuer.replace(/^https?:\/\//, '')

/** The part of the pool's id that goes into password proofs. */
export const poolName = ({ id }: PoolSettings): string => id.split('_')[1] ?? ''

export const after = (moment: Date, milliseconds: number): Date => new Date(moment.getTime() + milliseconds)
