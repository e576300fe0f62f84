import { pino } from 'pino'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listSeen, verifySeen } from '#contract/connections/ledger.ts'
import { cancelConnection } from '#contract/connections/connections.ts'
import { getLineage, listContacts } from '#contract/crm/records.ts'
import { insertDays } from '#server/platform/audit/chain-queries.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { maskName } from '#server/platform/masks.ts'
import { joinTeam, signUpStaff } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { tamper } from '../audit/testing.ts'
import { approve, connectPair, openAgency, saveInto, send, sharePair } from '../connections/testing/pairs.ts'
import { contact, opportunity, touch } from '../crm/testing/records.ts'
import { moveAll } from './jobs.ts'
import { lockHead, selectExports } from './queries.ts'
import { recordReads, settleOldest, settleReads } from './service.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ env: { STAFF_SEES: 'masked' } })
})
afterAll(() => world.close())

const quiet = pino({ level: 'silent' })

const list = async (user: TestUser, query: Record<string, string> = {}) =>
  (await user.call(listContacts, { query: { size: 100, ...query } })).body.items

const seenBy = async (user: TestUser, id: string, query: Record<string, string> = {}) =>
  (await user.call(listSeen, { params: { id }, query: { size: 100, ...query } })).body

let addresses = 0
/** Each from another address: a verification reads everything, so that there are few a minute. */
const verify = async (user: TestUser, id: string) => {
  const { body } = await user.call(verifySeen, { params: { id } }, { 'x-forwarded-for': `10.0.0.${(addresses += 1)}` })
  return body
}

/** The company's own id of a contact. */
const ownId = async (user: TestUser, name: string): Promise<string> =>
  (await list(user, { search: name })).find((one) => one.name === name)?.id ?? `nobody is called ${name}`

const staged = ({ user }: TestUser) =>
  world.database.asSystem('test: look', (tx) =>
    tx.selectFrom('ledger_read').select('id').where('client_id', '=', user.clientId).execute(),
  )

const basic = ['first_name', 'last_name', 'email', 'phone', 'source', 'created_at']

describe('What a user of the agency sees', () => {
  it('is in the ledger of the company: who, when, which contacts, which fields, under which version [PARTNER-07]', async () => {
    const { ana, priya, id } = await sharePair(world)
    expect(await list(ana)).toHaveLength(2)
    const { items, total } = await seenBy(priya, id)
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({
      userId: ana.user.id,
      userName: 'Ana Whitfield',
      kind: 'screen',
      version: 1,
      fields: basic,
      contactsCount: 2,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(items[0]?.contacts.map(({ name }) => name).toSorted()).toEqual(['Maya Ellison', 'Samir Haddad'])
    expect(items[0]?.contacts.map((one) => one.id)).toContain(await ownId(priya, 'Maya Ellison'))
    expect(Math.abs(Date.now() - Date.parse(items[0]?.at ?? ''))).toBeLessThan(60_000)
    expect(await staged(ana)).toEqual([])
  })

  it('is recorded once per request, for a search and for one contact too, and not if nobody was found', async () => {
    const pair = await sharePair(world)
    const { ana, priya, id } = pair
    await saveInto(world, pair, {
      contacts: [contact('maya', { tags: ['northlight'], firstName: 'Maya', lastName: 'Ellison', touches: [touch('ad')] })],
      opportunities: [opportunity('implant', { contactIds: ['maya'] })],
    })
    const [maya] = await list(ana, { search: 'maya@example.com' })
    await list(ana, { search: 'nobody@example.com' })
    await eventually(async () => {
      const { body } = await ana.call(getLineage, { params: { id: maya?.id ?? '' } })
      return body.opportunities.length > 0 ? true : undefined
    })
    const { items } = await seenBy(priya, id)
    expect(items.at(-1)).toMatchObject({ contactsCount: 1, contacts: [{ name: 'Maya Ellison' }], fields: basic })
    expect(items[0]).toMatchObject({ contactsCount: 1, contacts: [{ name: 'Maya Ellison' }] })
    expect(items[0]?.fields).toEqual([
      ...basic,
      'opportunity.amount',
      'opportunity.currency',
      'opportunity.stage',
      'opportunity.outcome',
    ])
    expect(items.every(({ contactsCount }) => contactsCount === 1)).toBe(true)
  })

  it('includes whom a search only counts, because that tells that they are there', async () => {
    const { ana, priya, id } = await sharePair(world)
    const list = async (query: Record<string, string>) => (await ana.call(listContacts, { query })).body
    expect(await list({ size: '1', page: '2', search: 'samir@example.com' })).toMatchObject({ items: [], total: 1 })
    const before = await seenBy(priya, id)
    expect(before.items).toMatchObject([{ fields: [], contacts: [{ name: 'Samir Haddad' }], kind: 'screen' }])
    await list({ size: '1', page: '2', search: 'nobody@example.com' })
    expect((await seenBy(priya, id)).total).toBe(1)
  })

  it('counts if it is only a pseudonym with an outcome', async () => {
    const { ana, priya, id } = await sharePair(world, { type_of_data: 'OUTCOMES' })
    expect((await list(ana)).every(({ name }) => name.startsWith('Lead '))).toBe(true)
    const { items } = await seenBy(priya, id)
    expect(items).toMatchObject([{ fields: ['source', 'created_at'], contactsCount: 2 }])
    expect(items[0]?.contacts.map(({ name }) => name).toSorted()).toEqual(['Maya Ellison', 'Samir Haddad'])
  })

  it('is recorded under the version that is in force when it is seen', async () => {
    const pair = await sharePair(world)
    const { ana, priya, id } = pair
    await list(ana)
    const { textHash } = await send(pair, { ...pair.criteria, type_of_data: 'FIELDS', fields: ['first_name', 'city'] })
    await approve(ana, id, textHash)
    await eventually(async () => ((await list(ana)).some(({ name }) => name === 'Maya') ? true : undefined))
    const { items } = await seenBy(priya, id)
    expect([items[0]?.version, items[0]?.fields, items.at(-1)?.version]).toEqual([2, ['first_name'], 1])
  })

  it("is not recorded if it is the agency's own, or the company's", async () => {
    const { priya, id } = await sharePair(world)
    expect((await list(priya)).length).toBeGreaterThan(3)
    expect((await seenBy(priya, id)).total).toBe(0)
  })
})

describe('The list of who saw what', () => {
  it('is filtered by contact, user and time, and comes in pages', async () => {
    const { ana, priya, id } = await sharePair(world)
    const leo = await joinTeam(world, ana, { name: 'Leo', role: 'user', companies: [priya.user.clientId] })
    await list(ana)
    await list(ana, { search: 'samir@example.com' })
    await list(leo, { search: 'maya@example.com' })
    const maya = await ownId(priya, 'Maya Ellison')
    expect((await seenBy(priya, id, { contact_id: maya })).items.map(({ userId }) => userId)).toEqual([leo.user.id, ana.user.id])
    expect((await seenBy(priya, id, { user_id: ana.user.id })).total).toBe(2)
    const { items } = await seenBy(priya, id)
    expect(items.map(({ seq }) => seq)).toEqual([3, 2, 1])
    expect((await seenBy(priya, id, { to: items[0]?.at ?? '' })).total).toBeLessThan(3)
    expect((await seenBy(priya, id, { from: new Date(Date.now() + 60_000).toISOString() })).total).toBe(0)
    const second = await seenBy(priya, id, { page: '2', size: '2' })
    expect([second.total, second.items.map(({ seq }) => seq)]).toEqual([3, [1]])
  })

  it('has contacts and a chain for admins of the company only; other accounts and users of the company read nothing [USER-08]', async () => {
    const { ana, priya, id } = await sharePair(world)
    const other = await sharePair(world)
    const emil = await joinTeam(world, priya, { name: 'Emil', role: 'user' })
    const ravi = await joinTeam(world, priya, { name: 'Ravi', role: 'admin' })
    await list(ana)
    const statusFor = async (user: TestUser) => [
      (await user.call(listSeen, { params: { id }, query: {} })).status,
      (await user.call(verifySeen, { params: { id } })).status,
    ]
    expect(await statusFor(ravi)).toEqual([200, 200])
    for (const user of [other.priya, other.ana, await signUpStaff(world)]) expect(await statusFor(user)).toEqual([404, 404])
    expect(await statusFor(ana)).toEqual([200, 404])
    expect(await statusFor(emil)).toEqual([403, 403])
    expect((await seenBy(other.priya, other.id)).total).toBe(0)
  })

  it('is read by the agency without contacts: by admins what their users did, by users what they did [PARTNER-07]', async () => {
    const { ana, priya, id } = await sharePair(world)
    const uma = await joinTeam(world, ana, { name: 'Uma' })
    const limited = await joinTeam(world, ana, { name: 'Ben', companies: [] })
    await list(ana)
    await list(uma)
    const { items: all } = await seenBy(priya, id)
    const agencys = await seenBy(ana, id)
    expect(agencys.items.map(({ userId }) => userId)).toEqual(all.map(({ userId }) => userId))
    expect(all.map(({ userName }) => userName)).toContain('Ana Whitfield')
    expect(agencys.items[0]).toMatchObject({ contactsCount: 2, contacts: [], seq: null, hash: null, fields: basic })
    expect((await seenBy(ana, id, { contact_id: all[0]?.contacts[0]?.id ?? '' })).total).toBe(0)
    const own = await seenBy(uma, id)
    expect(own.items.map(({ userName }) => userName)).toEqual([expect.stringContaining('Uma')])
    expect((await seenBy(uma, id, { user_id: ana.user.id })).total).toBe(0)
    expect((await limited.call(listSeen, { params: { id }, query: {} })).status).toBe(404)

    const sol = await signUpStaff(world, 'Tributary ledger')
    for (const client_id of [priya.user.clientId, ana.user.clientId]) {
      const staffs = await seenBy(sol, id, { client_id })
      expect(staffs).toMatchObject({ total: 2, items: [{ contacts: [], hash: all[0]?.hash }, { contacts: [] }] })
      expect(staffs.items.map(({ userName }) => userName)).toEqual(all.map(({ userName }) => maskName(userName)))
    }
    const foreign = await openAgency(world)
    const query = { client_id: priya.user.clientId }
    expect((await foreign.call(listSeen, { params: { id }, query })).status).toBe(404)
  })

  it('stays after the connection has ended', async () => {
    const { ana, priya, id } = await sharePair(world)
    await list(ana)
    await priya.call(cancelConnection, { params: { id }, body: { name: ana.user.client.name } })
    await eventually(async () => ((await list(ana)).length === 0 ? true : undefined))
    expect(await seenBy(priya, id)).toMatchObject({ total: 1, items: [{ contactsCount: 2 }] })
  })

  it('is empty before anything is shared', async () => {
    const { priya, id } = await connectPair(world)
    expect(await seenBy(priya, id)).toEqual({ items: [], total: 0 })
    expect(await verify(priya, id)).toEqual({ isIntact: true, checked: 0, head: null, firstBroken: null })
  })
})

describe('What was read reaches the company', () => {
  const move = () => moveAll({ database: world.database, log: quiet }, new AbortController().signal)

  it('by itself, in the order in which it was read, and nothing of it stays at the agency', async () => {
    const { ana, priya } = await sharePair(world)
    for (let n = 0; n < 5; n += 1) await list(ana)
    await move()
    expect(await staged(ana)).toEqual([])
    const entries = await world.database.inClient(priya.user.clientId, (tx) =>
      tx.selectFrom('ledger_entry').select(['seq', 'id']).where('client_id', '=', priya.user.clientId).orderBy('seq').execute(),
    )
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    expect(entries.map((one) => one.id)).toEqual(entries.map((one) => one.id).toSorted())
  })

  it('once, if the worker dies between taking it from the agency and giving it to the company', async () => {
    const { ana, priya, id } = await sharePair(world)
    await list(ana)
    await list(ana)
    const { clientId } = priya.user
    const { ended } = await world.database.asSystem('test: hold the ledger', async (tx) => {
      await lockHead(tx, clientId)
      const moving = move().then(
        () => 'done',
        () => 'killed',
      )
      await eventually(async () => {
        const killed = await sql`select pg_terminate_backend(pid) from pg_locks
          where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx)
        return killed.rows.length > 0 ? true : undefined
      })
      return { ended: await moving }
    })
    expect(ended).toBe('killed')
    expect(await staged(ana)).toHaveLength(2)
    await move()
    expect((await seenBy(priya, id)).items.map(({ seq }) => seq)).toEqual([2, 1])
    expect(await verify(priya, id)).toMatchObject({ isIntact: true, checked: 2 })
  })

  it('with every file that was exported: the newest by themselves, older ones together by user', async () => {
    const { ana, priya, id } = await sharePair(world)
    const files = await world.database.asSystem('test: three exports', async (tx) => {
      const reading = { clientId: ana.user.clientId, userId: ana.user.id, kind: 'export' } as const
      const read = { connectionId: id, companyId: priya.user.clientId, version: 1, fields: basic, contactIds: [newId()] }
      for (const requestId of ['one', 'two', 'three']) await recordReads(tx, { ...reading, requestId }, [read])
      await settleReads(tx, { agencyId: ana.user.clientId, connectionId: id })
      return selectExports(tx, { clientId: priya.user.clientId, connectionId: id }, 1)
    })
    expect(files.map(({ userId }) => userId)).toEqual([ana.user.id, ana.user.id])
    expect(files.map((one) => one.files).toSorted((one, other) => one - other)).toEqual([1, 2])
  })

  it('as one entry for a file, however many parts it was written in', async () => {
    const { ana, priya, id } = await sharePair(world)
    const [maya, samir] = (await list(ana)).map((one) => one.id)
    await world.database.asSystem('test: a file', async (tx) => {
      const reading = { clientId: ana.user.clientId, userId: ana.user.id, requestId: 'file', kind: 'export' } as const
      const part = { connectionId: id, companyId: priya.user.clientId, version: 1 }
      await recordReads(tx, reading, [{ ...part, fields: ['first_name'], contactIds: [maya ?? ''] }])
      await recordReads(tx, reading, [{ ...part, fields: ['email'], contactIds: [samir ?? ''] }])
    })
    const seen = await seenBy(priya, id)
    expect(seen.total).toBe(2)
    expect(seen.items[0]).toMatchObject({ kind: 'export', contactsCount: 2, fields: ['first_name', 'email'] })
    const samirs = await seenBy(priya, id, { contact_id: await ownId(priya, 'Samir Haddad') })
    expect(samirs.items).toMatchObject([{ kind: 'export', contactsCount: 2 }, { kind: 'screen' }])
    expect((await verify(priya, id)).isIntact).toBe(true)
  })

  it('in parts: who looks moves the oldest 50 reads, and does not wait for the others', async () => {
    const { ana, priya, id } = await sharePair(world)
    const { clientId } = ana.user
    const left = await world.database.asSystem('test: read often', async (tx) => {
      const reading = { clientId, userId: ana.user.id, requestId: 'many', kind: 'screen' } as const
      const read = { connectionId: id, companyId: priya.user.clientId, version: 1, fields: basic, contactIds: [newId()] }
      await recordReads(
        tx,
        reading,
        Array.from({ length: 60 }, () => read),
      )
      await settleOldest(tx, { agencyId: clientId, connectionId: id })
      return tx.selectFrom('ledger_read').select('id').where('client_id', '=', clientId).execute()
    })
    expect(left).toHaveLength(10)
    await move()
    expect((await seenBy(priya, id)).total).toBe(60)
  })

  it('once, if several workers move at the same time', async () => {
    const one = await sharePair(world)
    const { priya } = one
    for (let n = 0; n < 10; n += 1) await list(one.ana)
    await Promise.all([move(), move(), move(), seenBy(priya, one.id), seenBy(priya, one.id)])
    expect((await seenBy(priya, one.id)).total).toBe(10)
    expect(await verify(priya, one.id)).toMatchObject({ isIntact: true, checked: 10 })
  })
})

describe('The verification names the first entry that was changed outside of the product', () => {
  const ledgerOf = async (reads: number) => {
    const { ana, priya, id } = await sharePair(world)
    for (let n = 0; n < reads; n += 1) await list(ana)
    expect(await verify(priya, id)).toMatchObject({ isIntact: true, checked: reads })
    return { priya, id, clientId: priya.user.clientId }
  }
  const broken = (seq: number, problem: string) => ({ isIntact: false, firstBroken: { seq, problem } })

  it.each([
    ['who it was', `user_id = '0199c0de-0000-7000-8000-000000000001'`],
    ['when it was, by a microsecond', `at = $2::timestamptz + interval '1 microsecond'`],
    ['which contacts', `contact_ids = '{}'`],
    ['which fields', `fields = array['source']`],
    ['the version', `version = 9`],
    ['the kind', `kind = 'export'`],
  ])('%s', async (_what, change) => {
    const { priya, id, clientId } = await ledgerOf(3)
    const [entry] = await tamper(world, 'select at::text from ledger_entry where client_id = $1 and seq = 2', [clientId])
    const values = [clientId, ...(change.includes('$2') ? [entry?.['at']] : [])]
    await tamper(world, `update ledger_entry set ${change} where client_id = $1 and seq = 2`, values)
    expect(await verify(priya, id)).toMatchObject(broken(2, 'changed'))
  })

  it('that was deleted, in the middle or at the end', async () => {
    const { priya, id, clientId } = await ledgerOf(4)
    await tamper(world, `delete from ledger_entry where client_id = $1 and seq = 4`, [clientId])
    expect(await verify(priya, id)).toMatchObject(broken(4, 'cut off'))
    await tamper(world, `delete from ledger_entry where client_id = $1 and seq = 2`, [clientId])
    expect(await verify(priya, id)).toMatchObject(broken(2, 'missing'))
  })

  it('that was cut off together with the end of the chain, by the record of the day', async () => {
    const { priya, id, clientId } = await ledgerOf(3)
    expect(await world.database.asSystem('test: a day ends', (tx) => insertDays(tx, 'ledger', new Date()))).toBeGreaterThan(0)
    await tamper(world, `delete from ledger_entry where client_id = $1 and seq = 3`, [clientId])
    await tamper(
      world,
      `update ledger_head set seq = 2, hash = (select hash from ledger_entry where client_id = $1 and seq = 2) where client_id = $1`,
      [clientId],
    )
    expect(await verify(priya, id)).toMatchObject(broken(3, 'cut off'))
  })
})

describe('The ledger', () => {
  it.each([
    `update ledger_entry set kind = 'screen'`,
    'delete from ledger_entry',
    'delete from ledger_head',
    `update ledger_day set hash = 'other'`,
    'delete from ledger_day',
  ])('cannot be changed by any role of the product: %s', async (statement) => {
    const { clientId } = (await openAgency(world)).user
    const { database } = world
    const roles = [
      (work: (tx: Tx) => Promise<unknown>) => database.inClient(clientId, work),
      (work: (tx: Tx) => Promise<unknown>) => database.asStaff('test: tamper', work),
      (work: (tx: Tx) => Promise<unknown>) => database.asSystem('test: tamper', work),
    ]
    for (const as of roles) await expect(as((tx) => sql.raw(statement).execute(tx))).rejects.toThrow(/permission denied/)
  })
})
