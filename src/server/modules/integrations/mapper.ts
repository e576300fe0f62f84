import type { Integration } from '#contract/integrations/integrations.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { connectorOf } from '#server/connectors/registry.ts'
import { maskAddress, maskName } from '#server/platform/masks.ts'
import { runOf, type Viewer } from '../syncs/runs/model.ts'
import type { ListedRow } from './list-queries.ts'
import { needsOf, type IntegrationRow } from './model.ts'

const instant = (date: Date | null): string | null => date?.toISOString() ?? null

/** Before an ad account is chosen, the account is the login at the vendor. */
const accountFor = (viewer: Viewer, { account, hub_id: hubId }: IntegrationRow): string | null => {
  if (viewer === 'member' || account === null) return account
  return hubId === null && !account.includes('@') ? maskName(account) : maskAddress(account)
}

/** A user who disconnected the source may have written names into the reason. */
const reasonFor = (viewer: Viewer, { status_reason: reason, disconnected_by: userId }: IntegrationRow): string | null =>
  viewer === 'staff' && userId !== null ? null : reason

const removalOf = ({ counts }: ListedRow): Integration['removal'] => {
  const removal = { contacts: counts?.['removed_contacts'] ?? 0, opportunities: counts?.['removed_opportunities'] ?? 0 }
  return removal.contacts + removal.opportunities === 0 ? null : removal
}

/** The connector's own description. A source may outlive a connector that was removed from the product. */
const vendorOf = ({ type }: IntegrationRow): Pick<Integration, 'vendor' | 'category' | 'abilities'> => {
  const { name, category, abilities } = connectorOf(type)?.manifest ?? { name: type, category: 'crm', abilities: [] }
  return { vendor: name, category, abilities: [...abilities] }
}

export const toIntegration = (row: ListedRow, viewer: Viewer): Integration => ({
  id: row.id,
  client_id: row.client_id,
  type: row.type,
  ...vendorOf(row),
  name: viewer === 'member' ? row.name : maskAddress(row.name),
  status: row.status as Integration['status'],
  status_reason: reasonFor(viewer, row),
  status_since: row.status_since.toISOString(),
  account: accountFor(viewer, row),
  hub_id: row.hub_id,
  url: row.url,
  manager_account: viewer === 'member' ? row.manager_account : maskAddress(row.manager_account),
  attribute_id: row.attribute_id,
  syncing: row.syncing,
  needs: needsOf(row),
  interval_minutes: row.interval_minutes,
  next_run_at: instant(row.next_run_at),
  last_run: row.last_run === null ? null : runOf(row.last_run, viewer),
  is_failing: row.is_failing,
  removal: removalOf(row),
  skipped: row.skipped,
  last_success_at: instant(row.last_success_at),
  contacts: row.counts?.['contact'] ?? 0,
  opportunities: row.counts?.['opportunity'] ?? 0,
  settings: row.settings as SyncSettings,
  access_ends_at: instant(row.access_ends_at),
  erase_at: instant(row.erase_at),
  ghost_company_id: row.ghost_company_id,
  version: row.version,
  created_at: row.created_at.toISOString(),
})
