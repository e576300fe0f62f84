import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

/** Addresses of the sandbox in what vendors told: its port may be another one today. */
export const moveAddresses = async (tx: Tx, { slugs, origin }: { slugs: readonly string[]; origin: string }): Promise<void> => {
  const old = String.raw`https?://[^/"\s]+(?=/(?:${slugs.join('|')})(?:[/"?#]|$))`
  const moved = (column: string) => sql`regexp_replace(${sql.ref(column)}::text, ${old}, ${origin}, 'g')`
  const differs = (column: string) => sql`${sql.ref(column)}::text is distinct from ${moved(column)}`
  await sql`update integration set url = ${moved('url')}, facts = ${moved('facts')}::jsonb
    where ${differs('url')} or ${differs('facts')}`.execute(tx)
  await sql`update sync_stream set watermark = ${moved('watermark')}::jsonb where ${differs('watermark')}`.execute(tx)
  await sql`update sync_run set cursor = ${moved('cursor')}::jsonb
    where status in ('queued', 'running', 'partial') and cursor is not null and ${differs('cursor')}`.execute(tx)
}
