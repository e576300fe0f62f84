import type { requestSync } from '#contract/integrations/configs.ts'
import type { Input } from '#contract/kit/route.ts'
import { isOpenStatus } from '#contract/integrations/sources.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Manifest } from '#server/connectors/kit/manifest.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { RequestedFor } from '../../events/model.ts'
import { selectReadable } from '../schedule/queries.ts'
import { selectByHub } from '../queries.ts'
import * as integrations from '../service.ts'
import type { IntegrationRow } from '../model.ts'
import { startRun } from '../../syncs/service.ts'
import { vendorOf } from '../vendors/vendor-apps.ts'
import { connectByKey } from '../connect/by-key.ts'
import type { ConnectParts } from '../connect/parts.ts'
import { checkSettings } from './check-settings.ts'
import { saveConfig } from './configs.ts'
import { addressOf, connectAgain, isSecret, secretOf } from './connect-again.ts'
import { requestedForOf } from './requester.ts'

type SyncRequest = Input<typeof requestSync>['body']

interface Requested {
  integration_id: string
  run_id: string | null
}

const settingsOf = ({ lists, tags, dispos, contain_header, map }: SyncRequest): SyncSettings =>
  Object.fromEntries(Object.entries({ lists, tags, dispos, contain_header, map }).filter(([, value]) => value !== undefined))

/** The vendor's id of the account. */
const accountOf = ({ locationId }: SyncRequest): string => locationId ?? ''

/** The connector's fields, taken from the request. An address also names a base and a table. */
const fieldsOf = ({ name, fields }: Manifest, request: SyncRequest): Record<string, string> => {
  const url = addressOf(request)
  if (url === '')
    throw new AppError('VALIDATION_FAILED', {
      detail: `Send the address as url, or connect ${name} in the product and send its integrationId.`,
      field: 'url',
    })
  return Object.fromEntries(fields.map((field) => [field.name, isSecret(field) ? secretOf(request) : url]))
}

const findKnown = (context: Context, clientId: string, request: SyncRequest): Promise<IntegrationRow | undefined> =>
  context.inClient(async (tx) => {
    const { integrationId, type } = request
    const hubId = accountOf(request)
    if (integrationId !== undefined) {
      const row = await integrations.findIntegration(tx, { clientId, integrationId })
      if (row.type !== type)
        throw new AppError('OTHER_ACCOUNT', { detail: 'This source is a different type. Each sync reads one account.' })
      if (hubId !== '' && row.hub_id !== null && row.hub_id !== hubId)
        throw new AppError('OTHER_ACCOUNT', { detail: 'This source reads another account. Each sync reads one account.' })
      return row
    }
    return hubId === '' ? undefined : selectByHub(tx, { clientId, type, hubId })
  })

interface UnderWay {
  /** The id of the open run. */
  id?: string
  isPaused: boolean
  /** Whether the next run has to read everything. */
  isFull: boolean
}

const underWay = (context: Context, integrationId: string): Promise<UnderWay> =>
  context.inClient(async (tx) => {
    const ref = { clientId: context.caller.clientId, integrationId }
    const { last_run: run, last_success_at: before } = await integrations.readIntegration(tx, ref)
    const { fullOwed } = await selectReadable(tx, ref)
    const isFull = before === null || fullOwed
    if (run === null || !isOpenStatus(run.status)) return { isFull, isPaused: false }
    return { isFull, id: run.id, isPaused: run.status === 'partial' && run.resume_at !== null }
  })

/** Starts a run, resumes the paused one, or returns the one that the schedule or another user started. */
const startOrName = async (
  context: Context,
  dispatcher: Dispatcher,
  integrationId: string,
  requestedFor: RequestedFor | undefined,
): Promise<string> => {
  const { id, isPaused, isFull } = await underWay(context, integrationId)
  if (id !== undefined && !isPaused) return id
  try {
    const kind = isFull && !isPaused ? 'full' : 'incremental'
    return (await startRun(context, dispatcher, integrationId, { kind, requestedFor })).id
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SYNC_RUNNING') throw error
    const { id: begun } = await underWay(context, integrationId)
    if (begun === undefined) throw error
    return begun
  }
}

interface Asking {
  request: SyncRequest
  requestedFor: RequestedFor | undefined
}

/** Changed settings need a full sync. It is started after they are saved, in the name of the caller. */
const syncKnown = async (
  context: Context,
  { dispatcher }: ConnectParts,
  integrationId: string,
  { request, requestedFor }: Asking,
): Promise<Requested> => {
  const settings = settingsOf(request)
  if (Object.keys(settings).length > 0)
    await saveConfig(context, dispatcher, { integration_id: integrationId, settings, isRead: false }, 'merge')
  const runId = request.skip_step_function ? null : await startOrName(context, dispatcher, integrationId, requestedFor)
  return { integration_id: integrationId, run_id: runId }
}

const connectNew = async (context: Context, parts: ConnectParts, asking: Asking): Promise<Requested> => {
  const { request } = asking
  const { type } = request
  const { connector } = vendorOf(parts.vendors, type)
  if (connector.auth.kind !== 'key')
    throw new AppError('ACTION_NOT_ALLOWED', {
      detail: `Connect ${connector.manifest.name} first, then send its integrationId.`,
    })
  const fields = fieldsOf(connector.manifest, request)
  const connection = { type, fields, hubId: accountOf(request), integrationId: null, isRead: false }
  const { integration } = await connectByKey(context, parts, connection)
  const isReady = integration.needs === null || request.map !== undefined
  return syncKnown(
    context,
    parts,
    integration.id,
    isReady ? asking : { ...asking, request: { ...request, skip_step_function: true } },
  )
}

/** Saves the settings and starts a sync. A vendor that takes a key is connected by the same call. */
export const requestSyncFor = async (context: Context, parts: ConnectParts, request: SyncRequest): Promise<Requested> => {
  const clientId = integrations.ownClient(context, request.client_id)
  const requestedFor = await requestedForOf(context, request)
  const known = await findKnown(context, clientId, request)
  checkSettings(request.type, { ...(known?.settings as SyncSettings | undefined), ...settingsOf(request) })
  if (!known) return connectNew(context, parts, { request, requestedFor })
  await connectAgain(context, parts, known, request)
  return syncKnown(context, parts, known.id, { request, requestedFor })
}
