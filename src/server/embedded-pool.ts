// The embedded user pool as the settings want it.
import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { CustomChallenge, PoolSettings } from './identity/public.ts'
import type { Config } from './platform/config.ts'
import type { Email } from './platform/email/email.ts'
import { renderEmail } from './platform/email/render.ts'

/** Fixed at install: every password proof is bound to the pool's name. */
export const embeddedPool = { id: 'us-east-1_Tributary', clientId: 'tributaryweb00000000000001' }

/** Passkeys belong to a name: browsers refuse them at a bare address. */
export const allowsPasskeys = (publicUrl: string): boolean => isIP(new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')) === 0

type Embedded = Extract<Config['identity'], { mode: 'embedded' }>

const day = 86_400_000

export const poolSettingsOf = (
  { publicUrl }: Config,
  { mfa, identityPoolId, signUpVerification, signInDays }: Embedded,
): PoolSettings => ({
  ...embeddedPool,
  issuer: `${publicUrl}/idp/${embeddedPool.id}`,
  mfa,
  signInLasts: { idle: signInDays.idle * day, atMost: signInDays.atMost * day },
  signUpVerification,
  passkeys: allowsPasskeys(publicUrl) ? { rpId: new URL(publicUrl).hostname, origin: new URL(publicUrl).origin } : undefined,
  identityPoolId,
})

const answerMax = 1_000

const simplified = (answer: string): string =>
  answer.slice(0, answerMax).normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Of equal length whatever was given, so that comparing takes the same time. */
const digest = (answer: string): Buffer => createHash('sha256').update(simplified(answer)).digest()

/** One question for everybody, so it proves nothing about a person and never stands alone. */
export const askOf = ({ text, answer }: NonNullable<Embedded['question']>): CustomChallenge => ({
  standsAlone: false,
  ask: () => ({ question: text }),
  isAnswer: (_sub, given) => timingSafeEqual(digest(given), digest(answer)),
})

/** Where there is no mail server nobody carries text messages either: both are read in the outbox. */
export const asEmail = ({ to, text }: { to: string; text: string }): Email => ({
  to,
  subject: 'Text message',
  ...renderEmail({ heading: 'Text message', paragraphs: [text] }),
})
