import type { ConnectorManifest, Integration } from '#contract/integrations.ts'
import { providerNames, type ProviderType } from '#contract/providers.ts'
import type { SyncSettings } from '#contract/sync-settings.ts'
import { connectorOf, connectors } from '#server/connectors/registry.ts'
import { maskAddress, maskName } from '#server/platform/masks.ts'
import { runOf, type Viewer } from '../runs/service.ts'
import type { IntegrationRow } from './queries.ts'
import type { ListedRow } from './list-queries.ts'
import type { Vendors } from './vendors.ts'

/** What has to be chosen before anything can be read. */
export const needsOf = ({ type, hub_id: hubId, settings }: IntegrationRow): Integration['needs'] => {
  const chooses = connectorOf(type as ProviderType)?.manifest.chooses
  if (chooses === 'ad_account') return hubId === null ? 'ad_account' : null
  if (chooses === 'table') return Object.keys((settings as SyncSettings).map ?? {}).length === 0 ? 'table' : null
  return null
}

/** Tells two sources of one vendor apart, unless somebody gave it a name: "Google Ads, Helio Solar". Whoever signed in is not named. */
export const titleOf = (row: IntegrationRow): string => {
  const { name, account, type } = row
  const isPerson = needsOf(row) === 'ad_account' || account?.includes('@')
  return account === null || isPerson || name !== providerNames[type as ProviderType] ? name : `${name}, ${account}`
}

const instant = (date: Date | null): string | null => date?.toISOString() ?? null

/** Before an ad account is chosen, the account is whoever signed in at the vendor. */
const accountFor = (viewer: Viewer, { account, hub_id: hubId }: IntegrationRow): string | null => {
  if (viewer === 'member' || account === null) return account
  return hubId === null && !account.includes('@') ? maskName(account) : maskAddress(account)
}

export const toIntegration = (row: ListedRow, viewer: Viewer): Integration => ({
  id: row.id,
  client_id: row.client_id,
  type: row.type as ProviderType,
  category: connectorOf(row.type as ProviderType)?.manifest.category ?? 'crm',
  name: row.name,
  status: row.status as Integration['status'],
  status_reason: row.status_reason,
  status_since: row.status_since.toISOString(),
  account: accountFor(viewer, row),
  hub_id: row.hub_id,
  url: row.url,
  manager_account: row.manager_account,
  attribute_id: row.attribute_id,
  syncing: row.syncing,
  needs: needsOf(row),
  interval_minutes: row.interval_minutes,
  next_run_at: instant(row.next_run_at),
  last_run: row.last_run === null ? null : runOf(row.last_run, viewer),
  is_failing: row.is_failing,
  last_success_at: instant(row.last_success_at),
  contacts: row.counts?.['contact'] ?? 0,
  opportunities: row.counts?.['opportunity'] ?? 0,
  settings: row.settings as SyncSettings,
  access_ends_at: instant(row.access_ends_at),
  erase_at: instant(row.erase_at),
  version: row.version,
  created_at: row.created_at.toISOString(),
})

/** What the screens are drawn from. */
export const manifests = (vendors: Vendors): ConnectorManifest[] =>
  connectors.map(({ manifest }) => {
    const { type, name, category, about, logo, auth, fields, scopes, abilities, limit, intervalMinutes, chooses, words } =
      manifest
    const app = vendors.appOf(type)
    return {
      type,
      name,
      category,
      about,
      logo: { color: logo.color, paths: [...logo.paths] },
      auth,
      fields: fields.map((field) => ({ ...field })),
      scopes: [...scopes],
      abilities: [...abilities],
      limit,
      intervalMinutes,
      chooses: chooses ?? null,
      hasTags: manifest.hasTags ?? false,
      words,
      isAvailable: app !== null,
      isSandbox: app?.sandboxOrigin !== null && app !== null,
    }
  })
