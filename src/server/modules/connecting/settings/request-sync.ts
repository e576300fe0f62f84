import type { requestSync } from '#contract/configs.ts'
import type { Input } from '#contract/route.ts'
import { isOpenStatus } from '#contract/sources.ts'
import type { SyncSettings } from '#contract/sync-settings.ts'
import type { Manifest } from '#server/connectors/kit/manifest.ts'
import type { Desk } from '#server/platform/desk.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import * as integrations from '../../integrations/service.ts'
import type { IntegrationRow } from '../../integrations/service.ts'
import { startRun } from '../../syncs/service.ts'
import { vendorOf } from '../../vendors/service.ts'
import { connectByKey } from '../connect/by-key.ts'
import { knownFields } from '../connect/fields.ts'
import type { ConnectParts } from '../connect/parts.ts'
import { checkSettings } from './check-settings.ts'
import { saveConfig } from './configs.ts'

type SyncRequest = Input<typeof requestSync>['body']

interface Requested {
  integration_id: string
  run_id: string | null
}

const settingsOf = ({ lists, tags, dispos, contain_header, map }: SyncRequest): SyncSettings =>
  Object.fromEntries(Object.entries({ lists, tags, dispos, contain_header, map }).filter(([, value]) => value !== undefined))

const secretOf = ({ refresh_token: refresh, auth_token: auth }: SyncRequest): string => refresh || auth || ''

const isSecret = ({ kind }: Manifest['fields'][number]): boolean => kind === 'secret'

/** What a connector asks for, found among what the request carries. An address names a base and a table as well. */
const fieldsOf = ({ name, fields }: Manifest, request: SyncRequest): Record<string, string> => {
  const { url = '' } = request
  if (url === '')
    throw new AppError('VALIDATION_FAILED', {
      detail: `Give the address as url, or connect ${name} in the product and name it by integrationId.`,
      field: 'url',
    })
  return Object.fromEntries(fields.map((field) => [field.name, isSecret(field) ? secretOf(request) : url]))
}

const findKnown = (context: Context, clientId: string, request: SyncRequest): Promise<IntegrationRow | undefined> =>
  context.inClient(async (tx) => {
    const { integrationId, type, locationId: hubId = '' } = request
    if (integrationId !== undefined) {
      const row = await integrations.findIntegration(tx, { clientId, integrationId })
      if (row.type !== type)
        throw new AppError('OTHER_ACCOUNT', { detail: 'This source is of another kind: one account per sync.' })
      if (hubId !== '' && row.hub_id !== null && row.hub_id !== hubId)
        throw new AppError('OTHER_ACCOUNT', { detail: 'This source is bound to another account: one account per sync.' })
      return row
    }
    return hubId === '' ? undefined : integrations.selectByHub(tx, { clientId, type, hubId })
  })

/** The run that is under way, if there is one. */
const underWay = async (context: Context, integrationId: string): Promise<{ id?: string; isFirst: boolean }> => {
  const { clientId } = context.caller
  const { last_run: run, last_success_at: before } = await context.inClient((tx) =>
    integrations.readIntegration(tx, { clientId, integrationId }),
  )
  const isOpen = run !== null && isOpenStatus(run.status)
  return { isFirst: before === null, ...(isOpen ? { id: run.id } : {}) }
}

/** Starts a run, or names the one that other settings, the clock or somebody else has started already. */
const startOrName = async (context: Context, desk: Desk, integrationId: string): Promise<string> => {
  const { id, isFirst } = await underWay(context, integrationId)
  if (id !== undefined) return id
  try {
    return (await startRun(context, desk, integrationId, { kind: isFirst ? 'full' : 'incremental' })).id
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SYNC_RUNNING') throw error
    const { id: begun } = await underWay(context, integrationId)
    if (begun === undefined) throw error
    return begun
  }
}

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
  return { integration_id: integrationId, run_id: await startOrName(context, desk, integrationId) }
}

const plain = (address: string): string => address.toLowerCase().replace(/\/+$/, '')

/** An address of a source that is known only repeats what is known. */
const checkAddress = (row: IntegrationRow, url: string): void => {
  if (url === '' || plain(url) === plain(row.url ?? '')) return
  if (row.hub_id !== null && url.includes(row.hub_id)) return
  throw new AppError('OTHER_ACCOUNT', {
    detail: `This source reads ${row.account ?? row.name}${row.url === null ? '' : ` at ${row.url}`}. Leave the url out, or connect the other account.`,
  })
}

/** A key that comes with the request takes the place of the one that is held, once the vendor has taken it. */
const connectAgain = async (context: Context, parts: ConnectParts, row: IntegrationRow, request: SyncRequest): Promise<void> => {
  const { url = '' } = request
  const key = secretOf(request)
  if (key === '') return checkAddress(row, url)
  const { connector } = vendorOf(parts.vendors, request.type)
  const { name, fields } = connector.manifest
  const secret = fields.find(isSecret)
  if (connector.auth.kind !== 'key' || !secret)
    throw new AppError('ACTION_NOT_ALLOWED', { detail: `${name} takes no key from here. Connect it again in the product.` })
  const hasAddress = fields.some(({ kind }) => kind === 'url')
  if (!hasAddress) checkAddress(row, url)
  await connectByKey(context, parts, {
    type: request.type,
    fields: { ...knownFields(connector, row), ...(hasAddress && url !== '' ? { url } : {}), [secret.name]: key },
    integrationId: row.id,
    isRead: false,
  })
}

const connectNew = async (context: Context, parts: ConnectParts, request: SyncRequest): Promise<Requested> => {
  const { type, locationId: hubId } = request
  const { connector } = vendorOf(parts.vendors, type)
  if (connector.auth.kind !== 'key')
    throw new AppError('ACTION_NOT_ALLOWED', {
      detail: `Connect ${connector.manifest.name} first, then name it by integrationId.`,
    })
  const fields = fieldsOf(connector.manifest, request)
  const { integration } = await connectByKey(context, parts, { type, fields, hubId, integrationId: null, isRead: false })
  const isReady = integration.needs === null || request.map !== undefined
  return syncKnown(context, parts, integration.id, isReady ? request : { ...request, skip_step_function: true })
}

/** Saves what is read and starts reading. A vendor that takes a key is connected by the same call. */
export const requestSyncFor = async (context: Context, parts: ConnectParts, request: SyncRequest): Promise<Requested> => {
  const clientId = integrations.ownClient(context, request.client_id)
  const known = await findKnown(context, clientId, request)
  checkSettings(request.type, { ...(known?.settings as SyncSettings | undefined), ...settingsOf(request) })
  if (!known) return connectNew(context, parts, request)
  await connectAgain(context, parts, known, request)
  return syncKnown(context, parts, known.id, request)
}
