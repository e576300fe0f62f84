// What of a backup becomes a data folder: the contents of the database, never its configuration.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const contents = new Set([
  'PG_VERSION',
  'backup_label',
  'base',
  'global',
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical',
  'pg_multixact',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_twophase',
  'pg_wal',
  'pg_xact',
])

/** What initdb writes and is neither PostgreSQL's default nor passed at the start. */
const settings = `lc_messages = 'C'\ndefault_text_search_config = 'pg_catalog.english'\n`

/** Settings and signal files can name commands, and tablespaces are elsewhere. Who may connect is written at each start. */
export const keepOnlyContents = (dir: string): void => {
  for (const name of readdirSync(dir)) if (!contents.has(name)) rmSync(join(dir, name), { recursive: true })
  mkdirSync(join(dir, 'pg_tblspc'))
  writeFileSync(join(dir, 'postgresql.conf'), settings, { flag: 'wx' })
}
