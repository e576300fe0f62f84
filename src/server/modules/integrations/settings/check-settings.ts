import type { ProviderType } from '#contract/integrations/providers.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { objectsOf, type Connector, type Tables } from '#server/connectors/kit/connector.ts'
import { hasIdentifier, missingDate } from '#server/connectors/kit/rows/rules.ts'
import { connectorOf } from '#server/connectors/registry.ts'
import { AppError } from '#server/platform/errors.ts'

type ColumnMap = NonNullable<SyncSettings['map']>

const refuse = (field: string, detail: string): never => {
  throw new AppError('MAPPING_INVALID', { detail, field: `settings.${field}` })
}

/** A table needs a column that identifies its rows, and one with their creation time. */
const checkMap = (tables: Tables, map: ColumnMap): void => {
  if (!hasIdentifier(map)) refuse('map', 'Choose a column for email, phone or row key.')
  const missing = missingDate(tables, map)
  if (missing !== null) refuse('map', missing)
}

const checkTags = ({ manifest, tables }: Connector, map: SyncSettings['map']): void => {
  if (!manifest.hasTags) refuse('tags', `${manifest.name} has no tags to filter contacts by. Leave them out.`)
  if (tables && map && map.tags === undefined) refuse('tags', 'Choose a column for tags first, or leave them out.')
}

/** If a vendor has no tags, a filter by tags would match no contact. The same holds for stages. */
const checkFilters = (connector: Connector, { tags = [], dispos = [], map }: SyncSettings): void => {
  if (tags.length > 0) checkTags(connector, map)
  if (dispos.length > 0 && !objectsOf(connector).includes('opportunity'))
    refuse('dispos', `${connector.manifest.name} has no opportunities to filter by stage. Leave the stages out.`)
}

/** Rejects settings with which nothing, or nothing correct, could be read. */
export const checkSettings = (type: ProviderType, settings: SyncSettings): void => {
  const connector = connectorOf(type)
  if (!connector) return
  checkFilters(connector, settings)
  if (connector.tables && settings.map !== undefined) checkMap(connector.tables, settings.map)
}
