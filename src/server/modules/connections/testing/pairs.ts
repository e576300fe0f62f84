// An agency and a company, and what they do to connect.
import { createConnection, getConnection, type Connection } from '#contract/connections/connections.ts'
import { emailTo } from '#server/testing/users.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import { openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import type { TestUser, World } from '#server/testing/world.ts'

let accounts = 0

/** Ana's agency. */
export const openAgency = (world: World): Promise<TestUser> =>
  world.signUp({ company: `Northlight ${(accounts += 1)}`, name: 'Ana', lastname: 'Whitfield', agency: true })

/** Priya's company. */
export const openCompany = (world: World, form: { email?: string } = {}): Promise<TestUser> =>
  world.signUp({ company: `Brightsmile ${(accounts += 1)}`, name: 'Priya', lastname: 'Raman', ...form })

/** A CRM whose first sync is under way. */
export const startSyncing = async (world: World, user: TestUser): Promise<void> => {
  const account = await openAccount(world, 'hubspot', { name: `CRM of ${user.user.client.name}`, people: 3 })
  await connectToRead(user, 'hubspot', account)
}

export const invite = async (by: TestUser, partnerEmail: string, more: { message?: string } = {}): Promise<Connection> => {
  const { status, body, error } = await by.call(createConnection, { body: { name: 'Brightsmile Dental', partnerEmail, ...more } })
  if (status !== 201) throw new Error(`Not invited: ${JSON.stringify(error)}`)
  return body
}

/** The secret of the link in the newest invitation to an address. */
export const tokenFor = async (world: World, email: string, subject = /invites you to connect/): Promise<string> => {
  const { text } = await emailTo(world, email, subject)
  return /\/invitations\/([\w-]+)/.exec(text)?.[1] ?? ''
}

export const lookAt = async (user: TestUser, id: string): Promise<Connection> =>
  (await user.call(getConnection, { params: { id }, query: {} })).body
