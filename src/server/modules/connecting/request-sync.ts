import type { requestSync } from '#contract/configs.ts'
import { openRunStatuses } from '#contract/runs.ts'
import type { Input } from '#contract/route.ts'
import type { SyncSettings } from '#contract/sync-settings.ts'
import type { Manifest } from '#server/connectors/kit/manifest.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import * as integrations from '../integrations/service.ts'
import type { IntegrationRow } from '../integrations/service.ts'
import { startRun } from '../syncs/service.ts'
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
  integrationId: string,
  request: SyncRequest,
): Promise<Requested> => {
  const settings = settingsOf(request)
  const isRead = !request.skip_step_function
  if (Object.keys(settings).length > 0)
    await saveConfig(context, desk, { integration_id: integrationId, settings, isRead }, 'merge')
  if (!isRead) return { integration_id: integrationId, run_id: null }
  const { clientId } = context.caller
  const { last_run: open, last_success_at: before } = await context.inClient((tx) =>
    integrations.readIntegration(tx, { clientId, integrationId }),
  )
  // Other settings have started a run already.
  if (open && (openRunStatuses as readonly string[]).includes(open.status))
    return { integration_id: integrationId, run_id: open.id }
  const run = await startRun(context, desk, integrationId, before === null ? 'full' : 'incremental')
  return { integration_id: integrationId, run_id: run.id }
}

/** Saves what is read and starts reading. A vendor that takes a key is connected by the same call. */
export const requestSyncFor = async (context: Context, parts: ConnectParts, request: SyncRequest): Promise<Requested> => {
  const clientId = integrations.ownClient(context, request.client_id)
  const known = await findKnown(context, clientId, request)
  if (known) return syncKnown(context, parts, known.id, request)
  const { connector } = integrations.vendorOf(parts.vendors, request.type)
  if (connector.auth.kind !== 'key')
    throw new AppError('ACTION_NOT_ALLOWED', {
      detail: `Connect ${connector.manifest.name} first, then name it by integrationId.`,
    })
  const { integration } = await connectByKey(context, parts, {
    type: request.type,
    fields: fieldsOf(connector.manifest, request),
    integrationId: null,
    isRead: false,
  })
  const isReady = integration.needs === null || request.map !== undefined
  return syncKnown(context, parts, integration.id, isReady ? request : { ...request, skip_step_function: true })
}
