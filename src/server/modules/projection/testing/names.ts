// What an agency reads of owners, pipelines and stages: of those that its rows name, and no others.
import type { Criteria } from '#contract/criteria/criteria.ts'
import { fieldsSeen, type Rows, type Seen } from './expected.ts'

/** One text for each. */
type Names = Record<'owners' | 'pipelines' | 'stages', string[]>

const listed = (rows: readonly unknown[][]): string[] => rows.map((row) => JSON.stringify(row)).toSorted()

export const namesIn = ({ owners, pipelines, stages }: Pick<Rows, keyof Names>, dataSourceId: string): Names => {
  const own = <T extends { data_source_id: string }>(rows: readonly T[]) =>
    rows.filter((row) => row.data_source_id === dataSourceId)
  return {
    owners: listed(own(owners).map((row) => [row.external_id, row.name, row.email])),
    pipelines: listed(own(pipelines).map((row) => [row.external_id, row.name, row.order_index, row.deleted_at])),
    stages: listed(
      own(stages).map((row) => [
        row.pipeline_external_id,
        row.external_id,
        row.name,
        row.order_index,
        row.outcome,
        row.deleted_at,
      ]),
    ),
  }
}

/** What the agency should read, if these are the rows that it has. */
export const namesOf = (rows: Rows, { contacts, opportunities }: Seen, criteria: Criteria): Names => {
  const idsIn = (seen: Seen[keyof Seen], column: string) => Object.values(seen).map((values) => values[column])
  const owners = new Set([...idsIn(contacts, 'owner_external_id'), ...idsIn(opportunities, 'owner_external_id')])
  const pipelines = new Set(idsIn(opportunities, 'pipeline_external_id'))
  const fields = fieldsSeen(criteria)
  const named = {
    owners: rows.owners.filter((row) => owners.has(row.external_id)).map((row) => ({ ...row, email: null })),
    pipelines: rows.pipelines
      .filter((row) => pipelines.has(row.external_id))
      .map((row) => ({ ...row, name: fields.has('opportunity.pipeline') ? row.name : 'Pipeline' })),
    stages: rows.stages.filter((row) => fields.has('opportunity.stage') && pipelines.has(row.pipeline_external_id)),
  }
  return namesIn(named, criteria.integration_id)
}
