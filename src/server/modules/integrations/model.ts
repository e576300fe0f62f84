// A source, and pure functions over its row.
import type { Integration } from '#contract/integrations/integrations.ts'
import { titleOf as titleOfSource } from '#contract/integrations/sources.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { chooses } from '#server/connectors/kit/connector.ts'
import type { Account } from '#server/connectors/kit/access.ts'
import { connectorOf, vendorNameOf } from '#server/connectors/registry.ts'
import type { Row } from '#server/platform/db/scope.ts'
import type { DataSourceRef } from '../crm/model.ts'

export interface IntegrationRef {
  clientId: string
  integrationId: string
}

export type IntegrationRow = Row<'integration'>

/** An integration and its data source have the same id. */
export const dataSourceOf = ({ clientId, integrationId }: IntegrationRef): DataSourceRef => ({
  clientId,
  dataSourceId: integrationId,
})

/** What users may change of a source. */
export interface SourceChange {
  name?: string | undefined
  attribute_id?: string | null | undefined
  interval_minutes?: number | undefined
  syncing?: boolean | undefined
  settings?: SyncSettings | undefined
}

/** The alerts that admins get about the runs of a source. */
export type AlertKind = 'failing' | 'held' | 'skipping'

/** What the user has to choose before anything can be synced. */
export const needsOf = ({ type, hub_id: hubId, settings }: IntegrationRow): Integration['needs'] => {
  const connector = connectorOf(type)
  const choice = connector ? chooses(connector) : null
  const isMapped = Object.keys((settings as SyncSettings).map ?? {}).length > 0
  if (choice === 'table') return hubId === null || !isMapped ? 'table' : null
  return hubId === null ? choice : null
}

export const titleOf = (row: IntegrationRow): string =>
  titleOfSource({ vendor: vendorNameOf(row.type), name: row.name, account: row.account, needs: needsOf(row) })

/** The account as connectors know it. */
export const accountOf = (row: IntegrationRow): Account => ({
  hubId: row.hub_id,
  name: row.account ?? row.name,
  url: row.url,
  managerAccount: row.manager_account,
  managerAccountId: row.manager_account_id,
  facts: row.facts as Record<string, string>,
})
