// Every call with every kind of user, in every status of the user and of the account: the result is what the table
// says.
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

interface Profile {
  title: string
  user: TestUser
  role: Role
  isOwner: boolean
  isStaff: boolean
  accountType: AccountType
}

let world: World
let stranger: TestUser
const allProfiles: Profile[] = []

const guarded = allRoutes.filter((route) => route.access.kind === 'member')

let calls = 0
/** Each call comes from another address: rate limits are not tested here. */
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
  // A body without a length may be endless.
  if (said['content-length'] === undefined) body.on('error', () => undefined).destroy()
  else await body.dump()
  return 'ANSWERED'
}

/** All calls that do not answer as expected; none, if all is well. */
const surprises = async (
  who: readonly Profile[],
  expected: (route: Route, profile: Profile) => (code: string) => boolean,
  how: Parameters<typeof ask> extends [Route, TestUser, ...infer Rest] ? Rest : never = [],
): Promise<string[]> => {
  const found: string[] = []
  for (const profile of who)
    for (const route of guarded) {
      const code = await ask(route, profile.user, ...how)
      if (!expected(route, profile)(code)) found.push(`${profile.title}: ${route.name} answered ${code}`)
    }
  return found
}

const isAllowed = ({ access }: Route, profile: Profile): boolean =>
  access.kind === 'member' && may(profile, access.area, access.right)

/** What arrives by webhook is a matter of agencies, although admins of companies have the right for what leaves. */
const isOfOtherAccounts = ({ access }: Route, { accountType }: Profile): boolean =>
  access.kind === 'member' && access.area === 'webhooks' && accountType === 'COMPANY'

const asTheTableSays = (route: Route, profile: Profile) => (code: string) => {
  if (!isAllowed(route, profile)) return code === 'FORBIDDEN'
  return isOfOtherAccounts(route, profile) ? ['FORBIDDEN', 'VALIDATION_FAILED'].includes(code) : code !== 'FORBIDDEN'
}

/** Waits until every process has received the change. */
const settled = (profile: Profile, code: string): Promise<true> =>
  eventually(async () => {
    const probe = guarded.find(({ name }) => name === 'listNotifications')
    return probe && (await ask(probe, profile.user)) === code ? true : undefined
  })

const settle = async (role: Role, isOwner: boolean, accountType: AccountType): Promise<Profile> => {
  const title = `${accountType} ${isOwner ? 'owner with role ' : ''}${role}`
  const user = await world.signUp({ company: title, agency: accountType === 'AGENCY' })
  if (!isOwner) await changeClient(world, user, { owner_user_id: null })
  await changeUser(world, user, { role })
  return { title, user, role, isOwner, isStaff: false, accountType }
}

const settleInternal = async (role: Role): Promise<Profile> => {
  const user = await world.signUp({ company: `Internal ${role}` })
  await changeClient(world, user, { is_internal: true, owner_user_id: null })
  await changeUser(world, user, { role })
  return { title: `internal ${role}`, user, role, isOwner: false, isStaff: role === 'super_admin', accountType: 'COMPANY' }
}

beforeAll(async () => {
  world = await startWorld()
  stranger = await world.signUp({ company: 'Elsewhere', name: 'Sten' })
  for (const accountType of accountTypes) {
    for (const role of roles) allProfiles.push(await settle(role, false, accountType))
    for (const role of ['user', 'admin'] as const) allProfiles.push(await settle(role, true, accountType))
  }
  for (const role of ['user', 'admin', 'super_admin'] as const) allProfiles.push(await settleInternal(role))
  // The last change has arrived when the last user counts as staff.
  const listClients = guarded.find(({ name }) => name === 'listClients')
  await eventually(async () => {
    const last = allProfiles.at(-1)
    return listClients && last && (await ask(listClients, last.user)) === 'ANSWERED' ? true : undefined
  })
})
afterAll(() => world.close())

describe('The table of rights', () => {
  it('maps every combination of role, account type and ownership to one access profile', () => {
    expect(new Set(allProfiles.map((profile) => standingOf(profile)))).toEqual(new Set(standings))
  })

  it('gives the owner of an account what an account_admin has, with any role [USER-02]', () => {
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

  it('opens internal administration to staff only [ADMIN-01]', () => {
    expect(standings.filter((standing) => rightsOf(standing, 'internal') !== '-')).toEqual(['staff'])
  })
})

describe('Every call of the contract', () => {
  it('is open to exactly those whom the table names [USER-02] [USER-03] [SHELL-05]', async () => {
    expect(await surprises(allProfiles, asTheTableSays)).toEqual([])
  })

  it('is closed to an invited user who has not accepted yet [USER-02]', async () => {
    for (const profile of allProfiles) {
      await changeUser(world, profile.user, { status: 'INVITED' })
      await settled(profile, 'INVITATION_OPEN')
    }
    expect(await surprises(allProfiles, () => (code) => code === 'INVITATION_OPEN')).toEqual([])
    for (const profile of allProfiles) {
      await changeUser(world, profile.user, { status: 'ACTIVE' })
      await settled(profile, 'ANSWERED')
    }
  })

  it('is closed to a suspended user, immediately and without exception [USER-07]', async () => {
    for (const profile of allProfiles) {
      await changeUser(world, profile.user, { status: 'SUSPENDED' })
      await settled(profile, 'USER_SUSPENDED')
    }
    expect(await surprises(allProfiles, () => (code) => code === 'USER_SUSPENDED')).toEqual([])
    for (const profile of allProfiles) {
      await changeUser(world, profile.user, { status: 'ACTIVE' })
      await settled(profile, 'ANSWERED')
    }
  })

  it.each(['suspended', 'closed'])('is closed to all users of an account that is %s [USER-01]', async (status) => {
    for (const profile of allProfiles) {
      await changeClient(world, profile.user, { status })
      await settled(profile, 'CLIENT_SUSPENDED')
    }
    expect(await surprises(allProfiles, () => (code) => code === 'CLIENT_SUSPENDED')).toEqual([])
    for (const profile of allProfiles) {
      await changeClient(world, profile.user, { status: 'active' })
      await settled(profile, 'ANSWERED')
    }
  })

  it.each(['pending', 'closing'])('stays open in an account that is %s [USER-01]', async (status) => {
    for (const { user } of allProfiles) await changeClient(world, user, { status })
    expect(await surprises(allProfiles, asTheTableSays)).toEqual([])
    for (const { user } of allProfiles) await changeClient(world, user, { status: 'active' })
  })

  it('refuses another account in the tenant header, for every access profile [USER-01]', async () => {
    const header = { 'x-tenant': `${stranger.user.clientId}.localhost` }
    expect(await surprises(allProfiles, () => (code) => code === 'TENANT_MISMATCH', [newId, header])).toEqual([])
  })

  it('finds nothing under the id of a user or object of another account, except for staff [USER-01] [VAL-13]', async () => {
    const members = allProfiles.filter(({ isStaff }) => !isStaff)
    for (const id of [stranger.user.id, stranger.user.clientId]) {
      const unseen = (route: Route, profile: Profile) => (code: string) => {
        if (!route.path.includes('{') || isOfOtherAccounts(route, profile)) return asTheTableSays(route, profile)(code)
        return isAllowed(route, profile) ? ['NOT_FOUND', 'VALIDATION_FAILED'].includes(code) : code === 'FORBIDDEN'
      }
      expect(await surprises(members, unseen, [() => id])).toEqual([])
    }
  })
})
