// Every call against every kind of person, in every state of the person and of the account: what happens is what the table says.
import { request as send } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '#contract/all-routes.ts'
import type { ErrorEnvelope } from '#contract/kit/errors.ts'
import {
  accountTypes,
  may,
  roles,
  rightsOf,
  standingOf,
  standings,
  type AccountType,
  type Role,
} from '#contract/users/permissions.ts'
import type { Route } from '#contract/kit/route.ts'
import { urlOf } from '#server/platform/http/register.ts'
import { newId } from '#server/platform/ids.ts'
import { changeClient, changeUser } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'

interface Somebody {
  title: string
  user: TestUser
  role: Role
  isOwner: boolean
  isStaff: boolean
  accountType: AccountType
}

let world: World
let stranger: TestUser
const everybody: Somebody[] = []

const guarded = allRoutes.filter((route) => route.access.kind === 'member')

let calls = 0
/** Each call comes from elsewhere: how often somebody calls is not the question here. */
const elsewhere = (): string => {
  calls += 1
  return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
}

const ask = async (route: Route, user: TestUser, ids: () => string = newId, headers: Record<string, string> = {}) => {
  const {
    statusCode,
    headers: said,
    body,
  } = await send(world.url + urlOf(route).replaceAll(/:\w+/g, ids), {
    method: route.method,
    headers: {
      authorization: `Bearer ${user.token}`,
      'x-forwarded-for': elsewhere(),
      ...(route.body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(route.body ? { body: '{}' } : {}),
  })
  if (statusCode >= 400) return ((await body.json()) as ErrorEnvelope).code
  // What has no length may have no end either.
  if (said['content-length'] === undefined) body.on('error', () => undefined).destroy()
  else await body.dump()
  return 'ANSWERED'
}

/** All calls that do not answer as expected; none, if all is well. */
const surprises = async (
  who: readonly Somebody[],
  expected: (route: Route, somebody: Somebody) => (code: string) => boolean,
  how: Parameters<typeof ask> extends [Route, TestUser, ...infer Rest] ? Rest : never = [],
): Promise<string[]> => {
  const found: string[] = []
  for (const somebody of who)
    for (const route of guarded) {
      const code = await ask(route, somebody.user, ...how)
      if (!expected(route, somebody)(code)) found.push(`${somebody.title}: ${route.name} answered ${code}`)
    }
  return found
}

const isAllowed = ({ access }: Route, somebody: Somebody): boolean =>
  access.kind === 'member' && may(somebody, access.area, access.right)

const asTheTableSays = (route: Route, somebody: Somebody) => (code: string) =>
  isAllowed(route, somebody) ? code !== 'FORBIDDEN' : code === 'FORBIDDEN'

/** Until every process has heard of the change. */
const settled = (somebody: Somebody, code: string): Promise<true> =>
  eventually(async () => {
    const probe = guarded.find(({ name }) => name === 'listNotifications')
    return probe && (await ask(probe, somebody.user)) === code ? true : undefined
  })

const settle = async (role: Role, isOwner: boolean, accountType: AccountType): Promise<Somebody> => {
  const title = `${accountType} ${isOwner ? 'owner with role ' : ''}${role}`
  const user = await world.signUp({ company: title, agency: accountType === 'AGENCY' })
  if (!isOwner) await changeClient(world, user, { owner_user_id: null })
  await changeUser(world, user, { role })
  return { title, user, role, isOwner, isStaff: false, accountType }
}

const settleInternal = async (role: Role): Promise<Somebody> => {
  const user = await world.signUp({ company: `Internal ${role}` })
  await changeClient(world, user, { is_internal: true, owner_user_id: null })
  await changeUser(world, user, { role })
  return { title: `internal ${role}`, user, role, isOwner: false, isStaff: role === 'super_admin', accountType: 'COMPANY' }
}

beforeAll(async () => {
  world = await startWorld()
  stranger = await world.signUp({ company: 'Elsewhere', name: 'Sten' })
  for (const accountType of accountTypes) {
    for (const role of roles) everybody.push(await settle(role, false, accountType))
    for (const role of ['user', 'admin'] as const) everybody.push(await settle(role, true, accountType))
  }
  for (const role of ['user', 'admin', 'super_admin'] as const) everybody.push(await settleInternal(role))
  // The last change was heard when the last person counts as staff.
  const listClients = guarded.find(({ name }) => name === 'listClients')
  await eventually(async () => {
    const last = everybody.at(-1)
    return listClients && last && (await ask(listClients, last.user)) === 'ANSWERED' ? true : undefined
  })
})
afterAll(() => world.close())

describe('the table of rights', () => {
  it('knows every combination of role, account type and ownership as one standing', () => {
    expect(new Set(everybody.map((somebody) => standingOf(somebody)))).toEqual(new Set(standings))
  })

  it('gives the owner of an account what an account_admin has, whatever their role says [USER-02]', () => {
    for (const accountType of accountTypes) {
      const owner = { role: 'user', isOwner: true, isStaff: false, accountType } as const
      expect(standingOf(owner)).toBe(standingOf({ ...owner, role: 'account_admin', isOwner: false }))
    }
  })

  it('keeps agencies away from the criteria of companies, and companies from ghost companies [USER-08]', () => {
    expect(rightsOf('agencyOwner', 'criteria')).toBe('-')
    expect(rightsOf('companyAdmin', 'criteria')).toBe('wx')
    expect(rightsOf('companyOwner', 'ghostCompanies')).toBe('-')
  })

  it('opens internal administration to nobody but our own people [ADMIN-01]', () => {
    expect(standings.filter((standing) => rightsOf(standing, 'internal') !== '-')).toEqual(['staff'])
  })
})

describe('every call of the contract', () => {
  it('is open to exactly those whom the table names [USER-02] [USER-03] [SHELL-05]', async () => {
    expect(await surprises(everybody, asTheTableSays)).toEqual([])
  })

  it('is closed to somebody who is invited and has not accepted it yet [USER-02]', async () => {
    for (const somebody of everybody) {
      await changeUser(world, somebody.user, { status: 'INVITED' })
      await settled(somebody, 'INVITATION_OPEN')
    }
    expect(await surprises(everybody, () => (code) => code === 'INVITATION_OPEN')).toEqual([])
    for (const somebody of everybody) {
      await changeUser(world, somebody.user, { status: 'ACTIVE' })
      await settled(somebody, 'ANSWERED')
    }
  })

  it('is closed to somebody who is suspended, at once and without exception [USER-07]', async () => {
    for (const somebody of everybody) {
      await changeUser(world, somebody.user, { status: 'SUSPENDED' })
      await settled(somebody, 'USER_SUSPENDED')
    }
    expect(await surprises(everybody, () => (code) => code === 'USER_SUSPENDED')).toEqual([])
    for (const somebody of everybody) {
      await changeUser(world, somebody.user, { status: 'ACTIVE' })
      await settled(somebody, 'ANSWERED')
    }
  })

  it.each(['suspended', 'closed'])('is closed to everybody of an account that is %s [USER-01]', async (status) => {
    for (const somebody of everybody) {
      await changeClient(world, somebody.user, { status })
      await settled(somebody, 'CLIENT_SUSPENDED')
    }
    expect(await surprises(everybody, () => (code) => code === 'CLIENT_SUSPENDED')).toEqual([])
    for (const somebody of everybody) {
      await changeClient(world, somebody.user, { status: 'active' })
      await settled(somebody, 'ANSWERED')
    }
  })

  it.each(['pending', 'closing'])('stays as open as ever in an account that is %s [USER-01]', async (status) => {
    for (const { user } of everybody) await changeClient(world, user, { status })
    expect(await surprises(everybody, asTheTableSays)).toEqual([])
    for (const { user } of everybody) await changeClient(world, user, { status: 'active' })
  })

  it('refuses whoever names another account in the tenant header, whatever their standing [USER-01]', async () => {
    const header = { 'x-tenant': `${stranger.user.clientId}.localhost` }
    expect(await surprises(everybody, () => (code) => code === 'TENANT_MISMATCH', [newId, header])).toEqual([])
  })

  it('finds nothing under the id of somebody or something of another account, except for our own people [USER-01] [VAL-13]', async () => {
    const members = everybody.filter(({ isStaff }) => !isStaff)
    for (const id of [stranger.user.id, stranger.user.clientId]) {
      const unseen = (route: Route, somebody: Somebody) => (code: string) => {
        if (!route.path.includes('{')) return asTheTableSays(route, somebody)(code)
        return isAllowed(route, somebody) ? ['NOT_FOUND', 'VALIDATION_FAILED'].includes(code) : code === 'FORBIDDEN'
      }
      expect(await surprises(members, unseen, [() => id])).toEqual([])
    }
  })
})
