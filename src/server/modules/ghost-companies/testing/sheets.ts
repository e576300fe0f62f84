// An agency, a ghost company, and a Google user with a sheet of people.
import { createGhostCompany, getGhostStatus } from '#contract/ghost-companies/companies.ts'
import { connectGhostSheet, getGhostSheet } from '#contract/ghost-companies/sheets.ts'
import { finishConnect, updateIntegrationModel } from '#contract/integrations/integrations.ts'
import { previewMapping } from '#contract/integrations/mapping.ts'
import type { SyncField } from '#contract/syncs/sync-settings.ts'
import { giveConsent } from '#server/connectors/testing/bench.ts'
import { newId } from '#server/platform/ids.ts'
import type { PlayedVendor, Stage } from '#server/testing/vendors/stage.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import type { TestUser } from '#server/testing/world.ts'

export const openAgency = (stage: Stage): Promise<TestUser> =>
  stage.signUp({ company: `Northlight ${newId()}`, name: 'Ana', lastname: 'Whitfield', agency: true })

export const createCompany = async (ana: TestUser, name = 'Atlas Roofing', mayProcess = true): Promise<string> => {
  const body = { company_name: name, ...(mayProcess ? { may_process: true as const } : {}) }
  const answer = await ana.call(createGhostCompany, { body })
  if (answer.status !== 201) throw new Error(`Not created: ${JSON.stringify(answer.error)}`)
  return answer.body.id
}

export interface Sheet {
  google: PlayedVendor
  account: string
  url: string
}

export const openSheet = (stage: Stage, people = 0): Sheet => {
  const google = stage.play('googlesheet')
  const account = google.newAccount('Atlas leads', { people, deals: 0 })
  return { google, account, url: google.toConnect(account).connect['url'] ?? '' }
}

export const statusOf = async (user: TestUser, id: string) => (await user.call(getGhostStatus, { params: { id } })).body
export const sheetOf = async (user: TestUser, id: string) => (await user.call(getGhostSheet, { params: { id } })).body

/** To Google, and back with what the browser brings. */
export const goToGoogle = async (ana: TestUser, id: string, { account, url }: Sheet, withUrl = true) => {
  const answer = await ana.call(connectGhostSheet, { params: { id }, query: {}, body: withUrl ? { url } : {} })
  if (answer.status !== 200) throw new Error(`Not sent to Google: ${JSON.stringify(answer.error)}`)
  const { searchParams } = await giveConsent(answer.body.oauth_url, account)
  return { state: searchParams.get('state') ?? '', code: searchParams.get('code') ?? '' }
}

export const comeBack = (user: TestUser, body: { state: string; code: string }) =>
  user.call(finishConnect, { params: { type: 'googlesheet' }, body })

export const connectSheet = async (ana: TestUser, id: string, sheet: Sheet): Promise<string> => {
  const answer = await comeBack(ana, await goToGoogle(ana, id, sheet))
  if (answer.status !== 200) throw new Error(`Not connected: ${JSON.stringify(answer.error)}`)
  return answer.body.integration.id
}

/** Takes the suggested columns, without these. */
export const chooseColumns = async (ana: TestUser, integrationId: string, without: readonly SyncField[] = []): Promise<void> => {
  const params = { id: integrationId }
  const { body } = await ana.call(previewMapping, { params, body: {} })
  const map = Object.fromEntries(Object.entries(body.suggestion).filter(([field]) => !without.some((one) => one === field)))
  const table = body.tables.find(({ id }) => id === body.table_id)
  const settings = { map, table_id: table?.id ?? '0', table_name: table?.name ?? 'Leads', contain_header: true }
  const { status, error } = await ana.call(updateIntegrationModel, { params, body: { settings } })
  if (status !== 200) throw new Error(`The columns could not be chosen: ${JSON.stringify(error)}`)
}

/** A ghost company whose sheet was read once. */
export const openConnected = async (stage: Stage, people: number, ana?: TestUser, name?: string) => {
  const agency = ana ?? (await openAgency(stage))
  const sheet = openSheet(stage, people)
  const id = await createCompany(agency, name)
  const integrationId = await connectSheet(agency, id, sheet)
  await chooseColumns(agency, integrationId)
  await settled(agency, integrationId)
  return { ana: agency, id, integrationId, sheet }
}
