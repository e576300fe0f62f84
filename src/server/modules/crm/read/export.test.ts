import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { cancelConnection } from '#contract/connections/connections.ts'
import { listSeen } from '#contract/connections/ledger.ts'
import { countFiles, listReceipts } from '#contract/connections/sharing.ts'
import { exportHeaders, listContacts } from '#contract/crm/records.ts'
import { joinTeam, signUpStaff } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { hashOf } from '../../receipts/hash.ts'
import { openCompany, saveInto, send, sharePair, type Pair } from '../../connections/testing/pairs.ts'
import { contact } from '../testing/records.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

/** Each from another network, since there are few exports of one in a minute. */
let addresses = 0
const exportAs = async (user: TestUser, query: Record<string, string> = {}) => {
  const response = await fetch(`${world.url}/contacts-api/crm/contacts/export?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${user.token}`, 'x-forwarded-for': `10.${(addresses += 1)}.0.1` },
  })
  const text = await response.text()
  const counts = Object.values(exportHeaders).map((name) => Number(response.headers.get(name)))
  const rows = text
    .split('\r\n')
    .filter((line) => line !== '')
    .slice(1)
  return { response, text, counts, rows, names: rows.map((row) => row.split('","')[0]?.slice(1) ?? '').toSorted() }
}

const names = async (user: TestUser, query: Record<string, string> = {}) =>
  (await user.call(listContacts, { query: { size: 100, ...query } })).body.items.map(({ name }) => name).toSorted()

const seenBy = async (pair: Pair) =>
  (await pair.priya.call(listSeen, { params: { id: pair.id }, query: { size: 100 } })).body.items

const exportsIn = async (user: TestUser) =>
  (await user.call(listAudit, { query: { action: 'contacts.exported', limit: 100 } })).body.items

describe('An export of contacts [ANA-05]', () => {
  it('is a CSV file of what the list shows, with its filters, and is in the audit log with its size', async () => {
    const { priya, criteria } = await sharePair(world)
    const { response, text, names: exported, counts } = await exportAs(priya)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="contacts-\d{4}-\d\d-\d\d\.csv"$/)
    expect(text.split('\r\n')[0]).toBe(
      '"Name","First name","Last name","Email","Phone","Company","City","Region","Postal code","Country","Source","Tags","Created","Updated","Shared by","Ghost company","ID"',
    )
    expect(exported).toEqual(await names(priya))
    expect(counts).toEqual([exported.length, 0, 0])
    expect((await exportAs(priya, { search: 'Maya' })).names).toEqual(['Maya Ellison'])
    expect((await exportAs(priya, { integration_id: criteria.integration_id })).names).toEqual(exported)
    const [last, , first] = await exportsIn(priya)
    expect(first?.diff).toMatchObject({ contacts: [null, exported.length] })
    expect(last?.diff).toMatchObject({ contacts: [null, exported.length], source: [null, criteria.integration_id] })
  })

  it('has every contact once, however many there are, also those created at the same time', async () => {
    const pair = await sharePair(world)
    const many = Array.from({ length: 2500 }, (_, n) =>
      contact(`many-${n}`, { tags: [], firstName: 'Many', lastName: String(n) }),
    )
    for (let n = 0; n < many.length; n += 500) await saveInto(world, pair, { contacts: many.slice(n, n + 500) })
    const { rows, counts } = await exportAs(pair.priya, { search: 'Many' })
    expect(counts).toEqual([2500, 0, 0])
    expect(new Set(rows).size).toBe(2500)
  })

  it('is refused after 100 of an account in a day', async () => {
    const { priya } = await sharePair(world)
    for (let count = 0; count < 100; count += 1) expect((await exportAs(priya, { search: 'nobody' })).response.status).toBe(200)
    const { response, text } = await exportAs(priya)
    expect([response.status, text]).toEqual([429, expect.stringContaining('up to 100 times in 24 hours')])
  })

  it('runs no formula in a spreadsheet', async () => {
    const pair = await sharePair(world)
    await saveInto(world, pair, {
      contacts: [contact('eve', { tags: ['x'], firstName: '=HYPERLINK("http://evil.example")', lastName: '@SUM(1)' })],
    })
    const { text } = await exportAs(pair.priya, { search: 'eve@example.com' })
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")","'@SUM(1)"`)
    expect(text).not.toMatch(/(^|,)"?[=+@]/m)
  })

  it('is refused to staff and to whoever sees no such source', async () => {
    const { ana, id } = await sharePair(world, { allow_export: true })
    const other = await sharePair(world)
    const mia = await joinTeam(world, ana, { name: 'Mia', role: 'user', companies: [] })
    expect((await exportAs(await signUpStaff(world))).response.status).toBe(403)
    for (const user of [mia, other.ana, other.priya])
      expect((await exportAs(user, { connection_id: id })).response.status).toBe(404)
    expect((await exportAs(mia)).rows).toEqual([])
    expect((await exportAs(other.priya, { integration_id: other.id })).response.status).toBe(404)
    expect((await exportAs(other.priya, { held: 'true' })).response.status).toBe(400)
  })
})

describe('An agency exports what companies share', () => {
  it('if the agreement allows it, and the company sees who did [PARTNER-07]', async () => {
    const pair = await sharePair(world, { allow_export: true })
    const { ana } = pair
    const { names: exported, text } = await exportAs(ana)
    expect(exported).toEqual(['Maya Ellison', 'Samir Haddad'])
    expect(text).toContain('maya@Example.com')
    expect(text).toContain(`"${pair.priya.user.client.name}"`)
    expect(text).not.toMatch(/Leeds|LS1|shoe/)
    expect(await seenBy(pair)).toMatchObject([{ kind: 'export', userName: 'Ana Whitfield', version: 1, contactsCount: 2 }])
    expect((await exportsIn(ana))[0]?.diff).toMatchObject({ contacts: [null, 2] })
  })

  it('without the contacts of a company that does not allow it: the reply counts them, and nobody is recorded as seen', async () => {
    const pair = await sharePair(world, { allow_export: false })
    const { ana, id } = pair
    const { rows, counts } = await exportAs(ana)
    expect([rows, counts]).toEqual([[], [0, 2, 0]])
    const { response, text } = await exportAs(ana, { connection_id: id })
    expect(response.status).toBe(403)
    expect(text).toContain("doesn't allow exports")
    expect(await seenBy(pair)).toEqual([])
    expect((await ana.call(listContacts, { query: {} })).body.items[0]?.shared?.allow_export).toBe(false)
  })

  it('as pseudonyms, where only outcomes are shared', async () => {
    const pair = await sharePair(world, { allow_export: true, type_of_data: 'OUTCOMES' })
    const { text, names: exported } = await exportAs(pair.ana)
    expect(exported.every((name) => name.startsWith('Lead '))).toBe(true)
    expect(text).not.toMatch(/Maya|Samir|Example\.com|555/)
    expect(await seenBy(pair)).toMatchObject([{ kind: 'export', fields: ['source', 'created_at'], contactsCount: 2 }])
  })

  it('until the agreement no longer allows it, at once', async () => {
    const pair = await sharePair(world, { allow_export: true })
    expect((await exportAs(pair.ana)).rows).toHaveLength(2)
    await send(pair, { ...pair.criteria, allow_export: false })
    expect((await exportAs(pair.ana)).counts).toEqual([0, 2, 0])
  })
})

describe('What was exported cannot be recalled', () => {
  it('so both read before the end how many files there are, and the receipt says who has them, since when, and how many contacts [PARTNER-07]', async () => {
    const pair = await sharePair(world, { allow_export: true })
    const { ana, priya, id } = pair
    const leo = await joinTeam(world, ana, { name: 'Leo', lastname: 'Brandt', role: 'user', companies: [priya.user.clientId] })
    const filesFor = (user: TestUser) => user.call(countFiles, { params: { id } })
    expect((await filesFor(priya)).body).toEqual({ files: 0 })
    expect((await exportAs(leo, { connection_id: id })).rows).toHaveLength(2)
    expect((await exportAs(ana, { search: 'maya@example.com' })).rows).toHaveLength(1)
    for (const user of [ana, priya]) expect((await filesFor(user)).body).toEqual({ files: 2 })
    expect((await filesFor(leo)).error.code).toBe('FORBIDDEN')
    expect((await filesFor(await openCompany(world))).error.code).toBe('NOT_FOUND')
    await priya.call(cancelConnection, { params: { id }, body: { name: ana.user.client.name } })
    const receiptOf = (user: TestUser) =>
      eventually(async () => {
        const [receipt] = (await user.call(listReceipts, { params: { id }, query: {} })).body.items
        return receipt?.finishedAt ? receipt : undefined
      })
    const [agency, company] = [await receiptOf(ana), await receiptOf(priya)]
    expect(company.cannotRecall).toMatchObject([
      { what: 'CSV file with 1 contact', who: 'Ana Whitfield', userId: ana.user.id },
      { what: 'CSV file with 2 contacts', who: 'Leo Brandt', userId: leo.user.id },
    ])
    expect(company.stores[0]).toMatchObject({ name: 'Contacts', found: 2, removed: 2 })
    expect([agency, hashOf(company)]).toEqual([company, company.hash])
    expect((await exportAs(ana)).rows).toEqual([])
  })
})
