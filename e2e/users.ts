// Users who already have an account when their test begins.
import { termsVersion } from '../src/contract/signup/terms.ts'
import { callIdentity } from '../src/server/testing/identity-client.ts'
import type { Locator } from '@playwright/test'
import { expect, someCompany, someEmail, type CodeFor, type Page } from './world.ts'
import type { Product } from './product.ts'

export interface TestUser {
  email: string
  password: string
}

/** Creates the account and accepts the terms, if a password alone signs the user in; otherwise the test does it on screen. */
const openAccountOf = async (product: Product, { email, password }: TestUser): Promise<void> => {
  const AuthParameters = { USERNAME: email, PASSWORD: password }
  const { body } = await callIdentity(product.url, 'InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
  const { AccessToken } = (body['AuthenticationResult'] ?? {}) as { AccessToken?: string }
  if (AccessToken === undefined) return
  const query = new URLSearchParams({ email, terms_version: termsVersion })
  const headers = { authorization: `Bearer ${AccessToken}` }
  const { status } = await fetch(`${product.url}/users-api/users/email?${query}`, { headers })
  expect(status).toBe(200)
}

/** Accepts the terms on the screen for owners whose acceptance is not stored. */
export const acceptTerms = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Accept the terms to continue' })).toBeVisible()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Signs up and confirms a user by API, without the screens, including the acceptance of the terms. */
export const newUser = async (
  product: Product,
  name: string,
  codeFor: CodeFor,
  about: { isAgency?: boolean } = {},
): Promise<TestUser> => {
  const user = await newIdentity(product, name, codeFor, about)
  await openAccountOf(product, user)
  return user
}

/** Creates a user at the identity provider only; the account is created at the first sign-in, which asks for the terms. */
export const newIdentity = async (
  product: Product,
  name: string,
  codeFor: CodeFor,
  { isAgency = false }: { isAgency?: boolean } = {},
): Promise<TestUser> => {
  const user = { email: someEmail(name.toLowerCase()), password: 'a calm river at noon' }
  const attributes = {
    email: user.email,
    given_name: name,
    family_name: 'Lund',
    'custom:companyName': someCompany(name),
    ...(isAgency ? { 'custom:isAgency': '1' } : {}),
  }
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
  await callIdentity(product.url, 'SignUp', { Username: user.email, Password: user.password, UserAttributes })
  const ConfirmationCode = await codeFor(user.email)
  const { status } = await callIdentity(product.url, 'ConfirmSignUp', { Username: user.email, ConfirmationCode })
  expect(status).toBe(200)
  return user
}

export const fillSignIn = async (page: Page, { email, password }: TestUser): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export const expectInside = (page: Page): Promise<void> =>
  expect(page.getByRole('banner').getByRole('button', { name: /^Your menu/ })).toBeVisible()

export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'How will you use Tributary?' })).toBeVisible()
}

/** Signs in from the screen that a sign-out leads to. */
export const signInAgain = async (page: Page, user: TestUser): Promise<void> => {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await fillSignIn(page, user)
}

/** Opens My Account, which has the security settings. */
export const openAccount = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'My Account' }).click()
  const account = page.getByRole('dialog', { name: 'My Account' })
  await expect(account.getByRole('heading', { name: 'Security' })).toBeVisible()
  return account
}

export const closeAccount = async (page: Page): Promise<void> => {
  const account = page.getByRole('dialog', { name: 'My Account' })
  await account.getByRole('button', { name: 'Close' }).click()
  await expect(account).toBeHidden()
}

/** Answers a confirmation dialog. */
export const answerQuestion = async (page: Page, title: string, answer: string): Promise<void> => {
  const question = page.getByRole('alertdialog', { name: title })
  await question.getByRole('button', { name: answer, exact: true }).click()
  await expect(question).toBeHidden()
}
