// Helpers for two-step sign-in: an authenticator app, codes by email, a remembered device.
import { Secret, TOTP } from 'otpauth'
import { callIdentity, signInByPassword } from '../src/server/testing/identity-client.ts'
import type { Locator } from '@playwright/test'
import { closeAccount, expectInside, openAccount, signInAgain, signOut, type TestUser } from './users.ts'
import type { Product } from './product.ts'
import { enterAs } from './team.ts'
import { expect, type Page } from './world.ts'

interface AuthenticatorApp {
  /** A code that was not used before. Two are available immediately, a third one half a minute later. */
  next(): string
  /** Six digits that are not a valid code now. */
  wrong(): string
}

const period = 30

/**
 * A code is valid one time step before and after its own, and each step only once in ascending order. The codes of the current and
 * the next step are therefore valid for at least 30 seconds.
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

/** Sets the preference by API, like My Account does, including values that it does not offer. */
export const prefer = async (product: Product, token: string, preference: Preference): Promise<void> => {
  const { status } = await callIdentity(product.url, 'SetUserMFAPreference', { AccessToken: token, ...preference })
  expect(status).toBe(200)
}

export const tokenFor = async (product: Product, { email, password }: TestUser): Promise<string> =>
  (await signInByPassword(product.url, email, password)).token

export const turnOnEmailCodes = async (product: Product, user: TestUser): Promise<void> =>
  prefer(product, await tokenFor(product, user), { EmailMfaSettings: { Enabled: true, PreferredMfa: true } })

/** Enters the key into the app and verifies it, without turning the method on. */
const connectApp = async (product: Product, token: string): Promise<AuthenticatorApp> => {
  const { body } = await callIdentity(product.url, 'AssociateSoftwareToken', { AccessToken: token })
  const app = authenticatorApp(String(body['SecretCode']))
  const { status } = await callIdentity(product.url, 'VerifySoftwareToken', { AccessToken: token, UserCode: app.next() })
  expect(status).toBe(200)
  return app
}

/** Sets up an app for a user, and sets the preference. */
export const giveApp = async (product: Product, user: TestUser, preference: Preference): Promise<AuthenticatorApp> => {
  const token = await tokenFor(product, user)
  const app = await connectApp(product, token)
  await prefer(product, token, preference)
  return app
}

export const appCode = (page: Page): Locator => page.getByLabel('Code from your authenticator app')
export const emailCode = (page: Page): Locator => page.getByLabel('Code from the email')
export const confirm = (page: Page): Promise<void> => page.getByRole('button', { name: 'Confirm', exact: true }).click()

/** The last step of a sign-in, with a correct code. */
export const enterWith = async (page: Page, field: Locator, code: string, { isTrusted = false } = {}): Promise<void> => {
  if (isTrusted) await page.getByLabel("Don't ask again on this device").check()
  await field.fill(code)
  await expectInside(page)
}

/** Opens My Account of a user without two-step sign-in. */
export const enterAccount = async (page: Page, product: Product, user: TestUser): Promise<Locator> => {
  await enterAs(page, product, user)
  await page.goto('/')
  return openAccount(page)
}

/** Closes My Account, signs out, and signs in again up to the step after the password. */
export const returnFromAccount = async (page: Page, user: TestUser): Promise<void> => {
  await closeAccount(page)
  await signOut(page)
  await signInAgain(page, user)
}

/** Removes the remembered device in My Account. */
export const forgetDevice = async (page: Page, account: Locator): Promise<void> => {
  const devices = account.getByRole('list', { name: 'Remembered devices' })
  await devices.getByRole('button', { name: /^Forget / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget' }).click()
  await expect(account.getByText(/^No remembered devices\./)).toBeVisible()
}

/** Records the challenges of the identity client and their status codes, e.g. `PASSWORD_VERIFIER 200`. */
export const watchAnswers = (page: Page): string[] => {
  const answers: string[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('/idp')) return
    const operation = response.request().headers()['x-amz-target']?.split('.').at(-1) ?? ''
    const { ChallengeName = operation } = (response.request().postDataJSON() ?? {}) as { ChallengeName?: string }
    answers.push(`${ChallengeName} ${response.status()}`)
  })
  return answers
}
