// The demo accounts, made through the same doors that people use: the identity provider's admin calls and the modules' services.
import { sql } from 'kysely'
import type { Identity } from '#server/identity/public.ts'
import { openClient } from '#server/modules/clients/service.ts'
import { markStep } from '#server/modules/onboarding/service.ts'
import { addUser, isKnownEmail } from '#server/modules/users/service.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { demoPassword, demoTenants } from './people.ts'

/** Several processes may start at once; one of them seeds. */
const seedLock = 7_483_202

const addresses = demoTenants.flatMap(({ people }) => people.map(({ email }) => email))

type Tenant = (typeof demoTenants)[number]
type Person = Tenant['people'][number]

/** The person's identity: found if an earlier start made it, made otherwise, with the password that the sign-in card shows. */
const identityOf = async (identity: Identity, person: Person): Promise<string> => {
  const sdk = await import('@aws-sdk/client-cognito-identity-provider')
  const client = await identity.adminClient()
  const place = { UserPoolId: identity.userPoolId, Username: person.email }
  const attributes = { email: person.email, email_verified: 'true', given_name: person.name, family_name: person.lastname }
  try {
    await client.send(
      new sdk.AdminCreateUserCommand({
        ...place,
        MessageAction: 'SUPPRESS',
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      }),
    )
  } catch (error) {
    if (!(error instanceof sdk.UsernameExistsException)) throw error
  }
  await client.send(new sdk.AdminSetUserPasswordCommand({ ...place, Password: demoPassword, Permanent: true }))
  const { Username } = await client.send(new sdk.AdminGetUserCommand(place))
  if (Username === undefined) throw new Error('The identity provider made a user without a name')
  return Username
}

const openTenant = async (database: Database, identity: Identity, tenant: Tenant): Promise<void> => {
  const subjects = new Map<string, string>()
  for (const person of tenant.people) subjects.set(person.email, await identityOf(identity, person))
  await database.asSystem('demo: open an account', async (tx) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(tx)
    if (await isKnownEmail(tx, tenant.people[0]?.email ?? '')) return
    const ids = tenant.people.map(() => newId())
    const { clientId } = await openClient(tx, { ...tenant, ownerUserId: ids[0] ?? newId() })
    for (const [index, { name, lastname, email, role }] of tenant.people.entries())
      await addUser(tx, {
        clientId,
        userId: ids[index] ?? newId(),
        subject: subjects.get(email) ?? '',
        email,
        name,
        lastname,
        role,
      })
    await markStep(tx, clientId, 'confirm_email')
  })
}

interface Known {
  clientId: string
  userId: string
  subject: string
}

/** People of the demo in this state, by the addresses they were made with. */
const findPeople = (database: Database, status: 'ACTIVE' | 'SUSPENDED'): Promise<Known[]> =>
  database.asSystem('demo: look for its people', async (tx) => {
    const places = await tx
      .selectFrom('registry.user_email')
      .select(['client_id as clientId', 'user_id as userId'])
      .where('email_norm', 'in', addresses)
      .execute()
    const people: Known[] = []
    for (const place of places) {
      const row = await tx
        .selectFrom('app_user')
        .select('subject')
        .where('client_id', '=', place.clientId)
        .where('id', '=', place.userId)
        .where('status', '=', status)
        .executeTakeFirst()
      if (row?.subject) people.push({ ...place, subject: row.subject })
    }
    return people
  })

/** The row comes last: as long as it is old, the next start tries again. */
const mark = (database: Database, { clientId, userId, subject }: Known, status: 'ACTIVE' | 'SUSPENDED'): Promise<void> =>
  database.asSystem('demo: let its people in, or not', async (tx) => {
    await tx.updateTable('app_user').set({ status }).where('client_id', '=', clientId).where('id', '=', userId).execute()
    await sql`select pg_notify('user_changed', ${subject})`.execute(tx)
  })

/** Everybody knows the password of the demo's people: where the demo is off, they are locked out and their sign-ins ended. */
export const closeDemo = async (database: Database, identity: Identity): Promise<void> => {
  for (const person of await findPeople(database, 'ACTIVE')) {
    const sdk = await import('@aws-sdk/client-cognito-identity-provider')
    const client = await identity.adminClient()
    const place = { UserPoolId: identity.userPoolId, Username: person.subject }
    await client.send(new sdk.AdminDisableUserCommand(place))
    await client.send(new sdk.AdminUserGlobalSignOutCommand(place))
    await mark(database, person, 'SUSPENDED')
  }
}

const reopenDemo = async (database: Database, identity: Identity): Promise<void> => {
  for (const person of await findPeople(database, 'SUSPENDED')) {
    const sdk = await import('@aws-sdk/client-cognito-identity-provider')
    const client = await identity.adminClient()
    await client.send(new sdk.AdminEnableUserCommand({ UserPoolId: identity.userPoolId, Username: person.subject }))
    await mark(database, person, 'ACTIVE')
  }
}

/** Each tenant is made once; a start that was killed in between goes on where it stopped. */
export const seedDemo = async (database: Database, identity: Identity): Promise<void> => {
  for (const tenant of demoTenants) {
    const isThere = await database.asSystem('demo: look for its people', (tx) => isKnownEmail(tx, tenant.people[0]?.email ?? ''))
    if (!isThere) await openTenant(database, identity, tenant)
  }
  await reopenDemo(database, identity)
}
