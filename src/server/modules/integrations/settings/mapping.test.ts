import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConnect, type Integration } from '#contract/integrations/integrations.ts'
import { previewMapping } from '#contract/integrations/mapping.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { connect } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let maya: TestUser
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
})
afterAll(() => world.close())

/** The rows of Ada and Ben, whose columns for the last name and the source were used for something else. */
const rows = [
  { firstName: 'Ada', email: 'ada@example.com', lastName: '03/11/2026', source: '€ 1.250,50' },
  { firstName: 'Ben', email: '', phone: '', lastName: '13/11/2026', source: 'a lot' },
]

const previewOf = async ({ id }: Pick<Integration, 'id'>, settings: SyncSettings) =>
  (await maya.call(previewMapping, { params: { id }, body: { settings } })).body

/** The columns by name. */
const columnsOf = async (source: Pick<Integration, 'id'>): Promise<(name: RegExp) => string> => {
  const { columns } = await previewOf(source, {})
  return (name) => columns.find((column) => name.test(column.name))?.id ?? 'none'
}

describe('The preview of a sheet [SYNC-05]', () => {
  let source: Integration
  let map: NonNullable<SyncSettings['map']>
  beforeAll(async () => {
    const sheet = await openAccount(world, 'googlesheet', { name: 'Leads' })
    for (const body of rows) await atVendor(world, 'googlesheet', `/accounts/${sheet.id}/people`, { body })
    source = await connect(maya, 'googlesheet', sheet)
    const at = await columnsOf(source)
    map = { email: at(/^e-?mail/i), first_name: at(/^first/i), created_at: at(/^last/i), amount: at(/source/i) }
  })

  it('reads 03/11/2026 as 3 November if the day comes first, and as 11 March if the month does', async () => {
    const dayFirst = await previewOf(source, { map, date_format: 'day_first' })
    expect(dayFirst.people[0]).toMatchObject({ name: 'Ada', created: '2026-11-03T00:00:00.000Z' })
    expect(dayFirst.time_zone).toBe('UTC')
    const monthFirst = await previewOf(source, { map, date_format: 'month_first' })
    expect(monthFirst.people[0]).toMatchObject({ name: 'Ada', created: '2026-03-11T00:00:00.000Z' })
  })

  it('does not guess before the date format is chosen', async () => {
    const { people, problems } = await previewOf(source, { map })
    expect(people[0]).toMatchObject({ name: 'Ada', identifier: 'ada@example.com', created: null })
    expect(problems[0]).toMatchObject({ row: 2, code: 'ambiguous_date' })
  })

  it('shows amounts as they will be saved, with their currency', async () => {
    const { people } = await previewOf(source, { map, date_format: 'day_first' })
    expect(people[0]).toMatchObject({ amount: '1250.50', currency: 'EUR' })
  })

  it('shows the readable cells of a row that would be skipped', async () => {
    const { people, problems } = await previewOf(source, { map, date_format: 'day_first' })
    expect(people[1]).toMatchObject({ name: 'Ben', identifier: '', created: '2026-11-13T00:00:00.000Z', amount: null })
    expect(problems.map(({ row }) => row)).toEqual([3])
  })
})

describe('The preview of an Airtable base', () => {
  it("shows the record's creation time if no column has one, as a sync does", async () => {
    const base = await openAccount(world, 'airtable', { name: 'Leads' })
    await atVendor(world, 'airtable', `/accounts/${base.id}/people`, { body: rows[0] })
    const { body } = await maya.call(startConnect, { params: { type: 'airtable' }, body: { fields: base.connect } })
    const source = { id: body.integration?.id ?? '' }
    const at = await columnsOf(source)
    const own = await previewOf(source, { map: { email: at(/^e-?mail/i) } })
    expect(own.people[0]?.created).toMatch(/^2\d{3}-.*Z$/)
    const map = { email: at(/^e-?mail/i), created_at: at(/^last/i) }
    expect((await previewOf(source, { map, date_format: 'day_first' })).people[0]?.created).toBe('2026-11-03T00:00:00.000Z')
  })
})
