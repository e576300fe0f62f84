// The demo accounts, made through the same doors that people use: the identity provider's admin calls and the modules' services.
import { sql } from 'kysely'
import type { Identity } from '#server/identity/public.ts'
import { openClient } from '#server/modules/clients/service.ts'
import { markStep } from '#server/modules/onboarding/service.ts'
import {
  addUser,
  closeSignIn,
  findPeople,
  inviteUser,
  isKnownEmail,
  openSignIn,
  setStatus,
} from '#server/modules/users/service.ts'
import { appendActs, systemActor } from '#server/platform/audit/act.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Desk } from '#server/platform/desk.ts'
import { termsVersion } from '#contract/terms.ts'
import { newId } from '#server/platform/ids.ts'
import { demoPassword, demoTenants } from './people.ts'

interface Parts {
  database: Database
  identity: Identity
  desk: Desk
}

const seedLock = 7_483_202

type Tenant = (typeof demoTenants)[number]
type Person = Tenant['people'][number]

const everybodyIn = ({ people, invited = [] }: Tenant): Person[] => [...people, ...invited]

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

const addressesOf = (tenant: Tenant): string[] => everybodyIn(tenant).map(({ email }) => email)

const peopleOf = ({ database }: Parts, tenant: Tenant) =>
  database.asSystem('demo: look for its people', (tx) => findPeople(tx, addressesOf(tenant)))

/** The account that its people are in: whoever tries the demo may have removed some of them. */
const clientIdOf = async (parts: Parts, tenant: Tenant | undefined): Promise<string | undefined> =>
  tenant && (await peopleOf(parts, tenant))[0]?.clientId

const companiesOf = async (parts: Parts, { companies }: Person): Promise<'all' | string[]> => {
  if (!companies) return 'all'
  const ids = await Promise.all(
    companies.map((name) =>
      clientIdOf(
        parts,
        demoTenants.find((tenant) => tenant.name === name),
      ),
    ),
  )
  return ids.filter((id) => id !== undefined)
}

const openTenant = async ({ database, identity }: Parts, tenant: Tenant): Promise<string | undefined> => {
  const [owner] = tenant.people
  if (!owner) return undefined
  const { email, name, lastname, role } = owner
  const subject = await identityOf(identity, owner)
  return database.asSystem('demo: open an account', async (tx) => {
    const userId = newId()
    const { clientId } = await openClient(tx, { ...tenant, ownerUserId: userId })
    await addUser(tx, { clientId, userId, subject, email, name, lastname, role, termsVersion })
    await markStep(tx, clientId, 'confirm_email')
    await appendActs(tx, systemActor, [{ action: 'client.created', clientId, object: { type: 'client', id: clientId } }])
    return clientId
  })
}

const addPerson = async (parts: Parts, clientId: string, person: Person): Promise<void> => {
  const { database, identity } = parts
  const { email, name, lastname, role } = person
  const subject = await identityOf(identity, person)
  const companies = await companiesOf(parts, person)
  if (person.isSuspended) await closeSignIn(identity, email)
  await database.asSystem('demo: add somebody', async (tx) => {
    const userId = newId()
    await addUser(tx, { clientId, userId, subject, email, name, lastname, role, companies, termsVersion })
    if (person.isSuspended) await setStatus(tx, { clientId, userId }, 'SUSPENDED')
  })
}

/** Whoever is missing: all of them at the first start, those behind the point where an earlier one was killed at the next. */
const addMissing = async (parts: Parts, tenant: Tenant): Promise<void> => {
  const clientId = await clientIdOf(parts, tenant)
  if (clientId === undefined) return
  const missing = await parts.database.asSystem('demo: look for its people', async (tx) => {
    const unknown = []
    for (const person of everybodyIn(tenant)) if (!(await isKnownEmail(tx, person.email))) unknown.push(person)
    return unknown
  })
  for (const person of missing)
    if (tenant.people.includes(person)) await addPerson(parts, clientId, person)
    else await inviteUser(parts.database, parts.desk, { ...person, companies: 'all', clientId })
}

/**
 * Everybody knows the password of the demo's people, and may have read the letters to its guests: where the demo is off, they are
 * locked out and their sign-ins ended. The owner goes first: nobody else can suspend an owner, so that tells later whose work it was.
 * The identity provider is told first: as long as the state is old, the next start tries again.
 */
export const closeDemo = async (parts: Parts): Promise<void> => {
  for (const tenant of demoTenants)
    for (const { email, status, ...place } of await peopleOf(parts, tenant)) {
      if (status === 'SUSPENDED') continue
      await closeSignIn(parts.identity, email)
      await parts.database.asSystem('demo: lock its people out', (tx) => setStatus(tx, place, 'SUSPENDED'))
    }
}

/** Lets in again whom a start without the demo locked out, the owner last. Whom an admin suspended stays so. */
const reopenTenant = async (parts: Parts, tenant: Tenant): Promise<void> => {
  const people = await peopleOf(parts, tenant)
  if (people[0]?.status !== 'SUSPENDED') return
  const stays = new Set(tenant.people.filter(({ isSuspended }) => isSuspended).map(({ email }) => email))
  for (const { email, status, hasArrived, ...place } of people.toReversed()) {
    if (status !== 'SUSPENDED' || stays.has(email)) continue
    await openSignIn(parts.identity, email)
    await parts.database.asSystem('demo: let its people in', (tx) => setStatus(tx, place, hasArrived ? 'ACTIVE' : 'INVITED'))
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

/** Each account is made once; a start that was killed in between goes on where it stopped. */
export const seedDemo = (parts: Parts): Promise<void> =>
  inTurn(parts.database, async () => {
    for (const tenant of demoTenants) if ((await clientIdOf(parts, tenant)) === undefined) await openTenant(parts, tenant)
    for (const tenant of demoTenants) await reopenTenant(parts, tenant)
    for (const tenant of demoTenants) await addMissing(parts, tenant)
  })
