import type { ProviderType } from '#contract/integrations/providers.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import type { Log } from '#server/platform/log.ts'
import type { VendorApps } from '../vendors/model.ts'

export interface ConnectParts {
  vendors: VendorApps
  dispatcher: Dispatcher
  log: Pick<Log, 'warn'>
}

export type Fields = Readonly<Record<string, string>>

export interface ConnectInput {
  type: ProviderType
  fields: Fields
  integrationId: string | null
  /** The ghost company whose sheet it is. */
  ghostCompanyId?: string | null
  hubId?: string | undefined
  isRead?: boolean
}
