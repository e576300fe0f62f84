// What a user does to connect a source: goes to the vendor, gives consent, comes back, chooses columns.
import {
  finishConnect,
  listIntegrations,
  startConnect,
  updateIntegrationModel,
  type Integration,
} from '#contract/integrations/integrations.ts'
import { previewMapping } from '#contract/integrations/mapping.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { giveConsent } from '#server/connectors/testing/bench.ts'
import type { VendorAccount } from './vendor-accounts.ts'
import type { TestUser } from '../world.ts'

/** The first click. `again` is the source that is reconnected. */
const setOut = (user: TestUser, type: ProviderType, account: VendorAccount, again?: string) =>
  user.call(startConnect, {
    params: { type },
    body: { fields: account.connect, ...(again === undefined ? {} : { integration_id: again }) },
  })

/** Gives consent at the vendor. Returns what the browser comes back with. */
const comeBack = async (consentUrl: string, account: VendorAccount): Promise<{ state: string; code: string }> => {
  const { searchParams } = await giveConsent(consentUrl, account.id)
  return { state: searchParams.get('state') ?? '', code: searchParams.get('code') ?? '' }
}

/** To the vendor and back, but not yet into the product. */
export const consent = async (user: TestUser, type: ProviderType, account: VendorAccount, again?: string) => {
  const { status, body, error } = await setOut(user, type, account, again)
  if (status !== 200) throw new Error(`Not sent to the vendor: ${JSON.stringify(error)}`)
  return comeBack(body.oauth_url ?? '', account)
}

/** From the first click to the answer of the product. If a key is entered, there is no redirect. */
export const goAndComeBack = async (user: TestUser, type: ProviderType, account: VendorAccount, again?: string) => {
  const started = await setOut(user, type, account, again)
  const { oauth_url: url } = started.body
  if (started.status !== 200 || typeof url !== 'string') return started
  return user.call(finishConnect, { params: { type }, body: await comeBack(url, account) })
}

/** Connects an account. If nothing has to be chosen, the first run is under way afterwards. */
export const connect = async (user: TestUser, type: ProviderType, account: VendorAccount): Promise<Integration> => {
  const { status, body, error } = await goAndComeBack(user, type, account)
  if (status !== 200 || !body.integration) throw new Error(`Not connected: ${JSON.stringify(error)}`)
  return body.integration
}

/** Takes the suggested columns. */
const chooseColumns = async (user: TestUser, id: string): Promise<void> => {
  const { status: previewed, body, error: refusal } = await user.call(previewMapping, { params: { id }, body: {} })
  if (previewed !== 200) throw new Error(`The table could not be looked at: ${JSON.stringify(refusal)}`)
  if (body.problems.length > 0) throw new Error(`The table is not as it should be: ${JSON.stringify(body.problems)}`)
  const settings = { map: body.suggestion, ...(body.table_id === null ? {} : { table_id: body.table_id }) }
  const { status, error } = await user.call(updateIntegrationModel, { params: { id }, body: { settings } })
  if (status !== 200) throw new Error(`The columns could not be chosen: ${JSON.stringify(error)}`)
}

/** Connects a CRM or a table, so that the first run is under way. */
export const connectToRead = async (user: TestUser, type: ProviderType, account: VendorAccount): Promise<Integration> => {
  const integration = await connect(user, type, account)
  if (integration.needs === 'table') await chooseColumns(user, integration.id)
  return integration
}

export const integrationOf = async (user: TestUser, id: string): Promise<Integration> => {
  const { body } = await user.call(listIntegrations, { query: {} })
  const found = body.items.find((one) => one.id === id)
  if (!found) throw new Error('The source is gone')
  return found
}
