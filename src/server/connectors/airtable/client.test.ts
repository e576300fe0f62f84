import { describe, expect, it } from 'vitest'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { fillAccount } from '#sandbox/kit/fill.ts'
import type { Session } from '../kit/access.ts'
import type { ConnectorFailure } from '../kit/failures.ts'
import type { Json, Page } from '../kit/records.ts'
import { problemsOf } from '../kit/rows/problems.ts'
import { suggestMap } from '../kit/rows/suggest.ts'
import { readStream, type Connected } from '../testing/bench.ts'
import { benchForFile } from '../testing/bench-for-file.ts'
import { crmOf } from '../testing/conformance/source.ts'
import { refusalOf } from './client.ts'
import { airtable } from './index.ts'

const bench = benchForFile(airtable)
const crm = () => crmOf(bench)
const newBase = (people = 0, deals = 0): string => {
  const { account } = bench.vendor.admin.createAccount({ name: 'Northlight' })
  fillAccount(crm(), account, { people, deals, seed: 7 })
  return account
}
const contactsOf = (pages: readonly Page[]) => pages.flatMap(({ contacts = [] }) => contacts)
const readAll = async ({ session }: Connected) => (await readStream(airtable, session, { name: 'contacts' })).pages
const [stream] = airtable.read.streams
if (!stream) throw new Error('There is no stream')

/** Writes a record as Airtable's own screen would. */
const write = async ({ account, tokens }: Connected, fields: object): Promise<string> => {
  const answer = await fetch(`${bench.app.addresses.api}/v0/${account.hubId}/${account.facts['table_id']}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fields }),
  })
  return ((await answer.json()) as { id: string }).id
}

describe('Connecting Airtable', () => {
  it('takes token, base and table, and stores the token only where it belongs [SYNC-04]', async () => {
    const base = newBase()
    const { account, session, tokens } = await bench.connect(base)
    expect(account).toEqual({
      hubId: base,
      name: 'Northlight',
      url: null,
      managerAccount: 'northlight@example.com',
      managerAccountId: expect.stringMatching(/^usr/),
      facts: { table_id: expect.stringMatching(/^tbl/), table_name: 'Leads' },
    })
    expect(JSON.stringify(account)).not.toContain(tokens.accessToken)
    await expect(airtable.identify(session, tokens)).resolves.toEqual(account)
  })

  it.each([
    [{ token: 'keyABCDEFGHIJKLMN' }, 'no longer supports API keys'],
    [{ token: 'hello' }, "isn't a personal access token"],
    [{ token: 'patX.wrong' }, 'personal access token is incomplete'],
    [{ base_id: 'Northlight' }, "isn't a base ID"],
    [{ table_id: ' ' }, 'Enter the table ID'],
  ])('explains what is wrong with %j', (wrong, words) => {
    const { auth } = airtable
    if (auth.kind !== 'key') throw new Error('Airtable is opened with a key')
    const right = {
      token: 'patAAAAAAAAAAAAAA.abc',
      base_id: 'https://airtable.com/appAAAAAAAAAAAAAA/tblBBBBBBBBBBBBBB/viw',
      table_id: 'Leads',
    }
    expect(auth.read(bench.app, right)).toEqual({ key: right.token, url: null })
    expect(() => auth.read(bench.app, { ...right, ...wrong })).toThrow(words)
  })

  it('refuses a base that the token cannot read, and an unknown table', async () => {
    const { session, tokens } = await bench.connect(newBase())
    const identify = (facts: Record<string, string>) =>
      airtable.identify({ ...session, account: { ...session.account, hubId: null, facts } }, tokens)
    await expect(identify({ base_id: newBase(), table_id: 'Leads' })).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining("can't access this base"),
    })
    await expect(identify({ base_id: session.account.hubId ?? '', table_id: 'Deals' })).rejects.toMatchObject({
      message: expect.stringContaining('This base has no such table'),
      field: 'table_id',
    })
    await expect(identify({ base_id: session.account.hubId ?? '', table_id: 'Leads' })).resolves.toMatchObject({
      name: 'Northlight',
    })
  })
})

describe('Reading Airtable', () => {
  it('brings contacts, opportunities and stages, a hundred records at a time [SYNC-06]', async () => {
    const connected = await bench.connect(newBase(450, 90))
    const pages = await readAll(connected)
    expect(pages.map(({ contacts = [] }) => contacts.length)).toEqual([100, 100, 100, 100, 50])
    expect(pages.flatMap(({ rejected = [] }) => rejected)).toEqual([])
    expect(pages.flatMap(({ opportunities = [] }) => opportunities)).toHaveLength(90)
    expect(pages.filter(({ pipelines }) => pipelines !== undefined)).toHaveLength(1)
    expect(pages.at(-1)?.pipelines?.[0]?.stages.length).toBeGreaterThanOrEqual(3)
    expect(contactsOf(pages)[0]).toMatchObject({
      externalId: expect.stringMatching(/^rec\w{14}$/),
      createdAt: expect.stringMatching(/Z$/),
    })
  })

  it("follows fields by their ids, and uses the record's creation time if no field has one", async () => {
    const base = newBase()
    const connected = await bench.connect(base)
    const [table] = (await airtable.tables.list(connected.session)) ?? []
    const { email = '' } = suggestMap(table?.columns ?? [])
    const id = await write(connected, { Email: 'ada@example.com', 'First name': 'Ada' })
    const mapped = await bench.connect(base, { map: { email } })
    expect(contactsOf(await readAll(mapped))).toMatchObject([
      {
        externalId: id,
        email: 'ada@example.com',
        createdAt: expect.stringMatching(/^20/),
        fields: { 'First name': 'Ada' },
        raw: { id, fields: { [email]: 'ada@example.com' } },
      },
    ])
    expect(airtable.read.fieldPaths?.('contact', { map: { email } })).toEqual({
      externalId: 'id',
      createdAt: 'createdTime',
      email: `fields.${email}`,
      'fields.*': 'fields.*',
    })
  })

  it('no longer brings deleted records', async () => {
    const base = newBase(3)
    const connected = await bench.connect(base)
    const [first] = contactsOf(await readAll(connected))
    crm().removePerson(base, first?.externalId ?? '', Date.now())
    const left = contactsOf(await readAll(connected))
    expect(left).toHaveLength(2)
    expect(left.map(({ externalId }) => externalId)).not.toContain(first?.externalId)
  })

  it('starts again when Airtable has lost our cursor, and brings everything [SYNC-06]', async () => {
    const connected = await bench.connect(newBase(150))
    const first = await stream.read(connected.session, { cursor: null, since: null })
    const lost = { ...(first.next as Record<string, Json>), offset: 'itrAAAAAAAAAAAAAA/recAAAAAAAAAAAAAA' }
    let page = await stream.read(connected.session, { cursor: lost, since: null })
    expect(page.contacts).toBeUndefined()
    const found = new Set<string>()
    for (let count = 0; count < 5 && page.next !== null; count += 1) {
      page = await stream.read(connected.session, { cursor: page.next, since: null })
      for (const { externalId } of page.contacts ?? []) found.add(externalId)
    }
    expect(found.size).toBe(150)
  })

  it('pauses when Airtable keeps losing our cursor, and then reads the table from the beginning automatically [SYNC-10]', async () => {
    const connected = await bench.connect(newBase(150))
    const first = await stream.read(connected.session, { cursor: null, since: null })
    const lost = { ...(first.next as Record<string, Json>), offset: 'itrAAAAAAAAAAAAAA/recAAAAAAAAAAAAAA', restarts: 5 }
    const { next } = await stream.read(connected.session, { cursor: lost, since: null })
    const resting = await stream.read(connected.session, { cursor: next, since: null }).catch((error: unknown) => error)
    expect(resting).toMatchObject({ kind: 'unavailable', retryAfterMs: expect.any(Number) })
    const wait = (resting as ConnectorFailure).retryAfterMs ?? 0
    const later: Session = { ...connected.session, now: () => new Date(Date.now() + wait) }
    const found = new Set<string>()
    for (let cursor = next; cursor !== null;) {
      const page = await stream.read(later, { cursor, since: null })
      for (const { externalId } of page.contacts ?? []) found.add(externalId)
      cursor = page.next
    }
    expect(found.size).toBe(150)
  })

  it('saves a record without an amount that cannot be read, reports why, and reports nothing once it is fixed', async () => {
    const connected = await bench.connect(newBase(2))
    const id = await write(connected, { 'Lead ID': 'L-9', Amount: 'a lot', Stage: 'New' })
    const pages = await readAll(connected)
    expect(contactsOf(pages)).toHaveLength(3)
    const [rejected] = pages.flatMap((page) => page.rejected ?? [])
    expect(rejected).toMatchObject({
      externalId: id,
      code: 'bad_amount',
      isTaken: true,
      reason: expect.stringContaining("Amount isn't an amount"),
    })
    const raw = rejected?.raw as { fields: Record<string, unknown> }
    const [key = ''] = Object.keys(raw.fields)
    expect(
      airtable.read.remap?.('contact', raw, { account: connected.account, settings: { map: { row_key: key } } }),
    ).toMatchObject({
      contacts: [{ externalId: id }],
      rejected: [],
    })
  })

  it('shows tables with their fields, and the problems of a mapping', async () => {
    const connected = await bench.connect(newBase(30))
    const [table] = (await airtable.tables.list(connected.session)) ?? []
    expect(table).toMatchObject({ id: connected.account.facts['table_id'], name: 'Leads' })
    expect(table?.rows).toHaveLength(20)
    if (!table) throw new Error('There is no table')
    expect(problemsOf(table, {})).toEqual([])
    expect(problemsOf(table, { map: { email: 'fldGone' } })).toMatchObject([{ code: 'missing_column' }])
  })

  it.each<[SyncSettings, string]>([
    [{ map: { email: 'fldAAAAAAAAAAAAAA' } }, 'mapped to Email, was deleted'],
    [{ table_id: 'tblAAAAAAAAAAAAAA' }, "isn't in the base"],
  ])('refuses %j with a text for users', async (settings, words) => {
    await expect(readAll(await bench.connect(newBase(1), settings))).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(words),
    })
  })
})

describe('Failures of Airtable', () => {
  it('are waited out for half a minute after too many requests, and lose nothing [SYNC-10]', async () => {
    const connected = await bench.connect(newBase(250))
    bench.vendor.faults.add({ kind: 'throttle', times: 1, after: 2 })
    bench.vendor.faults.add({ kind: 'drop', times: 1, after: 3 })
    expect(contactsOf(await readAll(connected))).toHaveLength(250)
    expect(bench.waited).toContain(30_000)
  })

  it('suggest that the monthly calls may be used up when the pauses do not help, and are retried rarely from then on [SYNC-10]', async () => {
    const connected = await bench.connect(newBase(3))
    bench.vendor.faults.add({ kind: 'throttle', path: 'pageSize' })
    await expect(readAll(connected)).rejects.toMatchObject({
      kind: 'rate_limited',
      message: expect.stringContaining('may have used up its monthly API calls'),
      retryAfterMs: 3_600_000,
    })
    expect(bench.waited).toEqual([30_000, 30_000, 30_000, 30_000])
    const errors = [{ error: 'PUBLIC_API_BILLING_LIMIT_EXCEEDED', message: 'API billing plan limit exceeded' }]
    const answer = { status: 429, headers: {}, body: { errors }, text: JSON.stringify({ errors }) }
    expect(refusalOf(answer)).toMatchObject({
      message: expect.stringContaining('used up its monthly Airtable API calls'),
      retryAfterMs: 3_600_000,
    })
  })

  it('do not occur in a month of reading a table with the 1,000 calls of the smallest plan', async () => {
    const connected = await bench.connect(newBase(900))
    const before = bench.vendor.faults.log.length
    await readAll(connected)
    const calls = bench.vendor.faults.log.length - before
    expect(calls * 31 * (1440 / airtable.manifest.intervalMinutes)).toBeLessThan(1000)
    const { perDay = Infinity } = airtable.manifest.limit
    expect(perDay * 0.3 * 31).toBeLessThan(100_000)
  })

  it('report that the token was revoked [SYNC-09]', async () => {
    const base = newBase(1)
    const connected = await bench.connect(base)
    bench.vendor.admin.revokeTokens(base)
    await expect(readAll(connected)).rejects.toMatchObject({ kind: 'auth_lost' })
    const { session, tokens, account } = connected
    await expect(airtable.identify(session, tokens)).rejects.toThrow('no longer accepts the token')
    const entered = { ...account, hubId: null, facts: { base_id: base, table_id: 'Leads' } }
    await expect(airtable.identify({ ...session, account: entered }, tokens)).rejects.toMatchObject({
      message: expect.stringMatching(/^Airtable doesn't accept this token/),
      field: 'token',
    })
  })

  it.each(['malformed', 'odd_shape'] as const)('never treat a %s answer as an empty table', async (kind) => {
    const connected = await bench.connect(newBase(2))
    bench.vendor.faults.add({ kind, path: 'pageSize' })
    await expect(readAll(connected)).rejects.toMatchObject({ kind: 'bad_answer' })
  })
})
