import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

/** Connections that share, in the accounts of their companies, each with its source. Rows that were kept by a claim need none that works. */
export const selectSources = async (tx: Tx, after: string | undefined, limit: number) => {
  const { rows } = await sql<{
    client_id: string
    id: string
    state: string
    health: string
    health_since: Date | null
    stale_warned_at: Date | null
    status: string | null
    status_since: Date | null
    failing_since: Date | null
  }>`
    select connection.client_id, connection.id, connection.state, connection.health, connection.health_since,
      connection.stale_warned_at, case when integration.kept_at is null then integration.status else 'active' end as status, integration.status_since, integration.failing_since
    from connection left join integration on integration.client_id = connection.client_id and integration.id = connection.integration_id
    where connection.side = 'COMPANY' and connection.state in ('IN_PROCESS', 'ACTIVE')
      and (${after ?? null}::uuid is null or connection.id > ${after ?? null}::uuid)
    order by connection.id limit ${limit}`.execute(tx)
  return rows
}

export type SourceRow = Awaited<ReturnType<typeof selectSources>>[number]
