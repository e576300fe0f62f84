// The calls of ghost companies as the specification writes them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveConsent } from '#server/connectors/testing/bench.ts'
import { asWritten } from '#server/testing/as-written.ts'
import { startStage, type Stage } from '#server/testing/vendors/stage.ts'
import { comeBack, openAgency, openSheet } from './testing/sheets.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())

describe('A ghost company, by the calls of the specification', () => {
  it('is created, connected to a sheet, and disconnected [PARTNER-09] [API-21]', async () => {
    const ana = await openAgency(stage)
    const ask = asWritten(stage.world, ana)
    const { clientId } = ana.user
    const created = await ask('agencies', 'POST /ghost-companies/create', { company_name: 'Atlas Roofing' })
    expect([created.status, created.body]).toMatchObject([
      201,
      { company_name: 'Atlas Roofing', agency_client_id: clientId, status: 'created' },
    ])
    const { id } = created.body as { id?: string }
    const sheet = openSheet(stage, 2)
    // POST /ghost-companies/{id}/googlesheet/connect
    const body = { may_process: true }
    const started = await ask('agencies', `POST /ghost-companies/${id}/googlesheet/connect?agency_client_id=${clientId}`, body)
    const { searchParams } = await giveConsent(String(started.body['oauth_url']), sheet.account)
    await comeBack(ana, { state: searchParams.get('state') ?? '', code: searchParams.get('code') ?? '' })
    // GET /ghost-companies/{id}/status
    const status = await ask('agencies', `GET /ghost-companies/${id}/status`)
    expect(Object.keys(status.body).toSorted()).toEqual(
      ['id', 'status', 'googlesheet', 'rows', 'last_sync_at', 'last_error', 'claimable'].toSorted(),
    )
    expect(status.body).toMatchObject({ id, status: 'connecting', googlesheet: false, rows: 0 })
    // GET /ghost-companies/{id}/googlesheet/status
    const googlesheet = await ask('agencies', `GET /ghost-companies/${id}/googlesheet/status`)
    expect(googlesheet.body).toMatchObject({ connected: false, sheet_url: null, sheet_id: null, mapping: null, problems: [] })
    // DELETE /ghost-companies/{id}/googlesheet/disconnect
    const ended = await ask('agencies', `DELETE /ghost-companies/${id}/googlesheet/disconnect`)
    expect([ended.status, ended.body]).toMatchObject([200, { connected: false, needs: null }])
    expect((await ask('agencies', `GET /ghost-companies/${id}/status`)).body).toMatchObject({ status: 'disconnected' })
  })
})
