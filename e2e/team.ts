// Accounts with several people in them, made by the wire for stories that are not about how they came there.
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

const ask = async (product: Product, token: string, { method = 'GET', path, body }: Call): Promise<Record<string, unknown>> => {
  const response = await fetch(product.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer)}`)
  return answer
}

/** A call of the API as one of the people in the story. */
export const callAs = (product: Product, { token }: Member, call: Call): Promise<Record<string, unknown>> =>
  ask(product, token, call)

const signInMember = async (product: Product, person: TestUser): Promise<Member> => {
  const { AccessToken: token = '' } = await signInTokens(product, person.email, person.password)
  const user = (await ask(product, token, { path: `/users-api/users/email?email=${encodeURIComponent(person.email)}` })) as {
    id: string
    clientId: string
    name: string
    lastname: string
    client: { name: string }
  }
  const { id, clientId, name, lastname, client } = user
  return { ...person, id, clientId, company: client.name, fullName: `${name} ${lastname}`, token }
}

/** Somebody with an account of their own. */
export const newOwner = async (
  product: Product,
  { name, ...rest }: { name: string; isAgency?: boolean },
  codeFor: CodeFor,
): Promise<Member> => signInMember(product, await newUser(product, name, codeFor, rest))

interface Colleague {
  name: string
  lastname?: string
  role?: 'user' | 'admin' | 'account_admin'
}

/** Invited, and not there yet. */
export const invite = async (product: Product, by: Member, { name, lastname = 'Berg', role = 'user' }: Colleague) => {
  const email = `${name}.${by.clientId.slice(-12)}@example.com`.toLowerCase()
  const body = { name, lastname, email, role }
  await callAs(product, by, { method: 'POST', path: '/users-api/users/', body })
  return { email, fullName: `${name} ${lastname}` }
}

/** Somebody who was invited, with the temporary password from the email. */
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

/** Invited, and taken up. */
export const joinTeam = async (
  product: Product,
  by: Member,
  { codeFor, ...colleague }: Colleague & { codeFor: CodeFor },
): Promise<Member> => {
  const { email } = await invite(product, by, colleague)
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

/** The identity provider follows what the account says a moment later. */
export const expectSignIn = (product: Product, { email, password }: TestUser, outcome: 'works' | 'is refused'): Promise<void> =>
  expect
    .poll(async () => ((await signInTokens(product, email, password))['AccessToken'] ? 'works' : 'is refused'), {
      intervals: soon,
    })
    .toBe(outcome)

/** One of the people whom the sign-in page offers. */
export const demoUser = (email: string): TestUser => ({ email, password: demoPassword })

/** A browser in which somebody is signed in already; how that comes about is another story. */
export const enterAs = async (page: Page, product: Product, { email, password }: TestUser): Promise<void> => {
  const { AccessToken = '', IdToken = '', RefreshToken = '' } = await signInTokens(product, email, password)
  const { username } = decodeJwt<{ username: string }>(AccessToken)
  const prefix = `CognitoIdentityServiceProvider.${embeddedPool.clientId}`
  const kept = { accessToken: AccessToken, idToken: IdToken, refreshToken: RefreshToken, clockDrift: '0' }
  const cookies = Object.entries(kept).map(([name, value]) => ({ name: `${prefix}.${username}.${name}`, value }))
  cookies.push({ name: `${prefix}.LastAuthUser`, value: username })
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: product.url })))
}

/** One of the people whom the sign-in page offers, on their first page. */
export const enterHome = async (page: Page, product: Product, fullName: string): Promise<void> => {
  const user = offeredUsers.find(({ name, lastname }) => `${name} ${lastname}` === fullName)
  if (!user) throw new Error(`Nobody on the sign-in page is called ${fullName}`)
  await enterAs(page, product, demoUser(user.email))
  await page.goto('/')
  await expectInside(page)
}

/** Opens a page of the signed-in part, and waits until it is there. */
export const open = async (page: Page, path: string, title: string): Promise<void> => {
  await page.goto(path)
  await expect(page.getByRole('banner').getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
}

/** From the invitation's letter to the first page, as a newcomer goes. */
export const takeUpInvitation = async (page: Page, email: string, codeFor: CodeFor, { isOwner = false } = {}): Promise<void> => {
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

/** The newest letter to an address whose subject says so. */
export const emailTo = async (product: Product, email: string, subject: RegExp): Promise<SentEmail> => {
  let found: SentEmail | undefined
  await expect(async () => {
    found = (await emailsTo(product, email)).find((letter) => subject.test(letter.subject))
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
