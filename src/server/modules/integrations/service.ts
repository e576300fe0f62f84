import type { ConnectorManifest, Integration } from '#contract/integrations.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { selectIntegrations } from './list-queries.ts'
import * as queries from './queries.ts'
import type { IntegrationRow, Place } from './queries.ts'
import { selectConnected } from './secret-queries.ts'
import { manifests, toIntegration } from './shape.ts'
import type { Vendors } from './vendors.ts'

export { followSandbox } from './follow-sandbox.ts'
export { createVendors, vendorOf, type Vendors } from './vendors.ts'
export { currentToken, openFirstLine, openLine, openTokenLine, type Line } from './line.ts'
export { accountOf } from './line.ts'
export { readTokens, storeTokens } from './keys.ts'
export { deleteSecret, selectByHookKey, selectSecret } from './secret-queries.ts'
export { answered } from './failure.ts'
export { askHealth, type Health } from './health.ts'
export { markAnswered, markWarned, selectEnding, selectSilent } from './care-queries.ts'
export { needsOf } from './shape.ts'
export {
  changeIntegration,
  deleteIntegrationRow,
  disconnect,
  insertIntegration,
  reviveIntegration,
  selectByHub,
  selectErasable,
  selectIntegration,
  selectIntegrationAnywhere,
  selectListeners,
  selectOfType,
  setAccount,
  setStatus,
  type IntegrationRow,
  type Place,
} from './queries.ts'

/** `client_id` in a call names the caller's own account; any other one is not there. */
export const ownClient = ({ caller }: Context, clientId: string | undefined): string => {
  if (clientId !== undefined && clientId !== caller.clientId) throw new AppError('NOT_FOUND')
  return caller.clientId
}

export const listIntegrations = async (
  context: Context,
  active: boolean | undefined,
): Promise<{ items: Integration[]; total: number }> => {
  const rows = await context.inClient((tx) => selectIntegrations(tx, context.caller.clientId, { active }))
  return { items: rows.map(toIntegration), total: rows.length }
}

export const readIntegration = async (tx: Tx, { clientId, integrationId }: Place): Promise<Integration> => {
  const [row] = await selectIntegrations(tx, clientId, { id: integrationId })
  if (!row) throw new AppError('NOT_FOUND')
  return toIntegration(row)
}

/** The row, or nothing here for this tenant. */
export const findIntegration = async (tx: Tx, place: Place): Promise<IntegrationRow> => {
  const row = await queries.selectIntegration(tx, place)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

export const listConnectors = (vendors: Vendors): { items: ConnectorManifest[] } => ({ items: manifests(vendors) })

export const listModels = async (context: Context, clientId: string | undefined) => {
  const own = ownClient(context, clientId)
  const rows = await context.inClient((tx) => selectIntegrations(tx, own))
  const connected = await context.asSystem('integrations: which of them are connected', (tx) => selectConnected(tx, own))
  const items = rows.map(({ id, type, url, hub_id, syncing, client_id }) => ({
    id,
    type: type as Integration['type'],
    url,
    refresh_token: null,
    auth_token: null,
    hub_id,
    syncing,
    client_id,
    connected: connected.has(id),
  }))
  return { items, total: items.length }
}

const toHealth = ({ id, type, status, status_since, last_run: run }: Integration) => {
  const shared = { integration_id: id, type, status }
  if (run === null) return { ...shared, run_id: null, run_status: null, phase: null, percent: null, rows: 0, since: status_since }
  const { id: run_id, status: run_status, phase, percent, records: rows, started_at } = run
  return { ...shared, run_id, run_status, phase, percent, rows, since: started_at ?? status_since }
}

/** How each integration is doing, and how far its newest run is. */
export const checkStatus = async (context: Context, clientId: string | undefined) => {
  const own = ownClient(context, clientId)
  const rows = await context.inClient((tx) => selectIntegrations(tx, own))
  return { items: rows.map(toIntegration).map(toHealth), total: rows.length }
}
