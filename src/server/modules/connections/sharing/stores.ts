// What a receipt says was erased, by the kind of record.
import { smallestTotal } from '#contract/connections/totals.ts'
import { fieldLabel } from '#contract/criteria/fields.ts'
import type { ProjectedCounts } from '../../crm/projecting/service.ts'
import type { Store } from '../../receipts/model.ts'
import { roundedUp } from '../../totals/model.ts'

export const storeNames = {
  contact: 'Contacts',
  opportunity: 'Opportunities',
  opportunity_contact: 'Contacts of opportunities',
  stage_event: 'Stage history',
  touch: 'Touchpoints',
  pipeline: 'Pipelines',
  pipeline_stage: 'Stages',
  crm_owner: 'Owners',
} as const

const nameOf = (table: string): string => (storeNames as Readonly<Record<string, string>>)[table] ?? table

/** Rows that were deleted: all, or those of these records. */
export const deletedIn = (counts: ProjectedCounts, among?: ReadonlySet<string>): Store[] =>
  Object.entries(counts).flatMap(([table, { deleted }]) => {
    const rows = among ? deleted.filter((id) => among.has(id)).length : deleted.length
    return rows === 0 ? [] : [{ name: nameOf(table), found: rows, removed: rows, failed: 0 }]
  })

/** Fields that were erased from rows that stay. */
export const clearedIn = (lost: readonly string[], counts: ProjectedCounts): Store[] => {
  const rows = Object.values(counts).reduce((sum, { cleared }) => sum + cleared, 0)
  if (rows === 0) return []
  return [{ name: `Fields no longer shared: ${lost.map(fieldLabel).join(', ')}`, found: rows, removed: rows, failed: 0 }]
}

/**
 * Where only totals are shared. How many exactly would tell of small groups, and what kinds of records were erased with a
 * few contacts would describe them.
 */
export const withoutDetail = (stores: readonly Store[]): Store[] => {
  if (stores.length === 0) return []
  const contacts = stores.find(({ name }) => name === storeNames.contact)
  const told = (of: 'found' | 'removed' | 'failed'): number =>
    stores.some((store) => store[of] > 0) ? roundedUp(contacts?.[of] ?? 0) : 0
  const name = `Contacts and what belongs to them, rounded up to ${smallestTotal}`
  return [{ name, found: told('found'), removed: told('removed'), failed: told('failed') }]
}
