// A source's settings in the form of the specification's calls.
import type { Integration } from '#contract/integrations/integrations.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { IntegrationRow } from '../model.ts'
import { selectByHub, selectOfType, selectAll } from '../queries.ts'
import * as integrations from '../service.ts'
import { changeIntegration } from './change.ts'

interface Config {
  integration_id: string
  client_id: string
  type: ProviderType
  settings: SyncSettings
  interval_minutes: number
  version: number
}

const toConfig = ({ id, client_id, type, settings, interval_minutes, version }: Integration): Config => ({
  integration_id: id,
  client_id,
  type,
  settings,
  interval_minutes,
  version,
})

interface ConfigParams {
  client_id?: string | undefined
  integration_id?: string | undefined
  settings?: SyncSettings | undefined
  interval_minutes?: number | undefined
  version?: number | undefined
  isRead?: boolean
}

/** The only source, if none is named. */
const onlyOne = (rows: readonly IntegrationRow[], field: string): string => {
  const [first, ...others] = rows.filter(({ status }) => status !== 'disconnected')
  if (!first) throw new AppError('NOT_FOUND')
  if (others.length === 0) return first.id
  throw new AppError('VALIDATION_FAILED', { detail: `Several sources are connected. Use ${field} to say which one.`, field })
}

const onlySource = (context: Context): Promise<string> =>
  context.inClient(async (tx) => onlyOne(await selectAll(tx, context.caller.clientId), 'integration_id'))

export const saveConfig = async (
  context: Context,
  dispatcher: Dispatcher,
  { client_id, integration_id, ...change }: ConfigParams,
  how: 'replace' | 'merge',
): Promise<Config> => {
  integrations.ownClient(context, client_id)
  const integrationId = integration_id ?? (await onlySource(context))
  return toConfig(await changeIntegration(context, dispatcher, integrationId, { ...change, how }))
}

interface AccountOfVendor {
  type: ProviderType
  /** Undefined: the only one that is connected. */
  hubId: string | undefined
  /** The field with which the call names the account. */
  field: string
}

const sourceOf = (context: Context, { type, hubId, field }: AccountOfVendor): Promise<string> =>
  context.inClient(async (tx) => {
    const { clientId } = context.caller
    if (hubId === undefined) return onlyOne(await selectOfType(tx, clientId, type), field)
    const row = await selectByHub(tx, { clientId, type, hubId })
    if (!row) throw new AppError('NOT_FOUND')
    return row.id
  })

const isNothing = (settings: SyncSettings): boolean => Object.values(settings).every((value) => value === undefined)

/** A config that names the vendor's account instead of our id. If it has no settings, the earlier ones stay. */
export const saveConfigFor = async (
  context: Context,
  dispatcher: Dispatcher,
  account: AccountOfVendor,
  { client_id, settings, ...rest }: Omit<ConfigParams, 'integration_id' | 'settings'> & { settings: SyncSettings },
): Promise<Config> => {
  integrations.ownClient(context, client_id)
  const change = isNothing(settings) ? rest : { ...rest, settings }
  return saveConfig(context, dispatcher, { ...change, integration_id: await sourceOf(context, account) }, 'replace')
}
