// A sheet whose key column contains phone numbers, or anything else that was written there.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateIntegrationModel, type Integration } from '#contract/integrations/integrations.ts'
import { previewMapping } from '#contract/integrations/mapping.ts'
import { getReconciliation, listRejects } from '#contract/syncs/runs.ts'
import { joinTeam, signUpStaff } from '#server/testing/users.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let ana: TestUser
let noor: TestUser
let source: Integration

const rows = [
  { firstName: 'Ada', phone: '+1 202 555 0147', lastName: '2026-11-03', source: 'a lot' },
  { firstName: 'Kaya', phone: 'kaya@example.com', lastName: '2026-11-03', source: 'a lot' },
  { firstName: 'Lin', phone: 'LEAD-0042', lastName: '2026-11-03', source: 'a lot' },
]

beforeAll(async () => {
  world = await startWorld()
  ana = await world.signUp({ company: 'Northlight', name: 'Ana', agency: true })
  noor = await signUpStaff(world)
  const sheet = await openAccount(world, 'googlesheet', { name: 'Leads' })
  for (const body of rows) await atVendor(world, 'googlesheet', `/accounts/${sheet.id}/people`, { body })
  source = await connect(ana, 'googlesheet', sheet)
  const params = { id: source.id }
  const { columns } = (await ana.call(previewMapping, { params, body: {} })).body
  const at = (name: RegExp) => columns.find((column) => name.test(column.name))?.id ?? 'none'
  const map = { row_key: at(/phone/i), created_at: at(/^last/i), amount: at(/source/i) }
  await ana.call(updateIntegrationModel, { params, body: { settings: { map } } })
  await settled(ana, source.id)
  await world.database.asSystem('test: one that was never stored', (tx) =>
    sql`update sync_stream set missing = ${['+1 202 555 0198']} where integration_id = ${source.id} and stream = 'contact'`.execute(
      tx,
    ),
  )
})
afterAll(() => world.close())

const keysFor = async (user: TestUser): Promise<string[]> => {
  const params = { integration_id: source.id }
  const { items } = (await user.call(listRejects, { params, query: {} })).body
  const tiles = (await user.call(getReconciliation, { params })).body.items
  return [...items.map(({ external_id: key }) => key), ...tiles.flatMap(({ missing }) => missing)].toSorted()
}

const clear = ['+1 202 555 0147', '+1 202 555 0198', 'LEAD-0042', 'kaya@example.com']
const masked = ['LEAD-0042', 'k•••@e••••••.com', '••••••47', '••••••98']

describe('The keys of skipped and missing rows', () => {
  it('are shown to users who see the contacts of the account', async () => {
    expect(await keysFor(ana)).toEqual(clear)
    expect(await keysFor(await joinTeam(world, ana, { name: 'Ren' }))).toEqual(clear)
  })

  it('are masked for an agency user who sees some companies only, where they identify a contact', async () => {
    expect(await keysFor(await joinTeam(world, ana, { name: 'Cho', companies: [] }))).toEqual(masked)
  })

  it('are masked for staff in the same way', async () => {
    expect(await keysFor(noor)).toEqual(masked)
  })

  it('come with a reason that quotes the cell only for users who see contacts', async () => {
    const reasonsFor = async (user: TestUser) => {
      const { items } = (await user.call(listRejects, { params: { integration_id: source.id }, query: {} })).body
      return [...new Set(items.map(({ reason }) => reason))]
    }
    const after = '. We left it empty. Enter a plain number, such as 1234.50.'
    expect(await reasonsFor(ana)).toEqual([expect.stringMatching(/ isn't an amount: “a lot”\. We left it empty/)])
    expect(await reasonsFor(noor)).toEqual([expect.stringContaining(`isn't an amount: “•••”${after}`)])
  })

  it('are masked as names where the key column is the name column', async () => {
    await world.database.asSystem('test: the names are the keys', (tx) =>
      sql`update integration set settings = jsonb_set(settings::jsonb, '{map,full_name}', settings::jsonb #> '{map,row_key}')
        where id = ${source.id}`.execute(tx),
    )
    expect(await keysFor(noor)).toContain('L••••••••')
  })
})
