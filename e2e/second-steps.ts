// The second step as people hold it in their hands: an app on a phone, a mailbox, a browser that is trusted.
import { Secret, TOTP } from 'otpauth'
import { callIdentity, signInByPassword } from '../src/server/testing/identity-client.ts'
import type { Locator } from '@playwright/test'
import { closeAccount, expectInside, openAccount, signInAgain, signOut, type TestUser } from './users.ts'
import type { Product } from './product.ts'
import { enterAs } from './team.ts'
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

export const tokenFor = async (product: Product, { email, password }: TestUser): Promise<string> =>
  (await signInByPassword(product.url, email, password)).token

export const turnOnEmailCodes = async (product: Product, person: TestUser): Promise<void> =>
  prefer(product, await tokenFor(product, person), { EmailMfaSettings: { Enabled: true, PreferredMfa: true } })

/** The key is in the app and proven; whether codes are asked for is another matter. */
const connectApp = async (product: Product, token: string): Promise<AuthenticatorApp> => {
  const { body } = await callIdentity(product.url, 'AssociateSoftwareToken', { AccessToken: token })
  const app = authenticatorApp(String(body['SecretCode']))
  const { status } = await callIdentity(product.url, 'VerifySoftwareToken', { AccessToken: token, UserCode: app.next() })
  expect(status).toBe(200)
  return app
}

/** Has an app from the start, and asks for codes as preferred. */
export const giveApp = async (product: Product, person: TestUser, preference: Preference): Promise<AuthenticatorApp> => {
  const token = await tokenFor(product, person)
  const app = await connectApp(product, token)
  await prefer(product, token, preference)
  return app
}

export const appCode = (page: Page): Locator => page.getByLabel('Code from your authenticator app')
export const emailCode = (page: Page): Locator => page.getByLabel('Code from the email')
export const confirm = (page: Page): Promise<void> => page.getByRole('button', { name: 'Confirm', exact: true }).click()

/** The last step of a sign-in, with a code that is right. */
export const enterWith = async (page: Page, field: Locator, code: string, { isTrusted = false } = {}): Promise<void> => {
  if (isTrusted) await page.getByLabel("Don't ask again on this device").check()
  await field.fill(code)
  await expectInside(page)
}

/** My Account of a person whom nothing but the password is asked for yet. */
export const enterAccount = async (page: Page, product: Product, person: TestUser): Promise<Locator> => {
  await enterAs(page, product, person)
  await page.goto('/')
  return openAccount(page)
}

/** Out of My Account and of the product, and back as far as the password leads. */
export const returnFromAccount = async (page: Page, person: TestUser): Promise<void> => {
  await closeAccount(page)
  await signOut(page)
  await signInAgain(page, person)
}

/** In My Account, where one device is remembered. */
export const forgetDevice = async (page: Page, account: Locator): Promise<void> => {
  const devices = account.getByRole('list', { name: 'Remembered devices' })
  await devices.getByRole('button', { name: /^Forget / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget' }).click()
  await expect(account.getByText(/^No remembered devices\./)).toBeVisible()
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
