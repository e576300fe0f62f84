import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AgencyAdmin, CrmAdmin } from '#sandbox/kit/vendor.ts'
import type { Account, Session } from '../kit/access.ts'
import type { TokenProvider, VendorHttp } from '../kit/calls/http.ts'
import { openSession } from '../kit/calls/session.ts'
import { parseAnswer } from '../kit/wire.ts'
import { readStream, startBench, type Bench, type Connected } from '../testing/bench.ts'
import { accountToken, locations } from './agency.ts'
import { ghl } from './index.ts'

let bench: Bench
let agencies: AgencyAdmin
let crm: CrmAdmin
beforeAll(async () => {
  bench = await startBench(ghl)
  const { admin } = bench.vendor
  if (!admin.agencies || !admin.crm) throw new Error('GoHighLevel has agencies')
  agencies = admin.agencies
  crm = admin.crm
})
afterAll(() => bench.close())
beforeEach(() => bench.vendor.faults.clear())

interface Opened extends Connected {
  ids: string[]
  id: string
}

const openAgency = async (count: number): Promise<Opened> => {
  const names = Array.from({ length: count }, (_, place) => ({ name: `Harbor ${String(place).padStart(3, '0')}` }))
  const { id, locations: ids } = agencies.addAgency({ name: 'Harbor Agency', locations: names })
  return { id, ids, ...(await bench.connect(id)) }
}

/** The login, bound to one of its locations. */
const inLocation = ({ session }: Opened, hubId: string): Session => ({ ...session, account: { ...session.account, hubId } })

/** A session of one location, with its own token. */
const openLocation = async (opened: Opened, hubId: string): Promise<Session> => {
  const login = inLocation(opened, hubId)
  const { accessToken } = await accountToken.ask(login)
  const keys: TokenProvider = { current: async () => accessToken, renew: async () => accessToken }
  return openSession(bench.sessionSettings, { account: login.account, keys, sync: {} })
}

/** The login, with changed answers. */
const answering = (session: Session, answerTo: (path: string, call: number) => unknown): Session => {
  let calls = 0
  const get: VendorHttp['get'] = async (schema, { path, about }) => parseAnswer(schema, answerTo(path, (calls += 1)), about)
  return { ...session, http: { ...session.http, get } }
}

describe('An agency that Dana connects [SYNC-04]', () => {
  it('is identified by its company, and has nothing to read before a location is chosen', async () => {
    const { account, id } = await openAgency(2)
    expect(account).toMatchObject({ hubId: null, name: `Agency ${id}`, facts: { companyId: id, login_id: id } })
    expect(accountToken.isNeeded(account)).toBe(false)
    expect(accountToken.isNeeded({ ...account, hubId: 'one' })).toBe(true)
  })

  it('lists all of its locations over all pages', async () => {
    const { session, ids } = await openAgency(230)
    const found = await locations(session)
    expect(found.map(({ id }) => id)).toEqual(ids)
    expect(found[0]).toEqual({ id: ids[0], name: 'Harbor 000', address: expect.stringContaining('Harbor Street') })
  })

  it('renews its access as a company', async () => {
    const { id, session, keys } = await openAgency(1)
    for (const renewals of [1, 2]) {
      bench.vendor.admin.expireTokens(id)
      expect(await locations(session)).toHaveLength(1)
      expect(keys.renewals).toBe(renewals)
    }
  })

  it('reads each location with its own token, and no contact of another one', async () => {
    const opened = await openAgency(2)
    const [first = '', second = ''] = opened.ids
    const added = new Map<string, string>()
    for (const id of opened.ids) {
      const now = Date.now()
      const utm = null
      const empty = { phone: '', company: '', city: '', region: '', postalCode: '', country: '', source: '', utm, tags: [] }
      const contact = { firstName: 'Ada', lastName: 'Pier', email: `ada@${id}.example`, ...empty }
      added.set(id, crm.addPerson(id, { ...contact, createdAt: now, modifiedAt: now }))
    }
    for (const id of [first, second]) {
      const { pages } = await readStream(ghl, await openLocation(opened, id), { name: 'contacts' })
      const contacts = pages.flatMap(({ contacts = [] }) => contacts)
      expect(contacts.map(({ externalId }) => externalId)).toEqual([added.get(id)])
    }
    await expect(readStream(ghl, inLocation(opened, first), { name: 'contacts' })).rejects.toMatchObject({ kind: 'refused' })
  })

  it('identifies a chosen location again, with its login', async () => {
    const opened = await openAgency(1)
    const session = await openLocation(opened, opened.ids[0] ?? '')
    const kept = { accessToken: '', refreshToken: null, expiresAt: null, facts: session.account.facts }
    const account = await ghl.identify(session, kept)
    expect(account).toMatchObject({ hubId: opened.ids[0], name: 'Harbor 000', facts: { login_id: opened.id } })
  })

  it('reports that the app has to be installed again in a location from which it was removed [SYNC-09]', async () => {
    const opened = await openAgency(2)
    const [first = '', second = ''] = opened.ids
    bench.vendor.admin.revokeTokens(first)
    const message = expect.stringContaining('Install the app there again')
    await expect(accountToken.ask(inLocation(opened, first))).rejects.toMatchObject({ kind: 'auth_lost', message })
    expect(await accountToken.ask(inLocation(opened, second))).toMatchObject({ accessToken: expect.any(String) })
    expect((await locations(opened.session)).map(({ id }) => id)).toEqual([second])
  })
})

describe('Invalid answers about an agency', () => {
  const facts = { companyId: 'group', login_id: 'group' }
  const account: Account = { hubId: null, name: '', url: null, managerAccount: null, managerAccountId: null, facts }
  const login = (answerTo: (path: string, call: number) => unknown): Session => {
    const keys: TokenProvider = { current: async () => 'a', renew: async () => 'a' }
    return answering(openSession(bench.sessionSettings, { account: { ...account, hubId: 'harbor' }, keys, sync: {} }), answerTo)
  }
  const page = (from: number) => Array.from({ length: 100 }, (_, place) => ({ _id: `l${from + place}`, name: 'Harbor' }))

  it('leave out locations that cannot be chosen', async () => {
    const odd = [
      { _id: '', name: 'Nowhere' },
      { _id: 'x'.repeat(101), name: 'Too long' },
      { _id: 'gone', name: 'Gone', isInstalled: false },
      null,
      { _id: 'plain' },
      { _id: 'long', name: 'y'.repeat(900), address: 'z'.repeat(900) },
    ]
    const found = await locations(login(() => ({ locations: odd })))
    expect(found.map(({ id, name, address }) => [id, name.length, address?.length ?? null])).toEqual([
      ['plain', 5, null],
      ['long', 200, 500],
    ])
  })

  it('do not cause endless requests: neither for the same page again, nor for endless pages', async () => {
    let calls = 0
    expect(await locations(login((_, call) => ({ locations: page(0), call: (calls = call) })))).toHaveLength(100)
    expect(calls).toBe(2)
    expect(await locations(login((_, call) => ({ locations: page((calls = call) * 100) })))).toHaveLength(10_000)
    expect(calls).toBe(100)
  })

  it('are not accepted as access to another location', async () => {
    const token = { access_token: 'a', expires_in: 10 }
    const other = accountToken.ask(login(() => ({ ...token, locationId: 'pier' })))
    await expect(other).rejects.toMatchObject({ kind: 'bad_answer' })
    expect(await accountToken.ask(login(() => ({ ...token, locationId: 'harbor' })))).toMatchObject({ accessToken: 'a' })
    await expect(accountToken.ask(login(() => ({ expires_in: 10 })))).rejects.toMatchObject({ kind: 'bad_answer' })
  })
})
