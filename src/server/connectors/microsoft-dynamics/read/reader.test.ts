import { describe, expect, it } from 'vitest'
import { fillAccount } from '#sandbox/kit/fill.ts'
import type { Session } from '../../kit/access.ts'
import type { Json } from '../../kit/records.ts'
import { benchForFile } from '../../testing/bench-for-file.ts'
import { crmOf } from '../../testing/conformance/source.ts'
import { someone } from '../../testing/contacts.ts'
import { microsoftDynamics } from '../index.ts'
import { readParts, type Part } from './reader.ts'

const bench = benchForFile(microsoftDynamics)

const hour = 3_600_000
const open = async (people: number, days?: number) => {
  const { account } = bench.vendor.admin.createAccount({ name: 'Harbour Homes' })
  fillAccount(crmOf(bench), account, { people, deals: 0, seed: 1, days })
  return { account, crm: crmOf(bench), session: (await bench.connect(account)).session }
}
/** The requests to Dynamics about contacts, in a readable form. */
const requests = () =>
  bench.vendor.faults.log
    .filter(({ url }) => url.includes('/contacts'))
    .map(({ url }) => decodeURIComponent(url.split('?')[1] ?? ''))

interface Table {
  attributes?: () => string[]
  isTracked?: boolean
}
const contacts = ({ attributes = () => ['contactid', 'modifiedon'], isTracked = true }: Table, seen: string[]): Part => ({
  set: 'contacts',
  key: 'contactid',
  object: 'contact',
  isTracked,
  select: async () => attributes(),
  async take(_session, rows) {
    seen.push(...rows.map((row) => String((row as Record<string, unknown>)['contactid'])))
    return {}
  },
})

/** Everything that a read from here to its end brings. */
const readAll = async (session: Session, table: Table, since: Json | null = null) => {
  const seen: string[] = []
  const read = readParts([contacts(table, seen)])
  let cursor: Json | null = null
  for (;;) {
    const page = await read(session, { cursor, since })
    if (page.next === null) return { seen, watermark: JSON.parse(JSON.stringify(page.watermark)) as Record<string, Json> }
    cursor = JSON.parse(JSON.stringify(page.next)) as Json
  }
}
const markIn = ({ watermark }: { watermark: Record<string, Json> }) => watermark['contacts'] as Record<string, string>

describe('A table whose changes Dynamics does not track', () => {
  it('is read by the time of change, first in full and then with an overlap before the last read', async () => {
    const crm = crmOf(bench)
    const { account } = bench.vendor.admin.createAccount({ name: 'Harbour Homes' })
    fillAccount(crm, account, { people: 5, deals: 3, seed: 1 })
    const { session } = await bench.connect(account)
    const seen: unknown[] = []
    const read = readParts([
      {
        set: 'opportunitysalesprocesses',
        key: 'businessprocessflowinstanceid',
        isTracked: true,
        select: async () => ['_opportunityid_value', 'modifiedon'],
        async take(_session, rows) {
          seen.push(...rows)
          return {}
        },
      },
    ])
    const first = await read(session, { cursor: null, since: null })
    expect(seen).toHaveLength(3)
    expect(first.next).toBeNull()
    const [deal] = crm.deals(account, 1)
    seen.length = 0
    crm.changeDeal(account, deal?.id ?? '', { stage: 2 }, Date.now())
    await read(session, { cursor: null, since: first.watermark ?? null })
    expect(seen).toContainEqual(expect.objectContaining({ _opportunityid_value: deal?.id }))
    expect(bench.vendor.faults.log.at(-1)?.url).toContain('filter=modifiedon%20ge%20')
  })

  it('loses no contact if twelve hundred changed in the same second', async () => {
    const { session } = await open(1200, 0)
    const { seen } = await readAll(session, { isTracked: false })
    expect(seen).toHaveLength(1200)
    expect(new Set(seen).size).toBe(1200)
  })

  it('has an overlap of a whole day on the first day, and of ten minutes afterwards', async () => {
    const { account, crm, session } = await open(0)
    const people = [30, 20, 1].map((hours) => {
      const at = Date.now() - hours * hour
      return crm.addPerson(account, someone('Ada', { createdAt: at, modifiedAt: at }))
    })
    const first = await readAll(session, { isTracked: false })
    const second = await readAll(session, { isTracked: false }, first.watermark)
    expect(second.seen).toEqual(people.slice(1))
    const later = { ...session, now: () => new Date(Date.now() + 25 * hour) }
    expect((await readAll(later, { isTracked: false }, second.watermark)).seen).toEqual(people.slice(2))
  })
})

describe('A table whose changes Dynamics tracks', () => {
  it('ends with the link to its changes after several pages too', async () => {
    const { session, account, crm } = await open(1100)
    const first = await readAll(session, {})
    expect(first.seen).toHaveLength(1100)
    expect(markIn(first)['delta']).toContain('$deltatoken=')
    const [gone = ''] = first.seen
    crm.removePerson(account, gone, Date.now())
    const second = await readAll(session, {}, first.watermark)
    expect(second.seen).toEqual([])
    expect(markIn(second)['delta']).toContain('$deltatoken=')
  })

  it('is tracked again with the next read after tracking was lost', async () => {
    const { session } = await open(3)
    const untracked = await readAll(session, { isTracked: false })
    expect(Object.keys(markIn(untracked))).toContain('at')
    const again = await readAll(session, {}, untracked.watermark)
    expect(markIn(again)['delta']).toContain('$deltatoken=')
    expect(again.seen).toHaveLength(3)
  })

  it('is not read in full again on the same day if that returned no link', async () => {
    const { session } = await open(3)
    const untracked = await readAll(session, { isTracked: false })
    const inVain = { contacts: { ...markIn(untracked), triedAt: new Date().toISOString() } }
    bench.vendor.faults.log.length = 0
    expect(markIn(await readAll(session, {}, inVain))['delta']).toBeUndefined()
    expect(requests()).toEqual([expect.stringContaining('$filter=modifiedon ge')])
    const tomorrow = { ...session, now: () => new Date(Date.now() + 25 * hour) }
    expect(markIn(await readAll(tomorrow, {}, inVain))['delta']).toContain('$deltatoken=')
  })

  it('is read again in full when an attribute was added, but not when only their order changed', async () => {
    const { session } = await open(40)
    const attributes = ['contactid', 'modifiedon', 'lastname']
    const first = await readAll(session, { attributes: () => attributes })
    expect((await readAll(session, { attributes: () => attributes.toReversed() }, first.watermark)).seen).toEqual([])
    const more = () => [...attributes, 'new_utmsource']
    const anew = await readAll(session, { attributes: more }, first.watermark)
    expect(anew.seen).toHaveLength(40)
    expect(markIn(anew)['delta']).toContain('new_utmsource')
    expect((await readAll(session, { attributes: more }, anew.watermark)).seen).toEqual([])
  })
})
