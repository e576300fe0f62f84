// People who have an account already when their story begins.
import { termsVersion } from '../src/contract/signup/terms.ts'
import { callIdentity } from '../src/server/testing/identity-client.ts'
import type { Locator } from '@playwright/test'
import { expect, someCompany, someEmail, type CodeFor, type Page } from './world.ts'
import type { Product } from './product.ts'

export interface TestUser {
  email: string
  password: string
}

/** Opens the account and accepts the terms, where a password alone lets somebody in; otherwise they do so on screen. */
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

/** The screen for owners whose acceptance of the terms is not known. */
export const acceptTerms = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Accept the terms to continue' })).toBeVisible()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Signed up and confirmed by the wire, without the screens, as somebody who has accepted the terms. */
export const newUser = async (
  product: Product,
  name: string,
  codeFor: CodeFor,
  about: { isAgency?: boolean } = {},
): Promise<TestUser> => {
  const person = await newIdentity(product, name, codeFor, about)
  await openAccountOf(product, person)
  return person
}

/** Known to the identity provider alone; the account opens when they first sign in, and asks for the terms. */
export const newIdentity = async (
  product: Product,
  name: string,
  codeFor: CodeFor,
  { isAgency = false }: { isAgency?: boolean } = {},
): Promise<TestUser> => {
  const person = { email: someEmail(name.toLowerCase()), password: 'a calm river at noon' }
  const attributes = {
    email: person.email,
    given_name: name,
    family_name: 'Lund',
    'custom:companyName': someCompany(name),
    ...(isAgency ? { 'custom:isAgency': '1' } : {}),
  }
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
  await callIdentity(product.url, 'SignUp', { Username: person.email, Password: person.password, UserAttributes })
  const ConfirmationCode = await codeFor(person.email)
  const { status } = await callIdentity(product.url, 'ConfirmSignUp', { Username: person.email, ConfirmationCode })
  expect(status).toBe(200)
  return person
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

/** From where a sign-out ends. */
export const signInAgain = async (page: Page, person: TestUser): Promise<void> => {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await fillSignIn(page, person)
}

/** My Account, which holds the security settings. */
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

/** The question that comes before something ends. */
export const answerQuestion = async (page: Page, title: string, answer: string): Promise<void> => {
  const question = page.getByRole('alertdialog', { name: title })
  await question.getByRole('button', { name: answer, exact: true }).click()
  await expect(question).toBeHidden()
}
