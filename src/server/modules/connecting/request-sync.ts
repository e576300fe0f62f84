import type { requestSync } from '#contract/configs.ts'
import type { Input } from '#contract/route.ts'
import type { SyncSettings } from '#contract/sync-settings.ts'
import type { Manifest } from '#server/connectors/kit/manifest.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import * as integrations from '../integrations/service.ts'
import type { IntegrationRow } from '../integrations/service.ts'
import { begin } from '../syncs/service.ts'
import { saveConfig } from './change.ts'
import { connectByKey, type ConnectParts } from './connect.ts'

type SyncRequest = Input<typeof requestSync>['body']

interface Requested {
  integration_id: string
  run_id: string | null
}

const settingsOf = ({ lists, tags, dispos, contain_header, map }: SyncRequest): SyncSettings =>
  Object.fromEntries(Object.entries({ lists, tags, dispos, contain_header, map }).filter(([, value]) => value !== undefined))

/** What a connector asks for, found among what the request carries. */
const fieldsOf = (manifest: Manifest, request: SyncRequest): Record<string, string> => {
  const said = { url: request.url, secret: request.refresh_token ?? request.auth_token, text: undefined }
  return Object.fromEntries(manifest.fields.map(({ name, kind }) => [name, said[kind] ?? '']))
}

const findKnown = (context: Context, clientId: string, request: SyncRequest): Promise<IntegrationRow | undefined> =>
  context.inClient(async (tx) => {
    const { integrationId, type, locationId } = request
    if (integrationId !== undefined) {
      const row = await integrations.findIntegration(tx, { clientId, integrationId })
      if (row.type !== type)
        throw new AppError('OTHER_ACCOUNT', { detail: 'This source is of another kind: one account per sync.' })
      if (locationId !== undefined && row.hub_id !== null && row.hub_id !== locationId)
        throw new AppError('OTHER_ACCOUNT', { detail: 'This source is bound to another account: one account per sync.' })
      return row
    }
    return locationId === undefined ? undefined : integrations.selectByHub(tx, { clientId, type, hubId: locationId })
  })

const syncKnown = async (
  context: Context,
  { desk }: ConnectParts,
  row: IntegrationRow,
  request: SyncRequest,
): Promise<Requested> => {
  const settings = settingsOf(request)
  if (Object.keys(settings).length > 0) await saveConfig(context, desk, { integration_id: row.id, settings }, 'merge')
  if (request.skip_step_function) return { integration_id: row.id, run_id: null }
  const { clientId, email } = context.caller
  return context.inClient(async (tx) => {
    const fresh = await integrations.readIntegration(tx, { clientId, integrationId: row.id })
    const open = fresh.last_run
    // Other settings have started a run already.
    if (open && ['queued', 'running', 'partial'].includes(open.status)) return { integration_id: row.id, run_id: open.id }
    const kind = fresh.last_success_at === null ? 'full' : 'incremental'
    return { integration_id: row.id, run_id: await begin(tx, desk, row, { kind, origin: 'user', actor: email }) }
  })
}

/** Saves what is read and starts reading. A vendor that takes a key is connected by the same call. */
export const requestSyncFor = async (context: Context, parts: ConnectParts, request: SyncRequest): Promise<Requested> => {
  const clientId = integrations.ownClient(context, request.client_id)
  const known = await findKnown(context, clientId, request)
  if (known) return syncKnown(context, parts, known, request)
  const { connector } = integrations.vendorOf(parts.vendors, request.type)
  if (connector.auth.kind !== 'key')
    throw new AppError('ACTION_NOT_ALLOWED', {
      detail: `Connect ${connector.manifest.name} first, then name it by integrationId.`,
    })
  const { integration, runId } = await connectByKey(context, parts, {
    type: request.type,
    fields: fieldsOf(connector.manifest, request),
    integrationId: null,
    settings: settingsOf(request),
    isRead: !request.skip_step_function,
  })
  return { integration_id: integration.id, run_id: runId }
}
