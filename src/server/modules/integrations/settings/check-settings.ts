import type { ProviderType } from '#contract/providers.ts'
import type { SyncSettings } from '#contract/sync-settings.ts'
import type { Manifest } from '#server/connectors/kit/manifest.ts'
import { hasIdentifier, missingDate } from '#server/connectors/kit/rows/rules.ts'
import { connectorOf } from '#server/connectors/registry.ts'
import { AppError } from '#server/platform/errors.ts'

type ColumnMap = NonNullable<SyncSettings['map']>

const refuse = (field: string, detail: string): never => {
  throw new AppError('MAPPING_INVALID', { detail, field: `settings.${field}` })
}

/** A table needs a column that tells its rows apart, and one that tells when they were made. */
const checkMap = (manifest: Manifest, map: ColumnMap): void => {
  if (!hasIdentifier(map)) refuse('map', 'Choose a column for email, phone or row key.')
  const missing = missingDate(manifest, map)
  if (missing !== null) refuse('map', missing)
}

const checkTags = ({ name, hasTags, chooses }: Manifest, map: SyncSettings['map']): void => {
  if (!hasTags) refuse('tags', `${name} has no tags to filter contacts by. Leave them out.`)
  if (chooses === 'table' && map && map.tags === undefined) refuse('tags', 'Choose a column for tags first, or leave them out.')
}

/** Where nobody has tags, a choice by tags lets nobody in. The same holds for stages. */
const checkFilters = (manifest: Manifest, { tags = [], dispos = [], map }: SyncSettings): void => {
  if (tags.length > 0) checkTags(manifest, map)
  if (dispos.length > 0 && !manifest.abilities.includes('opportunities'))
    refuse('dispos', `${manifest.name} has no opportunities to filter by stage. Leave the stages out.`)
}

/** Settings by which nothing, or nothing right, could be read are not kept. */
export const checkSettings = (type: ProviderType, settings: SyncSettings): void => {
  const manifest = connectorOf(type)?.manifest
  if (!manifest) return
  checkFilters(manifest, settings)
  if (manifest.chooses === 'table' && settings.map !== undefined) checkMap(manifest, settings.map)
}
