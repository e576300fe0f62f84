import { sql } from 'kysely'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { getCriteria, requestData } from '#contract/connections/agreements.ts'
import { acceptConnection, cancelConnection, rejectConnection } from '#contract/connections/connections.ts'
import { listSeen } from '#contract/connections/ledger.ts'
import { getShared, listReceipts } from '#contract/connections/sharing.ts'
import type { Criteria } from '#contract/criteria/criteria.ts'
import { getLineage, listContacts } from '#contract/crm/records.ts'
import { joinTeam, emailTo } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { contact, opportunity, touch } from '../../crm/testing/records.ts'
import { hashOf } from '../../receipts/hash.ts'
import { approve, arrive, invite, lookAt, saveInto, send, sharePair, type Pair } from '../testing/pairs.ts'
import { resumePurges } from './purge.ts'

let world: World
const logged: string[] = []
beforeAll(async () => {
  world = await startWorld({ log: pino({ level: 'trace' }, { write: (line) => void logged.push(line) }) })
})
afterAll(() => world.close())

const contactsOf = async (user: TestUser, query: { connection_id?: string; search?: string } = {}) =>
  (await user.call(listContacts, { query: { size: 100, ...query } })).body?.items ?? []

const namesOf = async (user: TestUser): Promise<string[]> => (await contactsOf(user)).map(({ name }) => name).toSorted()

/** Waits until the agency sees exactly these. */
const sees = (user: TestUser, names: readonly string[]): Promise<true> =>
  eventually(async () => ((await namesOf(user)).join() === [...names].toSorted().join() ? true : undefined))

const sharedOf = async (user: TestUser, id: string) => (await user.call(getShared, { params: { id } })).body

const receiptsOf = async (user: TestUser, id: string) => (await user.call(listReceipts, { params: { id }, query: {} })).body.items

const deal = (externalId: string, contactIds: string[], change = {}) =>
  opportunity(externalId, { contactIds, pipelineId: 'implants', stageId: 'booked', ...change })

describe('Criteria that both accepted', () => {
  it('are shared by themselves: the connection becomes active, and the agency sees exactly those contacts, and why [PARTNER-02]', async () => {
    const { ana, priya, id } = await sharePair(world)
    expect(await namesOf(ana)).toEqual(['Maya Ellison', 'Samir Haddad'])
    for (const user of [ana, priya]) await emailTo(world, user.email, /is active/)
    const [maya] = await contactsOf(ana, { search: 'maya@example.com' })
    expect(maya).toMatchObject({
      email: 'maya@Example.com',
      integration_id: null,
      shared: {
        connection_id: id,
        company: priya.user.client.name,
        company_id: priya.user.clientId,
        version: 1,
        type_of_data: 'BASIC',
      },
    })
    const { body: shown } = await ana.call(getLineage, { params: { id: maya?.id ?? '' } })
    expect(shown.source).toBeNull()
    expect(shown.payload).toBeNull()
    expect(shown.fields.map(({ field }) => field).toSorted()).toEqual([
      'createdAt',
      'email',
      'firstName',
      'lastName',
      'phone',
      'source',
    ])
    expect(await sharedOf(priya, id)).toMatchObject({ contacts: 2, withdrawn: 0, syncPercent: null })
    expect(await lookAt(ana, id)).toMatchObject({ state: 'ACTIVE', status: 'active', sharedSince: expect.any(String) })
  })

  it('tell the agency when a contact was created only if that is shared', async () => {
    const { ana } = await sharePair(world, { type_of_data: 'FIELDS', fields: ['first_name'] })
    const [shared] = await contactsOf(ana)
    const { body } = await ana.call(getLineage, { params: { id: shared?.id ?? '' } })
    expect(body.fields.map(({ field }) => field)).toEqual(['firstName'])
  })

  it('give the agency opportunities with their stages, touches and amounts, and no contact who is not shared', async () => {
    const pair = await sharePair(world)
    const { ana } = pair
    await saveInto(world, pair, {
      contacts: [contact('maya', { tags: ['northlight'], firstName: 'Maya', lastName: 'Ellison', touches: [touch('ad')] })],
      opportunities: [deal('implant', ['maya', 'otto']), deal('whitening', ['otto'])],
      pipelines: [
        {
          externalId: 'implants',
          name: 'Implants',
          order: 0,
          stages: [{ externalId: 'booked', name: 'Booked', order: 0, outcome: 'open' }],
        },
      ],
    })
    const [maya] = await contactsOf(ana, { search: 'maya@example.com' })
    const shown = await eventually(async () => {
      const { body } = await ana.call(getLineage, { params: { id: maya?.id ?? '' } })
      return body.touches.length > 0 && body.opportunities[0]?.stages[0]?.stage === 'Booked' ? body : undefined
    })
    expect(shown.opportunities).toMatchObject([{ name: null, amount: '1200.50', currency: 'USD', outcome: 'open' }])
    expect(shown.touches).toMatchObject([{ source: 'google', medium: 'cpc', campaign: 'Spring' }])
    const { rows } = await world.database.asSystem('test: what the agency has', (tx) =>
      sql<{ text: string }>`select row_to_json(touch)::text as text from touch where client_id = ${ana.user.clientId}
        union all select row_to_json(party)::text from opportunity_contact party where client_id = ${ana.user.clientId}`.execute(
        tx,
      ),
    )
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/click-1|gclid=|otto|maya/)
  })

  it('follow each change: newcomers, edits, those who leave without a name, and those who are never shared again', async () => {
    const pair = await sharePair(world)
    const { ana, priya, id } = pair
    const samir = (tag: string) => contact('samir', { tags: [tag], firstName: 'Samir', lastName: 'Haddad' })
    await saveInto(world, pair, {
      contacts: [
        contact('zoe', { tags: ['NORTHLIGHT'], firstName: 'Zoe', lastName: 'Park' }),
        contact('maya', { tags: ['northlight'], firstName: 'Maya', lastName: 'Ellison-Reed' }),
      ],
    })
    await sees(ana, ['Maya Ellison-Reed', 'Samir Haddad', 'Zoe Park'])
    await saveInto(world, pair, { contacts: [samir('radio')] })
    const lead = await eventually(async () => (await contactsOf(ana)).find(({ name }) => name.startsWith('Lead ')))
    expect(lead).toMatchObject({ name: expect.stringMatching(/^Lead [0-9A-F]{7}$/), email: null, phone: null })
    expect(await sharedOf(priya, id)).toMatchObject({ contacts: 2, withdrawn: 1 })
    await saveInto(world, pair, { contacts: [samir('do-not-share')] })
    await sees(ana, ['Maya Ellison-Reed', 'Zoe Park'])
    await saveInto(world, pair, {
      merges: [{ from: 'zoe', into: 'maya', at: null }],
      deletions: [{ object: 'contact', externalId: 'samir', at: null }],
    })
    await sees(ana, ['Maya Ellison-Reed'])
  })

  it('show outcomes under random names, and nothing but counts, which are not told if they are small', async () => {
    const outcomes = await sharePair(world, { type_of_data: 'OUTCOMES' })
    const shown = await contactsOf(outcomes.ana)
    expect(shown).toHaveLength(2)
    for (const one of shown)
      expect(one).toMatchObject({ name: expect.stringMatching(/^Lead [0-9A-F]{7}$/), email: null, phone: null })
    const counts = await sharePair(world, { type_of_data: 'COUNTS' })
    expect(await contactsOf(counts.ana)).toEqual([])
    expect(await contactsOf(counts.ana, { connection_id: counts.id })).toEqual([])
    expect(await sharedOf(counts.ana, counts.id)).toMatchObject({ contacts: null, opportunities: null, withdrawn: null })
    expect(await sharedOf(counts.priya, counts.id)).toMatchObject({ contacts: 2 })
  })
})

describe('A company that shares less', () => {
  it('does so at once: the agency loses those contacts, and both get a receipt', async () => {
    const pair = await sharePair(world)
    const { ana, priya, id, criteria } = pair
    const narrower: Criteria = {
      ...criteria,
      filter: { all: [criteria.filter, { field: 'record_id', op: 'not_in', values: [] }] },
    }
    const [samir] = await contactsOf(priya, { search: 'samir@example.com' })
    narrower.filter = { all: [criteria.filter, { field: 'record_id', op: 'not_in', values: [samir?.id ?? ''] }] }
    const { connection } = await send(pair, narrower)
    expect(connection).toMatchObject({ state: 'ACTIVE', versionInForce: 2, pendingVersion: null })
    expect(await namesOf(ana)).not.toContain('Samir Haddad')
    await emailTo(world, ana.email, /shares less from now on/)
    await sees(ana, ['Maya Ellison'])
    const [receipt] = await eventually(async () => {
      const found = await receiptsOf(ana, id)
      return found.length > 0 ? found : undefined
    })
    expect(receipt).toMatchObject({
      kind: 'narrowed',
      version: 2,
      stores: [{ name: 'Contacts', found: 1, removed: 1, failed: 0 }],
    })
    expect(await receiptsOf(priya, id)).toEqual([receipt])
    expect((await priya.call(getCriteria, { params: { id }, query: {} })).body.versions.map(({ state }) => state)).toEqual([
      'in_force',
      'replaced',
    ])
  })

  it('takes fields away from the rows that stay, which nobody finds by the ids that they had with a name', async () => {
    const pair = await sharePair(world)
    const before = await contactsOf(pair.ana)
    await send(pair, { ...pair.criteria, type_of_data: 'OUTCOMES' })
    expect((await contactsOf(pair.ana)).filter(({ email }) => email !== null)).toEqual([])
    const left = await eventually(async () => {
      const found = await contactsOf(pair.ana)
      return found.length === 2 ? found : undefined
    })
    expect(left.map(({ email, phone }) => [email, phone])).toEqual([
      [null, null],
      [null, null],
    ])
    for (const { id } of before) {
      expect(left.map((contact) => contact.id)).not.toContain(id)
      expect((await pair.ana.call(getLineage, { params: { id } })).status).toBe(404)
    }
    const [maya] = await contactsOf(pair.priya, { search: 'maya@example.com' })
    const seen = await pair.priya.call(listSeen, { params: { id: pair.id }, query: { contact_id: maya?.id } })
    expect(new Set(seen.body.items.map(({ version }) => version))).toEqual(new Set([1, 2]))
    const [receipt] = await receiptsOf(pair.ana, pair.id)
    const fields = 'Fields no longer shared: First name, Last name, Email, Phone'
    expect(receipt).toMatchObject({ kind: 'narrowed', stores: [{ name: fields, found: 2, removed: 2 }] })
    const { rows } = await world.database.asSystem('test: what is left', (tx) =>
      sql<{
        text: string
      }>`select row_to_json(contact)::text as text from contact where client_id = ${pair.ana.user.clientId}`.execute(tx),
    )
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/maya|ellison|samir|haddad|212\D{0,2}555\D?0123/i)
  })

  it('cannot send what it shares already', async () => {
    const pair = await sharePair(world)
    await expect(send(pair, pair.criteria)).rejects.toThrow('This is what you share already.')
  })
})

describe('A contact that is shared again', () => {
  it('has another id than before it was excluded, and than it had with a name before it left', async () => {
    const pair = await sharePair(world)
    const { ana } = pair
    const tagged = (tag: string) =>
      saveInto(world, pair, { contacts: [contact('samir', { tags: [tag], firstName: 'Samir', lastName: 'Haddad' })] })
    const idOf = async (name: RegExp) => (await contactsOf(ana)).find((one) => name.test(one.name))?.id
    const ids = [await idOf(/Samir/)]
    await tagged('radio')
    ids.push(await eventually(() => idOf(/^Lead /)))
    await tagged('do-not-share')
    await sees(ana, ['Maya Ellison'])
    await tagged('northlight')
    ids.push(await eventually(() => idOf(/Samir/)))
    expect(new Set(ids).size).toBe(3)
  })
})

describe('A company that shares more', () => {
  it('waits for the agency, which sees no more until it accepts', async () => {
    const pair = await sharePair(world)
    const { ana, id, criteria } = pair
    const wider: Criteria = { ...criteria, filter: { field: 'tag', op: 'has_any', values: ['northlight', 'radio'] } }
    const { connection, textHash } = await send(pair, wider)
    expect(connection).toMatchObject({ state: 'ACTIVE', versionInForce: 1, pendingVersion: 2 })
    await saveInto(world, pair, { contacts: [contact('zoe', { tags: ['northlight'], firstName: 'Zoe', lastName: 'Park' })] })
    await sees(ana, ['Maya Ellison', 'Samir Haddad', 'Zoe Park'])
    expect((await approve(ana, id, textHash)).body).toMatchObject({ state: 'ACTIVE', versionInForce: 2, pendingVersion: null })
    await sees(ana, ['Maya Ellison', 'Otto Quist', 'Samir Haddad', 'Zoe Park'])
    const [otto] = await contactsOf(ana, { search: 'otto@example.com' })
    expect(otto?.shared?.version).toBe(2)
    const [maya] = await contactsOf(ana, { search: 'maya@example.com' })
    expect(maya?.shared?.version).toBe(1)
  })

  it('goes on with the old version if the agency declines, and hears what the agency asks for [PARTNER-07]', async () => {
    const pair = await sharePair(world)
    const { ana, priya, id, criteria } = pair
    await send(pair, { ...criteria, filter: { field: 'tag', op: 'has_any', values: ['northlight', 'radio'] } })
    const { body: declined } = await ana.call(rejectConnection, { params: { id }, body: { reason: 'Too broad' } })
    expect(declined).toMatchObject({ state: 'ACTIVE', versionInForce: 1, pendingVersion: null })
    const { status } = await ana.call(requestData, { params: { id }, body: { text: 'Please add the city of each contact.' } })
    expect(status).toBe(200)
    await emailTo(world, priya.email, /asks you to share more/)
    const { comments } = (await priya.call(getCriteria, { params: { id }, query: {} })).body
    expect(comments).toMatchObject([
      { kind: 'data_requested', text: 'Please add the city of each contact.' },
      { kind: 'rejected', text: 'Too broad' },
    ])
    expect(await namesOf(ana)).toEqual(['Maya Ellison', 'Samir Haddad'])
    expect((await priya.call(requestData, { params: { id }, body: { text: 'No' } })).status).toBe(403)
  })
})

/** Every row of every table in which one of these texts is found. */
const findEverywhere = async (texts: readonly string[], clientId: string): Promise<string[]> =>
  world.database.asSystem('test: search everything', async (tx) => {
    const { rows: tables } = await sql<{ name: string; hasClient: boolean }>`
      select format('%I.%I', n.nspname, c.relname) as name,
        exists (select from pg_attribute where attrelid = c.oid and attname = 'client_id') as "hasClient"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and has_table_privilege(c.oid, 'select')`.execute(
      tx,
    )
    const found: string[] = []
    for (const { name, hasClient } of tables) {
      const own = hasClient ? sql`client_id = ${clientId} and` : sql``
      const { rows } = await sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.raw(name)} as t
        where ${own} row_to_json(t)::text ilike any(${texts.map((text) => `%${text}%`)}::text[])`.execute(tx)
      found.push(...rows.map(({ text }) => `${name}: ${text}`))
    }
    return found
  })

/** Lines of the log and files of the product, emails included, in which one of these texts is found. */
const findInFiles = (texts: readonly string[]): string[] => {
  const has = (content: string): boolean => texts.some((text) => content.toLowerCase().includes(text.toLowerCase()))
  const files = readdirSync(world.dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return [...logged.filter(has), ...paths.filter((path) => has(readFileSync(path, 'latin1')))]
}

describe('A connection that ends', () => {
  const many = Array.from({ length: 50 }, (_, n) =>
    contact(`guest-${n}`, {
      tags: ['northlight'],
      firstName: `Given${n}x`,
      lastName: `Family${n}x`,
      email: `guest.${n}@kept-secret.example`,
    }),
  )

  const filledPair = async (): Promise<Pair> => {
    const pair = await sharePair(world)
    await saveInto(world, pair, {
      contacts: many,
      opportunities: many.map(({ externalId }) => deal(`deal-${externalId}`, [externalId])),
    })
    await eventually(async () => ((await contactsOf(pair.ana)).length === 52 ? true : undefined))
    return pair
  }

  it('leaves nothing of 50 contacts in any table of the agency, file or log, and both get the same receipt, chained into their audit logs', async () => {
    const pair = await filledPair()
    const { ana, priya, id } = pair
    const addresses = many.map(({ email }) => email ?? '')
    expect((await findEverywhere(addresses, ana.user.clientId)).length).toBeGreaterThan(49)
    const { body } = await priya.call(cancelConnection, { params: { id }, body: { name: ana.user.client.name } })
    expect(body).toMatchObject({ state: 'CANCELED', ending: 'ended_by_company' })
    expect(await contactsOf(ana)).toEqual([])
    const receipt = await eventually(async () => (await receiptsOf(ana, id)).find(({ finishedAt }) => finishedAt !== null))
    expect(receipt).toMatchObject({
      kind: 'ended',
      stores: [
        { name: 'Contacts', found: 52, removed: 52, failed: 0 },
        { name: 'Opportunities', found: 50, removed: 50, failed: 0 },
        { name: 'Stage history', found: 50, removed: 50, failed: 0 },
        { name: 'Touchpoints', found: 0, removed: 0, failed: 0 },
      ],
    })
    expect(receipt.hash).toBe(hashOf(receipt))
    expect(await receiptsOf(priya, id)).toEqual([receipt])
    expect(await findEverywhere([...addresses, 'Given1x', 'Family49x'], ana.user.clientId)).toEqual([])
    expect(logged.length).toBeGreaterThan(10)
    expect(findInFiles([...addresses, 'Given1x', 'Family49x'])).toEqual([])
    for (const user of [ana, priya]) {
      const { body: log } = await user.call(listAudit, { query: { action: 'connection.erased' } })
      expect(JSON.stringify(log)).toContain(receipt.hash)
    }
    expect(await contactsOf(priya)).toHaveLength(57)
    await saveInto(world, pair, { contacts: [contact('late', { tags: ['northlight'] })] })
    await emailTo(world, ana.email, /has ended/)
    expect(await findEverywhere(['late@example.com'], ana.user.clientId)).toEqual([])
  })

  it('can begin again with another agreement, under other ids', async () => {
    const pair = await sharePair(world)
    const before = new Set((await contactsOf(pair.ana)).map(({ id }) => id))
    await pair.ana.call(cancelConnection, { params: { id: pair.id }, body: { name: pair.priya.user.client.name } })
    await arrive(pair, 'CANCELED')
    expect(await contactsOf(pair.ana)).toEqual([])
    const { id } = await invite(pair.priya, pair.ana.email)
    await pair.ana.call(acceptConnection, { params: { id }, body: {} })
    const again = { ...pair, id }
    const { textHash } = await send(again, pair.criteria)
    await approve(pair.ana, id, textHash)
    await arrive(again, 'ACTIVE')
    const after = (await contactsOf(pair.ana)).map(({ id: contactId }) => contactId)
    expect(after).toHaveLength(2)
    expect(after.filter((contactId) => before.has(contactId))).toEqual([])
  })

  it('is erased by a later try, if the job gave up', async () => {
    const pair = await sharePair(world)
    const { ana, priya, id } = pair
    await priya.call(cancelConnection, { params: { id }, body: { name: ana.user.client.name } })
    const done = await eventually(async () => (await receiptsOf(ana, id)).find(({ finishedAt }) => finishedAt !== null))
    await world.database.asSystem('test: as if it had not been finished', (tx) =>
      sql`update receipt set finished_at = null, hash = null, stores = '[]' where connection_id = ${id}`.execute(tx),
    )
    await resumePurges(world, new Date(Date.now() + 3_600_000))
    const redone = await eventually(async () => (await receiptsOf(ana, id)).find(({ finishedAt }) => finishedAt !== null))
    expect(redone.id).toBe(done.id)
  })
})

describe('The contacts of an agency', () => {
  it('are those of all companies, of one, or of several, and never of a company that is not connected [PARTNER-07]', async () => {
    const first = await sharePair(world)
    const second = await sharePair(world, {}, first.ana)
    const { ana } = first
    const companies = async (...ids: string[]) => {
      const items = await contactsOf(ana, ids.length === 0 ? {} : { connection_id: ids.join(',') })
      return items.map(({ shared }) => shared?.connection_id ?? '').toSorted()
    }
    const both = [first.id, first.id, second.id, second.id].toSorted()
    expect(await companies()).toEqual(both)
    expect(await companies(second.id)).toEqual([second.id, second.id])
    expect(await companies(first.id, second.id)).toEqual(both)
    const stranger = await sharePair(world)
    const { status } = await ana.call(listContacts, { query: { connection_id: `${first.id},${stranger.id}` } })
    expect(status).toBe(404)
  })
})

describe('A user of the agency who sees some companies only [USER-08]', () => {
  it('sees what these share, and nothing of others', async () => {
    const pair = await sharePair(world)
    const { ana, priya, id } = pair
    const leo = await joinTeam(world, ana, { name: 'Leo', role: 'user', companies: [priya.user.clientId] })
    expect(await namesOf(leo)).toEqual(['Maya Ellison', 'Samir Haddad'])
    const mia = await joinTeam(world, ana, { name: 'Mia', role: 'user', companies: [] })
    expect(await namesOf(mia)).toEqual([])
    expect((await mia.call(listContacts, { query: { connection_id: id } })).status).toBe(404)
    const [maya] = await contactsOf(leo)
    expect((await mia.call(getLineage, { params: { id: maya?.id ?? '' } })).status).toBe(404)
  })
})
