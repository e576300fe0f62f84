// The demo accounts, created through the identity provider's admin calls and the modules' services.
import { sql } from 'kysely'
import type { Identity } from '#server/identity/public.ts'
import { openClient } from '#server/modules/clients/service.ts'
import { markStep } from '#server/modules/onboarding/service.ts'
import { addUser, findUsersOf, isKnownEmail, setStatus } from '#server/modules/users/service.ts'
import { inviteUser } from '#server/modules/users/invitations/service.ts'
import { closeSignIn } from '#server/modules/users/sign-in/service.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { termsVersion } from '#contract/signup/terms.ts'
import { newId } from '#server/platform/ids.ts'
import { reopenDemo, type Parts } from './demo-off.ts'
import { insertDemoClient, selectDemoClients } from './demo-queries.ts'
import { demoPassword, demoClients } from './users.ts'

const seedLock = 7_483_202

type Tenant = (typeof demoClients)[number]
type DemoUser = Tenant['people'][number]

const allUsersOf = ({ people, invited = [] }: Tenant): DemoUser[] => [...people, ...invited]

/**
 * The user's identity: found if an earlier start created it, created otherwise, with the password that the sign-in card
 * shows.
 */
const identityOf = async (identity: Identity, user: DemoUser): Promise<string> => {
  const sdk = await import('@aws-sdk/client-cognito-identity-provider')
  const client = await identity.adminClient()
  const poolUser = { UserPoolId: identity.userPoolId, Username: user.email }
  const attributes = { email: user.email, email_verified: 'true', given_name: user.name, family_name: user.lastname }
  try {
    await client.send(
      new sdk.AdminCreateUserCommand({
        ...poolUser,
        MessageAction: 'SUPPRESS',
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      }),
    )
  } catch (error) {
    if (!(error instanceof sdk.UsernameExistsException)) throw error
  }
  await client.send(new sdk.AdminSetUserPasswordCommand({ ...poolUser, Password: demoPassword, Permanent: true }))
  const { Username } = await client.send(new sdk.AdminGetUserCommand(poolUser))
  if (Username === undefined) throw new Error('The identity provider made a user without a name')
  return Username
}

/** The accounts that the demo opened and that still have users, by their names in its list. */
export const findDemoClients = (database: Database): Promise<Map<string, string>> =>
  database.asSystem('demo: look for its accounts', async (tx) => {
    const found = new Map<string, string>()
    for (const { clientId, demoName } of await selectDemoClients(tx))
      if ((await findUsersOf(tx, clientId)).length > 0) found.set(demoName, clientId)
    return found
  })

const companiesOf = async ({ database }: Parts, { companies }: DemoUser): Promise<'all' | string[]> => {
  if (!companies) return 'all'
  const clients = await findDemoClients(database)
  return companies.flatMap((name) => clients.get(name) ?? [])
}

const isTaken = ({ database }: Parts, { email }: DemoUser): Promise<boolean> =>
  database.asSystem('demo: look for an address', (tx) => isKnownEmail(tx, email))

/** An account whose owner's email belongs to another user is left out. */
const openTenant = async (parts: Parts, tenant: Tenant): Promise<void> => {
  const { database, identity } = parts
  const [owner] = tenant.people
  if (!owner || (await isTaken(parts, owner))) return
  const { email, name, lastname, role } = owner
  const subject = await identityOf(identity, owner)
  await database.asSystem('demo: open an account', async (tx) => {
    const userId = newId()
    const { clientId } = await openClient(tx, { ...tenant, ownerUserId: userId })
    await insertDemoClient(tx, { clientId, demoName: tenant.name })
    await addUser(tx, { clientId, userId, subject, email, name, lastname, role, termsVersion })
    await markStep(tx, clientId, 'confirm_email')
  })
}

const addDemoUser = async (parts: Parts, clientId: string, user: DemoUser): Promise<void> => {
  const { database, identity } = parts
  const { email, name, lastname, role } = user
  const subject = await identityOf(identity, user)
  const companies = await companiesOf(parts, user)
  if (user.isSuspended) await closeSignIn(identity, { username: email, hasArrived: true })
  await database.asSystem('demo: add somebody', async (tx) => {
    const userId = newId()
    await addUser(tx, { clientId, userId, subject, email, name, lastname, role, companies, termsVersion })
    if (user.isSuspended) await setStatus(tx, { clientId, userId }, 'SUSPENDED')
  })
}

/** Adds missing users: all of them at the first start, the remaining ones after a start that was killed. */
const addMissing = async (parts: Parts, tenant: Tenant, clientId: string): Promise<void> => {
  for (const user of allUsersOf(tenant)) {
    if (await isTaken(parts, user)) continue
    if (tenant.people.includes(user)) await addDemoUser(parts, clientId, user)
    else await inviteUser(parts.database, parts.dispatcher, { ...user, companies: 'all', clientId })
  }
}

/** Several processes may start at once: one seeds, and the others continue when it is done. */
const inTurn = (database: Database, work: () => Promise<void>): Promise<void> =>
  database.asSystem('demo: one process at a time', async (tx) => {
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(tx)
    await work()
  })

/** Each account is created once; a start that was killed in between is continued by the next. */
export const seedDemo = (parts: Parts): Promise<void> =>
  inTurn(parts.database, async () => {
    const there = await findDemoClients(parts.database)
    for (const tenant of demoClients) if (!there.has(tenant.name)) await openTenant(parts, tenant)
    await reopenDemo(parts)
    const clients = await findDemoClients(parts.database)
    for (const tenant of demoClients) {
      const clientId = clients.get(tenant.name)
      if (clientId !== undefined) await addMissing(parts, tenant, clientId)
    }
  })
