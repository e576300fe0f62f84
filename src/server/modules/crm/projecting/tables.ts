// The tables in which an agency has rows of a company.
import type { RecordObject } from '../model.ts'

export interface TableRules {
  /** Identifies a row of the client. */
  key: readonly string[]
  /** The part of the key by which rows are projected: the record, or the one that they belong to. */
  by: string
  type: 'uuid' | 'text'
  hasDataSource: boolean
  /** The records that change with these rows. */
  of: RecordObject | 'pipeline' | 'owner'
}

const rules = {
  pipeline: { key: ['external_id'], by: 'external_id', type: 'text', hasDataSource: true, of: 'pipeline' },
  pipeline_stage: {
    key: ['pipeline_external_id', 'external_id'],
    by: 'pipeline_external_id',
    type: 'text',
    hasDataSource: true,
    of: 'pipeline',
  },
  crm_owner: { key: ['external_id'], by: 'external_id', type: 'text', hasDataSource: true, of: 'owner' },
  contact: { key: ['id'], by: 'id', type: 'uuid', hasDataSource: true, of: 'contact' },
  opportunity: { key: ['id'], by: 'id', type: 'uuid', hasDataSource: true, of: 'opportunity' },
  opportunity_contact: {
    key: ['opportunity_id', 'contact_external_id'],
    by: 'opportunity_id',
    type: 'uuid',
    hasDataSource: true,
    of: 'opportunity',
  },
  stage_event: {
    key: ['opportunity_id', 'at', 'raw_stage'],
    by: 'opportunity_id',
    type: 'uuid',
    hasDataSource: false,
    of: 'opportunity',
  },
  touch: { key: ['contact_id', 'key'], by: 'contact_id', type: 'uuid', hasDataSource: false, of: 'contact' },
} as const satisfies Record<string, TableRules>

export type ProjectedTable = keyof typeof rules

export const rulesOf = (table: ProjectedTable): TableRules => rules[table]

/** Tables whose rows belong to a data source by themselves, and not by way of another row. */
export const ownTables = (Object.keys(rules) as ProjectedTable[]).filter(
  (table) => rules[table].hasDataSource && rules[table].key.length === 1,
)
