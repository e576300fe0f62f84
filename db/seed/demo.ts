// The demo accounts, made through the same doors that people use: the identity provider's admin calls and the modules' services.
import { sql } from 'kysely'
import type { Identity } from '#server/identity/public.ts'
import { openClient } from '#server/modules/clients/service.ts'
import { markStep } from '#server/modules/onboarding/service.ts'
import { addUser, findPeople, inviteUser, isKnownEmail, setStatus, type Place } from '#server/modules/users/service.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { demoPassword, demoTenants } from './people.ts'

const seedLock = 7_483_202

const addresses = demoTenants.flatMap(({ people, invited = [] }) => [...people, ...invited].map(({ email }) => email))

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

const peopleWho = (database: Database, which: { suspended: boolean }) =>
  database.asSystem('demo: look for its people', (tx) => findPeople(tx, addresses, which))

/** Comes after the identity provider was told: as long as the state is old, the next start tries again. */
const mark = (database: Database, place: Place, status: 'INVITED' | 'ACTIVE' | 'SUSPENDED'): Promise<void> =>
  database.asSystem('demo: let its people in, or not', (tx) => setStatus(tx, place, status))

/**
 * Everybody knows the password of the demo's people, and may have read the letters to its guests: where the demo is off, they are
 * locked out and their sign-ins ended.
 */
export const closeDemo = async (database: Database, identity: Identity): Promise<void> => {
  for (const person of await peopleWho(database, { suspended: false })) {
    const sdk = await import('@aws-sdk/client-cognito-identity-provider')
    const client = await identity.adminClient()
    const place = { UserPoolId: identity.userPoolId, Username: person.email }
    await client.send(new sdk.AdminDisableUserCommand(place))
    await client.send(new sdk.AdminUserGlobalSignOutCommand(place))
    await mark(database, person, 'SUSPENDED')
  }
}

const reopenDemo = async (database: Database, identity: Identity): Promise<void> => {
  for (const person of await peopleWho(database, { suspended: true })) {
    const sdk = await import('@aws-sdk/client-cognito-identity-provider')
    const client = await identity.adminClient()
    await client.send(new sdk.AdminEnableUserCommand({ UserPoolId: identity.userPoolId, Username: person.email }))
    await mark(database, person, person.subject === null ? 'INVITED' : 'ACTIVE')
  }
}

const inviteGuests = async (database: Database, identity: Identity, { people, invited = [] }: Tenant): Promise<void> => {
  for (const guest of invited) {
    const [isThere, [owner]] = await database.asSystem('demo: look for its guests', async (tx) => [
      await isKnownEmail(tx, guest.email),
      await findPeople(tx, [people[0]?.email ?? ''], { suspended: false }),
    ])
    if (!isThere && owner) await inviteUser(database, identity, { ...guest, clientId: owner.clientId })
  }
}

/** Several processes may start at once: one seeds, and the others go on when it is done. */
const inTurn = (database: Database, work: () => Promise<void>): Promise<void> =>
  database.asSystem('demo: one process at a time', async (tx) => {
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(tx)
    await work()
  })

/** Each tenant is made once; a start that was killed in between goes on where it stopped. */
export const seedDemo = (database: Database, identity: Identity): Promise<void> =>
  inTurn(database, async () => {
    for (const tenant of demoTenants) {
      const isThere = await database.asSystem('demo: look for its people', (tx) =>
        isKnownEmail(tx, tenant.people[0]?.email ?? ''),
      )
      if (!isThere) await openTenant(database, identity, tenant)
    }
    await reopenDemo(database, identity)
    for (const tenant of demoTenants) await inviteGuests(database, identity, tenant)
  })
