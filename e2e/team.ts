// Accounts with several users, created by API for tests that are not about inviting.
import type { Locator } from '@playwright/test'
import { decodeJwt } from 'jose'
import { offeredUsers } from '../db/seed/users.ts'
import { embeddedPool } from '../src/server/embedded-pool.ts'
import { callIdentity } from '../src/server/testing/identity-client.ts'
import { acceptTerms, expectInside, fillSignIn, newUser, type TestUser } from './users.ts'
import { demoPassword, expect, openSignIn, soon, type CodeFor, type Page } from './world.ts'
import type { Product } from './product.ts'

export interface Member extends TestUser {
  id: string
  clientId: string
  company: string
  fullName: string
  token: string
}

interface SentEmail {
  subject: string
  text: string
}

interface Call {
  method?: string
  path: string
  body?: object
}

const callApi = async (
  product: Product,
  token: string,
  { method = 'GET', path, body }: Call,
): Promise<Record<string, unknown>> => {
  const response = await fetch(product.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer)}`)
  return answer
}

/** Calls the API as one of the users. */
export const callAs = (product: Product, { token }: Member, call: Call): Promise<Record<string, unknown>> =>
  callApi(product, token, call)

export const signInMember = async (product: Product, testUser: TestUser): Promise<Member> => {
  const { AccessToken: token = '' } = await signInTokens(product, testUser.email, testUser.password)
  const user = (await callApi(product, token, {
    path: `/users-api/users/email?email=${encodeURIComponent(testUser.email)}`,
  })) as {
    id: string
    clientId: string
    name: string
    lastname: string
    client: { name: string }
  }
  const { id, clientId, name, lastname, client } = user
  return { ...testUser, id, clientId, company: client.name, fullName: `${name} ${lastname}`, token }
}

/** A new user who owns an account. */
export const newOwner = async (
  product: Product,
  { name, ...rest }: { name: string; isAgency?: boolean },
  codeFor: CodeFor,
): Promise<Member> => signInMember(product, await newUser(product, name, codeFor, rest))

interface NewMember {
  name: string
  lastname?: string
  role?: 'user' | 'admin' | 'account_admin'
}

/** Invites a user, who has not accepted yet. */
export const invite = async (product: Product, by: Member, { name, lastname = 'Berg', role = 'user' }: NewMember) => {
  const email = `${name}.${by.clientId.slice(-12)}@example.com`.toLowerCase()
  const body = { name, lastname, email, role }
  await callAs(product, by, { method: 'POST', path: '/users-api/users/', body })
  return { email, fullName: `${name} ${lastname}` }
}

/** An invited user, with the temporary password from the email. */
export const newInvitee = async (product: Product, name: string, codeFor: CodeFor): Promise<TestUser> => {
  const { email } = await invite(product, await newOwner(product, { name: 'Olga' }, codeFor), { name })
  return { email, password: await codeFor(email) }
}

const choosePassword = async (product: Product, email: string, temporary: string): Promise<TestUser> => {
  const password = 'my own quiet harbour'
  const first = await callIdentity(product.url, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: temporary },
  })
  const { status } = await callIdentity(product.url, 'RespondToAuthChallenge', {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: first.body['Session'],
    ChallengeResponses: { USERNAME: email, NEW_PASSWORD: password },
  })
  expect(status).toBe(200)
  return { email, password }
}

/** Invites a user and accepts the invitation. */
export const joinTeam = async (
  product: Product,
  by: Member,
  { codeFor, ...newMember }: NewMember & { codeFor: CodeFor },
): Promise<Member> => {
  const { email } = await invite(product, by, newMember)
  const member = await signInMember(product, await choosePassword(product, email, await codeFor(email)))
  const path = `/users-api/users/${member.id}/change_status`
  await callAs(product, member, { method: 'POST', path, body: { status: 'ACTIVE' } })
  return member
}

const signInTokens = async (product: Product, email: string, password: string): Promise<Record<string, string>> => {
  const AuthParameters = { USERNAME: email, PASSWORD: password }
  const { body } = await callIdentity(product.url, 'InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
  return (body['AuthenticationResult'] ?? {}) as Record<string, string>
}

/** Polls, because the identity provider follows the user's status a moment later. */
export const expectSignIn = (product: Product, { email, password }: TestUser, outcome: 'works' | 'is refused'): Promise<void> =>
  expect
    .poll(async () => ((await signInTokens(product, email, password))['AccessToken'] ? 'works' : 'is refused'), {
      intervals: soon,
    })
    .toBe(outcome)

/** One of the demo users of the sign-in page. */
export const demoUser = (email: string): TestUser => ({ email, password: demoPassword })

/** Signs a user in without the screens, for tests that are not about signing in. */
export const enterAs = async (page: Page, product: Product, { email, password }: TestUser): Promise<void> => {
  const { AccessToken = '', IdToken = '', RefreshToken = '' } = await signInTokens(product, email, password)
  const { username } = decodeJwt<{ username: string }>(AccessToken)
  const prefix = `CognitoIdentityServiceProvider.${embeddedPool.clientId}`
  const kept = { accessToken: AccessToken, idToken: IdToken, refreshToken: RefreshToken, clockDrift: '0' }
  const cookies = Object.entries(kept).map(([name, value]) => ({ name: `${prefix}.${username}.${name}`, value }))
  cookies.push({ name: `${prefix}.LastAuthUser`, value: username })
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: product.url })))
}

/** Signs in one of the demo users on the sign-in page, and waits for their first page. */
export const enterHome = async (page: Page, product: Product, fullName: string): Promise<void> => {
  const user = offeredUsers.find(({ name, lastname }) => `${name} ${lastname}` === fullName)
  if (!user) throw new Error(`Nobody on the sign-in page is called ${fullName}`)
  await enterAs(page, product, demoUser(user.email))
  await page.goto('/')
  await expectInside(page)
}

/** Opens a page for signed-in users, and waits until it shows. */
export const open = async (page: Page, path: string, title: string): Promise<void> => {
  await page.goto(path)
  await expect(page.getByRole('banner').getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
}

/** Accepts an invitation on screen: from the email to the first page. */
export const acceptInvitation = async (page: Page, email: string, codeFor: CodeFor, { isOwner = false } = {}): Promise<void> => {
  await openSignIn(page)
  await fillSignIn(page, { email, password: await codeFor(email) })
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('my own quiet harbour')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  if (isOwner) await acceptTerms(page)
  await expectInside(page)
}

export const emailsTo = async (product: Product, email: string): Promise<SentEmail[]> => {
  const response = await fetch(`${product.url}/agencies-api/outbox/letters?limit=50&to=${encodeURIComponent(email)}`)
  return ((await response.json()) as { items: SentEmail[] }).items
}

/** The newest email to an address whose subject matches. */
export const emailTo = async (product: Product, email: string, subject: RegExp): Promise<SentEmail> => {
  let found: SentEmail | undefined
  await expect(async () => {
    found = (await emailsTo(product, email)).find((sent) => subject.test(sent.subject))
    expect(found).toBeDefined()
  }).toPass({ timeout: 90_000, intervals: soon })
  return found ?? { subject: '', text: '' }
}

export const openUsers = async (page: Page): Promise<Locator> => {
  await open(page, '/settings/users', 'Users')
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table).toBeVisible()
  return table
}

export const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: text })
