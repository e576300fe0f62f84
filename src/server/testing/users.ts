// Users in states that take several steps, or that no form leads to.
import { sql } from 'kysely'
import { listClients } from '#contract/clients.ts'
import type { Role } from '#contract/users/permissions.ts'
import { termsVersion } from '#contract/signup/terms.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { createUser } from '#contract/users/invitations.ts'
import { changeUserStatus } from '#contract/users/users.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { eventually, type TestUser, type World } from './world.ts'

interface RowChange {
  role?: Role
  status?: 'INVITED' | 'ACTIVE' | 'SUSPENDED' | 'DELETED'
  email?: string
  invited_at?: Date
  status_since?: Date
  last_seen_at?: Date
}

/** Changes the row of a user and notifies every process, as a service does. */
export const changeUser = (
  { database }: Pick<World, 'database'>,
  { user }: { user: Pick<TestUser['user'], 'id' | 'clientId'> & { cognitoId?: string } },
  change: RowChange,
): Promise<void> =>
  database.asSystem('test: change a person', async (tx) => {
    await tx.updateTable('app_user').set(change).where('client_id', '=', user.clientId).where('id', '=', user.id).execute()
    await announce(tx, user.cognitoId ?? '')
  })

const announce = async (tx: Tx, subject: string): Promise<void> => {
  await sql`select pg_notify('user_changed', ${subject})`.execute(tx)
}

export const changeClient = (
  { database }: Pick<World, 'database'>,
  { user }: TestUser,
  change: { owner_user_id?: string | null; is_internal?: boolean; status?: string; name?: string },
): Promise<void> =>
  database.asSystem('test: change a client', async (tx) => {
    await tx.updateTable('client').set(change).where('client_id', '=', user.clientId).execute()
    await announce(tx, user.cognitoId)
  })

/** A staff user. */
export const signUpStaff = async (world: World, company = 'Tributary'): Promise<TestUser> => {
  const user = await world.signUp({ company, name: 'Sol', lastname: 'Steward' })
  // No account but ours may have such a name, so it cannot sign up with it.
  await changeClient(world, user, { is_internal: true, name: company })
  await changeUser(world, user, { role: 'super_admin' })
  await eventually(async () => ((await user.call(listClients)).status === 200 ? true : undefined))
  return { ...user, user: { ...user.user, role: 'super_admin', isStaff: true } }
}

/** A user who neither owns nor administers their account. */
export const signUpPlainUser = async (world: World, company: string): Promise<TestUser> => {
  const user = await world.signUp({ company, name: 'Uma', lastname: 'User' })
  await changeClient(world, user, { owner_user_id: null })
  await changeUser(world, user, { role: 'user' })
  return user
}

/** As the new owner of an account does. */
export const acceptTerms = ({ email, call }: TestUser) => call(getUserByEmail, { query: { email, terms_version: termsVersion } })

const ownPassword = 'my own long password'

/** Signs in with the temporary password of an email, chooses another one, and returns the access token. */
export const takeUpInvitation = async (world: World, email: string, temporary: string): Promise<string> => {
  const first = await world.idp('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: temporary },
  })
  if (first.body['ChallengeName'] !== 'NEW_PASSWORD_REQUIRED') throw new Error(`Not taken up: ${JSON.stringify(first.body)}`)
  const { body } = await world.idp('RespondToAuthChallenge', {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: first.body['Session'],
    ChallengeResponses: { USERNAME: email, NEW_PASSWORD: ownPassword },
  })
  return (body['AuthenticationResult'] as { AccessToken: string }).AccessToken
}

interface Colleague {
  name: string
  lastname?: string
  role?: Role
  companies?: 'all' | string[]
}

/** A user whom an admin invited, and who signed in with the emailed password, chose their own, and is active. */
export const joinTeam = async (world: World, admin: TestUser, colleague: Colleague): Promise<TestUser> => {
  const { name, lastname = 'Okafor', role = 'user', companies = 'all' } = colleague
  const email = `${name}.${admin.user.clientId.slice(-12)}@example.com`.toLowerCase()
  // A role above user needs two staff users, which takes longer than most tests need.
  const isGrantedLater = admin.user.isStaff && role !== 'user'
  const invited = await admin.call(createUser, {
    body: { name, lastname, email, role: isGrantedLater ? 'user' : role, companies },
  })
  if (invited.status !== 201) throw new Error(`Not invited: ${JSON.stringify(invited.error)}`)
  await takeUpInvitation(world, email, await world.codeFor(email))
  const joined = await world.signIn(email, ownPassword)
  await joined.call(changeUserStatus, { params: { id: joined.user.id }, body: { status: 'ACTIVE' } })
  await eventually(async () => {
    const { body } = await joined.call(getUserByEmail, { query: { email } })
    return body.status === 'ACTIVE' ? body : undefined
  })
  if (isGrantedLater) await changeUser(world, joined, { role })
  return world.signIn(email, ownPassword)
}

interface SentEmail {
  subject: string
  text: string
}

/** The newest email to an address with a matching subject. */
export const emailTo = (world: World, email: string, subject: RegExp): Promise<SentEmail> =>
  eventually(async () => {
    const response = await fetch(`${world.url}/agencies-api/outbox/letters?limit=20&to=${encodeURIComponent(email)}`)
    const { items } = (await response.json()) as { items: SentEmail[] }
    return items.find((letter) => subject.test(letter.subject))
  })
