// The second step as people hold it in their hands: an app on a phone, a mailbox, a browser that is trusted.
import { Secret, TOTP } from 'otpauth'
import { callIdentity, signInByPassword } from '../src/server/testing/identity-client.ts'
import type { Person } from './people.ts'
import type { Product } from './product.ts'
import { expect, type Page } from './world.ts'

interface AuthenticatorApp {
  /** A code that was not shown before. Two of them are to be had at once, a third only half a minute later. */
  next(): string
  /** Six digits that are no code of these minutes. */
  wrong(): string
}

const period = 30

/**
 * Codes count for the step before and after their own, and only forwards. The one of now and the one of the next step are therefore
 * good for at least 30 seconds from here, wherever in its step the clock stands.
 */
export const authenticatorApp = (key: string): AuthenticatorApp => {
  const totp = new TOTP({ secret: Secret.fromBase32(key), algorithm: 'SHA1', digits: 6, period })
  const codeOf = (step: number): string => totp.generate({ timestamp: step * period * 1000 })
  const stepNow = (): number => Math.floor(Date.now() / 1000 / period)
  let last = 0
  return {
    next: () => {
      last = Math.max(last + 1, stepNow())
      if (last > stepNow() + 1) throw new Error('This story needs more codes than half a minute has')
      return codeOf(last)
    },
    wrong: () => {
      const taken = new Set([-2, -1, 0, 1, 2, 3].map((offset) => codeOf(stepNow() + offset)))
      return ['135790', '246801', '975310', '108642', '864209', '314159', '271828'].find((code) => !taken.has(code)) ?? ''
    },
  }
}

type Preference = Partial<Record<'SoftwareTokenMfaSettings' | 'EmailMfaSettings' | 'SMSMfaSettings', object>>

/** By the wire: what the screens of My Account do, and what they do not offer. */
export const prefer = async (product: Product, token: string, preference: Preference): Promise<void> => {
  const { status } = await callIdentity(product.url, 'SetUserMFAPreference', { AccessToken: token, ...preference })
  expect(status).toBe(200)
}

export const tokenFor = async (product: Product, { email, password }: Person): Promise<string> =>
  (await signInByPassword(product.url, email, password)).token

export const turnOnEmailCodes = async (product: Product, person: Person): Promise<void> =>
  prefer(product, await tokenFor(product, person), { EmailMfaSettings: { Enabled: true, PreferredMfa: true } })

/** The key is in the app and proven; whether codes are asked for is another matter. */
export const connectApp = async (product: Product, token: string): Promise<AuthenticatorApp> => {
  const { body } = await callIdentity(product.url, 'AssociateSoftwareToken', { AccessToken: token })
  const app = authenticatorApp(String(body['SecretCode']))
  const { status } = await callIdentity(product.url, 'VerifySoftwareToken', { AccessToken: token, UserCode: app.next() })
  expect(status).toBe(200)
  return app
}

/** What the identity client asks and is answered, e.g. `PASSWORD_VERIFIER 200`. */
export const watchAnswers = (page: Page): string[] => {
  const seen: string[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('/idp')) return
    const operation = response.request().headers()['x-amz-target']?.split('.').at(-1) ?? ''
    const { ChallengeName = operation } = (response.request().postDataJSON() ?? {}) as { ChallengeName?: string }
    seen.push(`${ChallengeName} ${response.status()}`)
  })
  return seen
}
