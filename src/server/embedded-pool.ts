// The embedded user pool, configured by the settings.
import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { CustomChallenge, PoolSettings } from './identity/public.ts'
import type { Config } from './platform/config.ts'
import type { Email } from './platform/email/email.ts'
import { renderEmail } from './platform/email/render.ts'

/** Fixed at installation: every password proof is bound to the pool's name. */
export const embeddedPool = { id: 'us-east-1_Tributary', clientId: 'tributaryweb00000000000001' }

/** Passkeys belong to a name: browsers refuse them at a bare IP address. */
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

/** Of equal length for any input, so that the comparison takes constant time. */
const digest = (answer: string): Buffer => createHash('sha256').update(simplified(answer)).digest()

/** One question for all users, so it proves nothing about a user and never stands alone. */
export const askOf = ({ text, answer }: NonNullable<Embedded['question']>): CustomChallenge => ({
  standsAlone: false,
  ask: () => ({ question: text }),
  isAnswer: (_sub, given) => timingSafeEqual(digest(given), digest(answer)),
})

/** Without a mail server there are no text messages either: both are shown in the outbox. */
export const asEmail = ({ to, text }: { to: string; text: string }): Email => ({
  to,
  subject: 'Text message',
  ...renderEmail({ heading: 'Text message', paragraphs: [text] }),
})
