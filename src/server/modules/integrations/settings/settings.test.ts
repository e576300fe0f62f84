import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConfig, createGhlConfig, requestSync } from '#contract/integrations/configs.ts'
import { updateIntegrationModel, type Integration } from '#contract/integrations/integrations.ts'
import { previewMapping } from '#contract/integrations/mapping.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { isOpenStatus } from '#contract/integrations/sources.ts'
import { runsOf, settled } from '#server/testing/vendors/runs.ts'
import { connect, connectToRead, integrationOf } from '#server/testing/vendors/sources.ts'
import { openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { openRun } from '../../syncs/start/open-run.ts'

let world: World
let maya: TestUser
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
})
afterAll(() => world.close())

const opened = async (type: ProviderType, name: string): Promise<Integration> =>
  connect(maya, type, await openAccount(world, type, { name, ...(type === 'facebook' ? {} : { people: 3 }) }))
const save = ({ id }: Pick<Integration, 'id'>, settings: SyncSettings) =>
  maya.call(updateIntegrationModel, { params: { id }, body: { settings } })
const look = async ({ id }: Pick<Integration, 'id'>, settings: SyncSettings = {}) =>
  (await maya.call(previewMapping, { params: { id }, body: { settings } })).body
const refusal = ({ status, error }: { status: number; error: { code: string; field?: string | undefined } }) => [
  status,
  error.code,
  error.field,
]

describe('The columns of a table [SYNC-05]', () => {
  it('of a sheet include one with the creation time: without it, Maya gets an error in the preview and when she saves', async () => {
    const sheet = await opened('googlesheet', 'Leads')
    const { suggestion } = await look(sheet)
    const { created_at: _created, ...map } = suggestion
    const words = 'Choose the column with the date each row was created.'
    const [problem] = (await look(sheet, { map })).problems
    expect(problem).toEqual({ row: 0, column: null, code: 'missing_mapping', text: words })
    const refused = await save(sheet, { map })
    expect([...refusal(refused), refused.error.detail]).toEqual([422, 'MAPPING_INVALID', 'settings.map', words])
    const requested = await maya.call(requestSync, { body: { type: 'googlesheet', integrationId: sheet.id, map } })
    expect(refusal(requested)).toEqual([422, 'MAPPING_INVALID', 'settings.map'])
    expect((await look(sheet, { map: suggestion })).problems).toEqual([])
    expect((await save(sheet, { map: suggestion })).status).toBe(200)
    await settled(maya, sheet.id)
  })

  it('of Airtable need none: its records have a creation time', async () => {
    const table = await opened('airtable', 'Leads')
    const { created_at: _created, ...map } = (await look(table)).suggestion
    expect((await look(table, { map })).problems).toEqual([])
    expect((await save(table, { map })).status).toBe(200)
    await settled(maya, table.id)
  })

  it('include the tags if Maya filters contacts by tags', async () => {
    const sheet = await opened('googlesheet', 'Tagged leads')
    const { tags: _tags, ...map } = (await look(sheet)).suggestion
    expect(refusal(await save(sheet, { map, tags: ['vip'] }))).toEqual([422, 'MAPPING_INVALID', 'settings.tags'])
  })
})

describe('A filter by something that a vendor does not have [API-14] [API-19]', () => {
  it.each(['hubspot', 'salesforce', 'microsoft_dynamics', 'facebook'] as const)(
    'is refused: %s has no tags, and no contact would match',
    async (type) => {
      const source = await opened(type, `Without tags: ${type}`)
      const tags = ['newsletter']
      const answers = [
        await save(source, { tags }),
        await maya.call(createConfig, { body: { integration_id: source.id, settings: { tags } } }),
        await maya.call(requestSync, { body: { type, integrationId: source.id, tags } }),
      ]
      for (const answer of answers) expect(refusal(answer)).toEqual([422, 'MAPPING_INVALID', 'settings.tags'])
      expect(answers[0]?.error.detail).toMatch(/has no tags to filter contacts by/)
      expect((await save(source, { tags: [] })).status).toBe(200)
    },
  )

  it('is refused: Facebook has no opportunities', async () => {
    const source = await opened('facebook', 'Without stages')
    expect(refusal(await save(source, { dispos: ['Won'] }))).toEqual([422, 'MAPPING_INVALID', 'settings.dispos'])
  })

  it('is accepted if contacts have tags', async () => {
    const location = await opened('ghl', 'Harbor location')
    await settled(maya, location.id)
    const made = await maya.call(createGhlConfig, { body: { locationId: location.hub_id ?? '', tags: ['vip'] } })
    expect(made.body.settings).toEqual({ tags: ['vip'] })
  })
})

describe('New settings', () => {
  const isOwed = ({ id }: Pick<Integration, 'id'>) =>
    world.database.asSystem('test: what is owed', async (tx) => {
      const row = await tx.selectFrom('integration').select('full_owed').where('id', '=', id).executeTakeFirstOrThrow()
      return row.full_owed
    })

  it('that Maya saves while a run is open apply later: a full sync is due', async () => {
    const portal = await connectToRead(maya, 'hubspot', await openAccount(world, 'hubspot', { name: 'Busy portal', people: 2 }))
    await settled(maya, portal.id)
    const params = { clientId: portal.client_id, integrationId: portal.id, origin: 'schedule', actor: null } as const
    const noWorker = { enqueue: async () => {} }
    await world.database.asSystem('test: a run that nobody takes up', (tx) =>
      openRun(tx, noWorker, { ...params, kind: 'incremental' }),
    )
    expect((await save(portal, {})).status).toBe(200)
    expect(await isOwed(portal)).toBe(false)
    expect((await save(portal, { dispos: ['closedwon'] })).status).toBe(200)
    expect(await isOwed(portal)).toBe(true)
    const open = (await runsOf(maya, portal.id)).filter(({ status }) => isOpenStatus(status))
    expect(open).toMatchObject([{ kind: 'incremental' }])
  })

  it('that are only saved make a full sync due too, and start nothing [API-19]', async () => {
    const portal = await connectToRead(maya, 'hubspot', await openAccount(world, 'hubspot', { name: 'Later portal', people: 2 }))
    const first = await settled(maya, portal.id)
    const body = { type: 'hubspot', integrationId: portal.id, dispos: ['closedwon'], skip_step_function: true }
    expect((await maya.call(requestSync, { body })).body.run_id).toBe(null)
    expect((await integrationOf(maya, portal.id)).last_run?.id).toBe(first.id)
    expect(await isOwed(portal)).toBe(true)
  })
})
