// The sheet of a ghost company, from the consent to the rows.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getLineage, listContacts } from '#contract/crm/records.ts'
import { deleteGhostCompany, deleteGhostData } from '#contract/ghost-companies/companies.ts'
import { chooseGhostFile, connectGhostSheet, disconnectGhostSheet } from '#contract/ghost-companies/sheets.ts'
import {
  deleteIntegration,
  finishConnect,
  listIntegrations,
  refreshIntegration,
  startConnect,
  updateIntegrationModel,
} from '#contract/integrations/integrations.ts'
import { previewMapping } from '#contract/integrations/mapping.ts'
import { listRuns, startRun } from '#contract/syncs/runs.ts'
import { listAudit } from '#contract/audit.ts'
import { berg } from '#server/connectors/testing/contacts.ts'
import { giveConsent } from '#server/connectors/testing/bench.ts'
import { newId } from '#server/platform/ids.ts'
import { joinTeam } from '#server/testing/users.ts'
import { askForRun, approveRemoval, runToEnd, settled } from '#server/testing/vendors/runs.ts'
import { connectToRead, consent } from '#server/testing/vendors/sources.ts'
import { startStage, type Stage } from '#server/testing/vendors/stage.ts'
import { eventually, type TestUser } from '#server/testing/world.ts'
import {
  chooseColumns,
  comeBack,
  connectSheet,
  createCompany,
  goToGoogle,
  openAgency,
  openConnected,
  openSheet,
  sheetOf,
  statusOf,
} from './testing/sheets.ts'

let stage: Stage
let ana: TestUser
beforeAll(async () => {
  stage = await startStage()
  ana = await openAgency(stage)
})
afterAll(() => stage.close())

const at = Date.now() - 3_600_000
const contactsOf = async (user: TestUser, query: object = {}) =>
  (await user.call(listContacts, { query: { size: 100, ...query } })).body
const refusal = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code]
const disconnect = (user: TestUser, id: string) => user.call(disconnectGhostSheet, { params: { id } })
const untilErased = (user: TestUser, id: string) =>
  eventually(async () => ((await sheetOf(user, id)).integration_id === null ? true : undefined))
/** Without a sheet, as soon as the erasure is over. */
const untilCreated = (user: TestUser, id: string) =>
  eventually(async () => ((await statusOf(user, id)).status === 'created' ? true : undefined))

describe('The sheet of a ghost company [PARTNER-09] [API-21] [SYNC-05]', () => {
  it('is connected by consent, mapped and read: its people are contacts of the agency', async () => {
    const sheet = openSheet(stage, 25)
    const id = await createCompany(ana, 'Atlas Roofing')
    expect((await sheetOf(ana, id)).connected).toBe(false)
    const back = await goToGoogle(ana, id, sheet)
    expect(await statusOf(ana, id)).toMatchObject({ status: 'connecting', googlesheet: false })
    const finished = await comeBack(ana, back)
    const { integration } = finished.body
    expect(integration).toMatchObject({ type: 'googlesheet', ghost_company_id: id, needs: 'table', interval_minutes: 15 })
    expect(await statusOf(ana, id)).toMatchObject({ status: 'connecting', googlesheet: true })
    expect(await sheetOf(ana, id)).toMatchObject({
      connected: true,
      integration_id: integration.id,
      needs: 'table',
      sheet_url: sheet.url,
      mapping: null,
      version: integration.version,
    })
    await chooseColumns(ana, integration.id)
    expect((await settled(ana, integration.id)).status).toBe('done')
    expect(await statusOf(ana, id)).toMatchObject({ status: 'connected', rows: 25, claimable: true, last_error: null })
    const shown = await sheetOf(ana, id)
    expect(shown).toMatchObject({ needs: null, rows_read: 25, rows_ok: 25, rows_rejected: 0, problems: [], removal: null })
    expect(shown.mapping).toMatchObject({ email: expect.any(String) })
    expect([shown.table_name, shown.last_sync_at, shown.next_sync_at]).not.toContain(null)
    const { items, total } = await contactsOf(ana, { connection_id: id })
    expect(total).toBe(25)
    expect(items[0]).toMatchObject({ ghost_company: { id, name: 'Atlas Roofing' }, shared: null, integration_id: integration.id })
    const lineage = await ana.call(getLineage, { params: { id: items[0]?.id ?? '' } })
    expect(lineage.body).toMatchObject({ contact: { ghost_company: { id } }, source: { integration_id: integration.id } })
  })

  it('is asked for after the consent if it was not named before', async () => {
    const sheet = openSheet(stage, 3)
    const id = await createCompany(ana, 'Chooses Later')
    const choose = (url: string) => ana.call(chooseGhostFile, { params: { id }, body: { url } })
    expect(refusal(await choose(sheet.url))).toEqual([409, 'ACTION_NOT_ALLOWED'])
    await comeBack(ana, await goToGoogle(ana, id, sheet, false))
    expect(await sheetOf(ana, id)).toMatchObject({ connected: false, needs: 'file', sheet_id: null, sheet_name: null })
    expect((await statusOf(ana, id)).status).toBe('connecting')
    expect(refusal(await choose('https://example.com/sheet'))).toEqual([422, 'PROVIDER_REFUSED'])
    const chosen = await choose(sheet.url)
    expect(chosen.body).toMatchObject({ connected: true, needs: 'table', sheet_url: sheet.url })
    expect(chosen.body.sheet_name).not.toContain('@')
    expect(refusal(await choose(openSheet(stage).url))).toEqual([422, 'PROVIDER_REFUSED'])
    await chooseColumns(ana, chosen.body.integration_id ?? '')
    await settled(ana, chosen.body.integration_id ?? '')
    expect(await statusOf(ana, id)).toMatchObject({ status: 'connected', rows: 3 })
  })

  it('reports an address that is no sheet before the user goes to Google', async () => {
    const id = await createCompany(ana, 'Wrong Address')
    const answer = await ana.call(connectGhostSheet, { params: { id }, query: {}, body: { url: 'https://example.com/x' } })
    expect(refusal(answer)).toEqual([422, 'PROVIDER_REFUSED'])
    expect((await statusOf(ana, id)).status).toBe('created')
  })

  it('is connected by the user who started, once, in ten minutes, and not after access was denied', async () => {
    const nina = await joinTeam(stage.world, ana, { name: 'Nina', role: 'admin' })
    const sheet = openSheet(stage, 1)
    const id = await createCompany(ana, 'One Way Back')
    const back = await goToGoogle(ana, id, sheet)
    expect(refusal(await comeBack(nina, back))).toEqual([410, 'CONNECTION_EXPIRED'])
    const { oauth_url: url } = (await ana.call(connectGhostSheet, { params: { id }, query: {}, body: { url: sheet.url } })).body
    const denied = await giveConsent(url, sheet.account, 'deny')
    const [state, error] = [denied.searchParams.get('state') ?? '', denied.searchParams.get('error') ?? '']
    const params = { type: 'googlesheet' } as const
    expect(refusal(await ana.call(finishConnect, { params, body: { state, error } }))).toEqual([422, 'PROVIDER_REFUSED'])
    expect((await statusOf(ana, id)).status).toBe('created')
    const late = await goToGoogle(ana, id, sheet)
    await stage.world.database.asSystem('test: time passes', async (tx) => {
      await sql`update connect_attempt set expires_at = expires_at - interval '10 minutes' where ghost_company_id = ${id}`.execute(
        tx,
      )
      await sql`update ghost_company set connecting_until = connecting_until - interval '10 minutes' where id = ${id}`.execute(tx)
    })
    expect((await statusOf(ana, id)).status).toBe('created')
    expect(refusal(await comeBack(ana, late))).toEqual([410, 'CONNECTION_EXPIRED'])
    expect((await comeBack(ana, await goToGoogle(ana, id, sheet))).status).toBe(200)
  })

  it('is read for one ghost company only, and never together with a source of the agency itself', async () => {
    const { ana: agency, id, sheet, integrationId } = await openConnected(stage, 2)
    const other = await createCompany(agency, 'Another')
    const taken = [409, 'OTHER_ACCOUNT']
    expect(refusal(await comeBack(agency, await goToGoogle(agency, other, sheet)))).toEqual(taken)
    const source = { id: sheet.account, name: '', connect: { url: sheet.url } }
    await expect(connectToRead(agency, 'googlesheet', source)).rejects.toThrow('OTHER_ACCOUNT')
    const own = openSheet(stage, 1)
    await connectToRead(agency, 'googlesheet', { id: own.account, name: '', connect: { url: own.url } })
    expect(refusal(await comeBack(agency, await goToGoogle(agency, other, own)))).toEqual(taken)
    const second = openSheet(stage, 1)
    expect(refusal(await comeBack(agency, await goToGoogle(agency, id, second)))).toEqual(taken)
    expect(await sheetOf(agency, id)).toMatchObject({ integration_id: integrationId, rows_ok: 2 })
    expect((await statusOf(agency, other)).status).toBe('created')
  })

  it('is listed among the sources of the agency, without changing the other ones', async () => {
    const { ana: agency, id, integrationId } = await openConnected(stage, 1)
    const own = openSheet(stage, 1)
    const mine = await connectToRead(agency, 'googlesheet', { id: own.account, name: '', connect: { url: own.url } })
    const { items } = (await agency.call(listIntegrations, { query: {} })).body
    expect(new Map(items.map((one) => [one.id, one.ghost_company_id]))).toEqual(
      new Map([
        [integrationId, id],
        [mine.id, null],
      ]),
    )
  })
})

describe('Rows that cannot be read', () => {
  it('are listed with row and column, and are gone once the sheet is corrected [SYNC-05] [SYNC-06]', async () => {
    const sheet = openSheet(stage, 3)
    const { google, account } = sheet
    const ben = google.crm.addPerson(account, berg('Ben', at, { email: '', phone: '' }))
    const ada = google.crm.addPerson(account, berg('Ada', at))
    const deal = google.crm.addDeal(account, {
      name: 'Roof',
      amount: 'a lot' as never,
      currency: 'USD',
      personIds: [ada],
      pipeline: 0,
      path: [{ stage: 0, at }],
      source: '',
      createdAt: at,
      modifiedAt: at,
    })
    const id = await createCompany(ana, 'Odd Rows')
    const integrationId = await connectSheet(ana, id, sheet)
    await chooseColumns(ana, integrationId, ['row_key'])
    expect(await settled(ana, integrationId)).toMatchObject({ status: 'done_with_rejects' })
    const shown = await sheetOf(ana, id)
    expect(shown).toMatchObject({ rows_read: 5, rows_ok: 4, rows_rejected: 1 })
    expect(shown.problems).toMatchObject([
      { row: 5, code: 'missing_identifier' },
      { row: 6, column: 'Amount', code: 'bad_amount', text: expect.stringContaining('“a lot”') },
    ])
    google.crm.changePerson(account, ben, { email: 'ben.berg@example.com' }, Date.now())
    google.crm.changeDeal(account, deal, { amount: 1200 }, Date.now())
    expect(await runToEnd(ana, integrationId)).toMatchObject({ status: 'done' })
    expect(await sheetOf(ana, id)).toMatchObject({ rows_read: 5, rows_ok: 5, rows_rejected: 0, problems: [] })
  })
})

describe('When very many rows are gone', () => {
  it('nothing is removed until an admin approves it', async () => {
    const { ana: agency, id, integrationId, sheet } = await openConnected(stage, 60)
    const { google, account } = sheet
    for (const one of google.crm.people(account, 30)) google.crm.removePerson(account, one.id, Date.now())
    expect(await runToEnd(agency, integrationId)).toMatchObject({ status: 'failed', error_kind: 'held' })
    expect(await sheetOf(agency, id)).toMatchObject({ rows_ok: 60, removal: { contacts: 30, opportunities: 0 } })
    expect(await statusOf(agency, id)).toMatchObject({ status: 'connected', rows: 60, last_error: expect.stringMatching(/30/) })
    await approveRemoval(agency, integrationId)
    await settled(agency, integrationId)
    expect(await sheetOf(agency, id)).toMatchObject({ rows_ok: 30, removal: null })
    expect((await statusOf(agency, id)).last_error).toBeNull()
  })
})

describe('DELETE /ghost-companies/{id}/googlesheet/disconnect', () => {
  it('ends the access and keeps the people without an end, until the same sheet is connected again', async () => {
    const { ana: agency, id, integrationId, sheet } = await openConnected(stage, 4)
    const back = await goToGoogle(agency, id, sheet)
    const { status, body } = await disconnect(agency, id)
    expect([status, body]).toMatchObject([
      200,
      { connected: false, integration_id: integrationId, rows_ok: 4, next_sync_at: null },
    ])
    expect(await statusOf(agency, id)).toMatchObject({ status: 'disconnected', googlesheet: false, rows: 4, claimable: true })
    const { items } = (await agency.call(listIntegrations, { query: {} })).body
    expect(items).toMatchObject([{ id: integrationId, status: 'disconnected', erase_at: null }])
    expect((await contactsOf(agency)).total).toBe(4)
    await eventually(async () => {
      const query = { action: 'integration.revoked', object_type: 'integration', object_id: integrationId }
      return (await agency.call(listAudit, { query })).body.total === 1 ? true : undefined
    })
    expect(refusal(await disconnect(agency, id))).toEqual([409, 'ACTION_NOT_ALLOWED'])
    expect(refusal(await comeBack(agency, back))).toEqual([410, 'CONNECTION_EXPIRED'])
    expect((await askForRun(agency, integrationId)).status).toBe(409)

    sheet.google.addPeople(sheet.account, 1)
    expect(await connectSheet(agency, id, sheet)).toBe(integrationId)
    await settled(agency, integrationId)
    expect(await statusOf(agency, id)).toMatchObject({ status: 'connected', rows: 5 })
  })

  it('keeps them also if the source is disconnected where all sources are', async () => {
    const { ana: agency, id, integrationId } = await openConnected(stage, 2)
    const query = { erase: 'later' } as const
    const answer = await agency.call(deleteIntegration, { params: { id: integrationId }, query })
    expect(answer.body).toMatchObject({ status: 'disconnected', erase_at: null })
    expect(await statusOf(agency, id)).toMatchObject({ status: 'disconnected', rows: 2 })
  })

  it('has nothing to do without a sheet', async () => {
    expect(refusal(await disconnect(ana, await createCompany(ana, 'Never Connected')))).toEqual([409, 'ACTION_NOT_ALLOWED'])
  })
})

describe('Erasing', () => {
  it('removes all people of a ghost company, whose sheet can then be another one', async () => {
    const { ana: agency, id } = await openConnected(stage, 4)
    const kept = await openConnected(stage, 2, agency, 'Kept')
    const { status, body } = await agency.call(deleteGhostData, { params: { id } })
    expect([status, body]).toEqual([200, { people: 4, opportunities: 0 }])
    expect(await statusOf(agency, id)).toMatchObject({ rows: 0, claimable: false, googlesheet: false })
    await untilErased(agency, id)
    await untilCreated(agency, id)
    const { items } = await contactsOf(agency)
    expect(items.map(({ ghost_company: ghost }) => ghost?.name)).toEqual(['Kept', 'Kept'])
    expect((await contactsOf(agency, { connection_id: id })).total).toBe(0)
    const query = { action: 'ghost_company.data_deleted' }
    expect((await agency.call(listAudit, { query })).body.items).toMatchObject([{ objectId: id }])
    const other = openSheet(stage, 1)
    const integrationId = await connectSheet(agency, id, other)
    await chooseColumns(agency, integrationId)
    await settled(agency, integrationId)
    expect(await statusOf(agency, id)).toMatchObject({ status: 'connected', rows: 1 })
    expect(await statusOf(agency, kept.id)).toMatchObject({ status: 'connected', rows: 2 })
  })

  it('is part of deleting a ghost company, whose people are gone from the lists at once', async () => {
    const { ana: agency, id, integrationId, sheet } = await openConnected(stage, 3)
    const back = await goToGoogle(agency, id, sheet)
    const source = { id: sheet.account, name: '', connect: { url: sheet.url } }
    const asSource = await consent(agency, 'googlesheet', source, integrationId)
    expect((await agency.call(deleteGhostCompany, { params: { id } })).status).toBe(200)
    expect((await contactsOf(agency)).total).toBe(0)
    expect(await statusOf(agency, id)).toMatchObject({ status: 'deleted', rows: 0, claimable: false })
    expect(refusal(await comeBack(agency, back))).toEqual([410, 'CONNECTION_EXPIRED'])
    expect(refusal(await comeBack(agency, asSource))).toEqual([410, 'CONNECTION_EXPIRED'])
    await eventually(async () => {
      const { items } = (await agency.call(listIntegrations, { query: {} })).body
      return items.some((one) => one.id === integrationId) ? undefined : true
    })
  })
})

describe('A user who sees some companies only [USER-08]', () => {
  it('sees the people of ghost companies among them, and nothing of the sheets of others', async () => {
    const { ana: agency, id, integrationId } = await openConnected(stage, 2)
    const hidden = await openConnected(stage, 3, agency, 'Hidden Ltd')
    const uma = await joinTeam(stage.world, agency, { name: 'Uma', companies: [id] })
    const { items, total } = await contactsOf(uma)
    expect([total, new Set(items.map(({ ghost_company: ghost }) => ghost?.id))]).toEqual([2, new Set([id])])
    expect((await contactsOf(uma, { connection_id: id })).total).toBe(2)
    expect((await contactsOf(uma, { integration_id: integrationId })).total).toBe(2)
    for (const query of [{ connection_id: hidden.id }, { connection_id: `${id},${hidden.id}` }])
      expect((await uma.call(listContacts, { query })).status).toBe(404)
    expect((await uma.call(listContacts, { query: { integration_id: hidden.integrationId } })).status).toBe(403)
    const [contact] = (await contactsOf(agency, { connection_id: hidden.id })).items
    const [unseen, none] = [
      await uma.call(getLineage, { params: { id: contact?.id ?? '' } }),
      await uma.call(getLineage, { params: { id: newId() } }),
    ]
    expect([unseen.status, unseen.error.detail]).toEqual([404, none.error.detail])
    const sources = (await uma.call(listIntegrations, { query: {} })).body.items
    expect(sources.map((one) => one.id)).toEqual([integrationId])
    const ben = await joinTeam(stage.world, agency, { name: 'Ben', role: 'admin', companies: [id] })
    const calls = (of: string) => [
      () => ben.call(previewMapping, { params: { id: of }, body: {} }),
      () => ben.call(listRuns, { params: { integration_id: of }, query: {} }),
      () => ben.call(startRun, { params: { integration_id: of }, body: { kind: 'incremental' } }),
      () => ben.call(startConnect, { params: { type: 'googlesheet' }, body: { fields: {}, integration_id: of } }),
      () => ben.call(updateIntegrationModel, { params: { id: of }, body: { syncing: false } }),
      () => ben.call(refreshIntegration, { params: { id: of } }),
      () => ben.call(deleteIntegration, { params: { id: of }, query: {} }),
    ]
    for (const call of calls(hidden.integrationId)) expect(refusal(await call())).toEqual([404, 'NOT_FOUND'])
    expect(await statusOf(agency, hidden.id)).toMatchObject({ status: 'connected', rows: 3 })
    expect((await calls(integrationId)[0]?.())?.status).toBe(200)
    expect((await contactsOf(agency)).total).toBe(5)
  })
})
