import { describe, expect, it } from 'vitest'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { benchForFile } from '../testing/bench-for-file.ts'
import type { Json } from '../kit/records.ts'
import { readTable } from '../kit/rows/columns.ts'
import { problemsOf } from '../kit/rows/problems.ts'
import { suggestMap } from '../kit/rows/suggest.ts'
import { contactsOf, createContacts, dealsOf, readAll, rejectedOf } from './testing/contacts.ts'
import { googleSheet } from './index.ts'

const bench = benchForFile(googleSheet)
const contacts = createContacts(bench)

const idOf = ({ account }: { account: { hubId: string | null } }): string => account.hubId ?? ''
const [stream] = googleSheet.read.streams
if (!stream) throw new Error('There is no stream')

describe('Reading a Google sheet', () => {
  it('brings contacts, opportunities and stages of thousands of rows, window by window [SYNC-05] [SYNC-06]', async () => {
    const connected = await bench.connect(contacts.newUser(4500, 900))
    const pages = await readAll(connected)
    expect(pages.map(({ contacts = [] }) => contacts.length)).toEqual([2000, 2000, 500])
    expect(pages.map(({ total }) => total)).toEqual([4500, 4500, 4500])
    expect(rejectedOf(pages)).toEqual([])
    expect(new Set(contactsOf(pages).map(({ externalId }) => externalId)).size).toBe(4500)
    expect(dealsOf(pages)).toHaveLength(900)
    expect(pages.at(-1)?.pipelines).toMatchObject([{ externalId: 'default', name: 'default' }])
    const stages = pages
      .at(-1)
      ?.pipelines?.[0]?.stages.map(({ name, outcome }) => `${name}: ${outcome}`)
      .toSorted()
    expect(stages).toEqual(['Closed lost: lost', 'Closed won: won', 'Contacted: open', 'New: open', 'Qualified: open'])
    expect(contactsOf(pages)[0]).toMatchObject({
      externalId: 'L-000001',
      email: expect.stringContaining('@example.com'),
      createdAt: expect.stringMatching(/Z$/),
      raw: { values: { lead_id: 'L-000001' } },
    })
  })

  it('finds a renamed tab by number, and moved columns by header', async () => {
    const ada = contacts.newUser(2500)
    const connected = await bench.connect(ada, {
      table_id: '0',
      map: { row_key: 'lead_id', email: 'email', created_at: 'created' },
    })
    const first = await stream.read(connected.session, { cursor: null, since: null })
    const editor = await contacts.editorFor(ada)
    await editor.update(
      idOf(connected),
      { updateSheetProperties: { properties: { sheetId: 0, title: "Ada's leads!" }, fields: 'title' } },
      { insertDimension: { range: { sheetId: 0, dimension: 'COLUMNS', startIndex: 0, endIndex: 2 } } },
    )
    let page = first
    const found: string[] = []
    for (let count = 0; count < 10 && page.next !== null; count += 1) {
      page = await stream.read(connected.session, { cursor: page.next, since: null })
      found.push(...(page.contacts ?? []).map(({ externalId }) => externalId))
    }
    expect(new Set(found).size).toBe(2500)
  })

  it('starts again when rows moved while it was reading, so that none is missed [SYNC-06]', async () => {
    const ada = contacts.newUser(4100)
    const connected = await bench.connect(ada)
    const first = await stream.read(connected.session, { cursor: null, since: null })
    const editor = await contacts.editorFor(ada)
    await editor.update(idOf(connected), {
      deleteDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 5, endIndex: 7 } },
    })
    const second = await stream.read(connected.session, { cursor: first.next, since: null })
    expect(second.contacts).toBeUndefined()
    const found = new Set<string>()
    let { next } = second
    for (let count = 0; count < 10 && next !== null; count += 1) {
      const page = await stream.read(connected.session, { cursor: next, since: null })
      for (const { externalId } of page.contacts ?? []) found.add(externalId)
      next = page.next
    }
    expect(found.size).toBe(4098)
  })

  it('pauses when rows keep moving, and then reads the tab from the beginning automatically [SYNC-10]', async () => {
    const ada = contacts.newUser(2100)
    const { session } = await bench.connect(ada)
    const first = await stream.read(session, { cursor: null, since: null })
    const moved = { ...(first.next as Record<string, Json>), tail: 'another row', restarts: 3 }
    const { next } = await stream.read(session, { cursor: moved, since: null })
    const resting = stream.read(session, { cursor: next, since: null })
    await expect(resting).rejects.toMatchObject({ kind: 'unavailable', retryAfterMs: expect.any(Number) })
    const later = { ...session, now: () => new Date(Date.now() + 600_000) }
    const found = new Set<string>()
    for (let cursor = next; cursor !== null;) {
      const page = await stream.read(later, { cursor, since: null })
      for (const { externalId } of page.contacts ?? []) found.add(externalId)
      cursor = page.next
    }
    expect(found.size).toBe(2100)
  })

  it('skips the second row with a key, at any distance from the first', async () => {
    const ada = contacts.newUser(2100)
    const connected = await bench.connect(ada)
    const editor = await contacts.editorFor(ada)
    await editor.append(idOf(connected), [
      ['L-000007', 'again@example.com'],
      ['', '', '', 'Nobody'],
    ])
    const pages = await readAll(connected)
    expect(contactsOf(pages)).toHaveLength(2100)
    expect(rejectedOf(pages)).toMatchObject([
      {
        externalId: 'row 2102',
        code: 'duplicate_key',
        reason: expect.stringContaining('Lead ID is the same as in an earlier row'),
      },
      { externalId: 'row 2103', code: 'missing_identifier' },
    ])
    const [rejected] = rejectedOf(pages)
    expect(googleSheet.read.remap?.('contact', rejected?.raw, connected.session)).toEqual({ next: null })
  })

  it('fails with its name when a mapped column was renamed', async () => {
    const ada = contacts.newUser(3)
    const connected = await bench.connect(ada, { map: { email: 'email', stage: 'stage' } })
    const editor = await contacts.editorFor(ada)
    await editor.write(idOf(connected), 'Leads!B1', [['Contact']])
    await expect(readAll(connected)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('The column "email", mapped to Email, was deleted or renamed.'),
    })
  })

  it('fails when the chosen tab was deleted', async () => {
    const connected = await bench.connect(contacts.newUser(1), { table_id: '99', table_name: 'Spring' })
    await expect(readAll(connected)).rejects.toThrow('The tab "Spring" is no longer in the sheet.')
  })

  it('reads by letters if there is no header [SYNC-05]', async () => {
    const { connected } = await contacts.withRows(
      [
        ['ada@example.com', '2026-03-04', 'won'],
        ['ben@example.com', '2026-03-05', 'lost'],
      ],
      { contain_header: false, map: { email: 'A', created_at: 'B', outcome: 'C' } },
    )
    const pages = await readAll(connected)
    expect(contactsOf(pages).map(({ email, createdAt }) => [email, createdAt])).toEqual([
      ['ada@example.com', '2026-03-04T00:00:00.000Z'],
      ['ben@example.com', '2026-03-05T00:00:00.000Z'],
    ])
    expect(dealsOf(pages).map(({ outcome }) => outcome)).toEqual(['won', 'lost'])
  })

  it('reads times in the time zone of the file, and keeps identities when that changes', async () => {
    const rows = [
      ['Email', 'Created'],
      ['ada@example.com', '2026-07-15 09:30'],
    ]
    const settings: SyncSettings = { map: { email: 'email', created_at: 'created' } }
    const inNewYork = await contacts.withRows(rows, settings, { timeZone: 'America/New_York' })
    const inUtc = await contacts.withRows(rows, settings)
    const [one] = contactsOf(await readAll(inNewYork.connected))
    const [other] = contactsOf(await readAll(inUtc.connected))
    expect([one?.createdAt, other?.createdAt]).toEqual(['2026-07-15T13:30:00.000Z', '2026-07-15T09:30:00.000Z'])
    expect(one?.externalId).toBe(other?.externalId)
  })

  it('shows tabs with unambiguous dates, so that the preview shows what the sync will save', async () => {
    const { connected, editor, id } = await contacts.withRows([
      ['Email', 'Created', 'Amount'],
      ['ada@example.com', '2026-03-04', 12.5],
      ['ben@example.com', '2026-03-04 10:30', ''],
      ['cleo@example.com', '03/04/2026', ''],
    ])
    await editor.update(id, { addSheet: { properties: { title: 'Empty' } } })
    const [leads, empty] = (await googleSheet.tables.list(connected.session)) ?? []
    expect(empty).toMatchObject({ name: 'Empty', rows: [] })
    expect(leads).toMatchObject({
      id: '0',
      name: 'Sheet1',
      rows: [
        ['Email', 'Created', 'Amount'],
        ['ada@example.com', '2026-03-04', 12.5],
        ['ben@example.com', '2026-03-04 10:30'],
        ['cleo@example.com', '03/04/2026'],
      ],
    })
    if (!leads) throw new Error('There is no table')
    expect(suggestMap(readTable(leads, {}).columns)).toEqual({ email: 'email', created_at: 'created', amount: 'amount' })
    const preview = problemsOf(leads, {}).map(({ row, code }) => [`row ${row}`, code])
    expect(preview).toEqual([['row 4', 'ambiguous_date']])
    const pages = await readAll(connected)
    expect(rejectedOf(pages).map(({ externalId, code }) => [externalId, code])).toEqual(preview)
    const remapped = googleSheet.read.remap?.('contact', rejectedOf(pages)[0]?.raw, {
      account: connected.account,
      settings: { date_format: 'day_first' },
    })
    expect(remapped?.contacts).toMatchObject([{ email: 'cleo@example.com', createdAt: '2026-04-03T00:00:00.000Z' }])
  })

  it('fails for a sheet that exceeds the limits', async () => {
    const wide = await contacts.withRows([Array.from({ length: 26 }, (_, index) => `Column ${index}`)])
    await wide.editor.update(wide.id, {
      insertDimension: { range: { sheetId: 0, dimension: 'COLUMNS', startIndex: 0, endIndex: 40 } },
    })
    await expect(readAll(wide.connected)).rejects.toThrow('more than 60 columns')
    const long = await contacts.withRows([['Email'], ...Array.from({ length: 50_001 }, (_, index) => [`p${index}@example.com`])])
    await expect(readAll(long.connected)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('more than 50,000 rows'),
    })
  })

  it('reports only the missing header of an empty tab', async () => {
    const { connected } = await contacts.withRows([[]])
    await expect(readAll(connected)).rejects.toThrow('The first row of the tab is empty')
  })
})
