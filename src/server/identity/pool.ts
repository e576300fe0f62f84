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
  /** Whether all users must use a second step. */
  mfa: 'optional' | 'required'
  /** How long an unused sign-in lasts, and how long at most; in milliseconds. */
  signInLasts: { idle: number; atMost: number }
  /** What confirms the address of a sign-up: a code to type, or a link to open. */
  signUpVerification: 'code' | 'link'
  /** The site that passkeys are made for; absent where browsers would refuse them. */
  passkeys: { rpId: string; origin: string } | undefined
  /** The identity pool that this pool answers for. */
  identityPoolId: string | undefined
}

/** The operator's own question, required in every flow; one that stands alone is asked by the flow CUSTOM_AUTH only. */
export interface CustomChallenge {
  /** Whether the answer alone is sufficient; otherwise a password comes first. */
  standsAlone: boolean
  /** What the client gets, for instance the question. */
  ask: (sub: string) => Record<string, string>
  isAnswer: (sub: string, answer: string) => boolean
}

export interface PoolLimits {
  /** Calls of one address to the public endpoint of the pool. */
  callsPerMinute: number
  /** Calls that prove or set a password, which takes long to compute: concurrently, and waiting. */
  proofsAtOnce: number
  proofsWaiting: number
  /** Wrong passwords and codes of one address within a quarter of an hour. */
  failuresPerAddress: number
  /** The same for its network. */
  failuresPerNetwork: number
  /** Emails that one address can request within an hour without being signed in. */
  lettersPerAddress: number
  /** The same for its network. */
  lettersPerNetwork: number
}

/** What the pool consists of, the same for every call. */
export interface Pool {
  database: Database
  sealer: Sealer
  clock: Clock
  log: Log
  /** Enqueues an email inside the transaction. */
  post: (tx: Tx, letter: Email) => Promise<void>
  /** The same for a text message; absent if none can be sent. */
  postText: ((tx: Tx, message: { to: string; text: string }) => Promise<void>) | undefined
  settings: PoolSettings
  customChallenge: CustomChallenge | undefined
  /** Whether the product has a user of an account for the sub; absent if the pool runs without the product. */
  isUserOfAccount: ((tx: Tx, sub: string) => Promise<boolean>) | undefined
  limits: PoolLimits
  productUrl: string
  keys: Keys
  tokens: TokenReader
}

/** One operation: the pool, its transaction, and one moment for all it does. */
export interface Call extends Pool {
  tx: Tx
  ring: KeyRing
  /** The access token that came with the call. */
  bearer: AccessToken | undefined
  /** The id token that came with a call to the identity pool. */
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
