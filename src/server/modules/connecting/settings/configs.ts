// A source's settings as the specification's calls name them.
import type { Integration } from '#contract/integrations.ts'
import type { ProviderType } from '#contract/providers.ts'
import type { SyncSettings } from '#contract/sync-settings.ts'
import type { Desk } from '#server/platform/desk.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import * as integrations from '../../integrations/service.ts'
import { changeIntegration } from './change.ts'

interface Config {
  integration_id: string
  client_id: string
  type: ProviderType
  settings: SyncSettings
  interval_minutes: number
}

const toConfig = ({ id, client_id, type, settings, interval_minutes }: Integration): Config => ({
  integration_id: id,
  client_id,
  type,
  settings,
  interval_minutes,
})

interface Wanted {
  client_id?: string | undefined
  integration_id: string
  settings?: SyncSettings | undefined
  interval_minutes?: number | undefined
  isRead?: boolean
}

export const saveConfig = async (
  context: Context,
  desk: Desk,
  { client_id, integration_id, ...change }: Wanted,
  how: 'replace' | 'merge',
): Promise<Config> => {
  integrations.ownClient(context, client_id)
  return toConfig(await changeIntegration(context, desk, integration_id, { ...change, how }))
}

/** A config that names the vendor's account instead of ours. */
export const saveConfigFor = async (
  context: Context,
  desk: Desk,
  { type, hubId, client_id, ...wanted }: Omit<Wanted, 'integration_id'> & { type: ProviderType; hubId: string },
): Promise<Config> => {
  const clientId = integrations.ownClient(context, client_id)
  const row = await context.inClient((tx) => integrations.selectByHub(tx, { clientId, type, hubId }))
  if (!row) throw new AppError('NOT_FOUND')
  return saveConfig(context, desk, { ...wanted, integration_id: row.id }, 'replace')
}
