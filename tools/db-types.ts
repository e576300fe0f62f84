// Writes src/server/platform/db/tables.ts from a freshly migrated database; with --check it only reports whether the file is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { generate, PostgresDialect as GeneratorDialect } from 'kysely-codegen'
import pg from 'pg'
import { projectRoot } from '#server/platform/config.ts'
import { connectionOf } from '#server/platform/db/connection.ts'
import { databaseOf, startTestCluster } from '#server/testing/database/cluster.ts'

const file = join(projectRoot, 'src/server/platform/db/tables.ts')

const generated = async (): Promise<string> => {
  const cluster = await startTestCluster()
  try {
    const pool = new pg.Pool(connectionOf(databaseOf(cluster, 'tributary_template'), 'owner'))
    pool.on('error', () => {})
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    const dialect = new GeneratorDialect({ numericParser: 'number' } as never)
    const text = await generate({
      db: db as never,
      dialect,
      // The Citus extension adds its own views to the schema.
      excludePattern: '{platform.migration,public.citus_*}',
      typeMapping: { int8: 'number' },
      outFile: null,
      print: false,
    })
    await db.destroy()
    return text
  } finally {
    await cluster.stop()
  }
}

const fresh = await generated()
if (process.argv.includes('--check')) {
  const isStale = readFileSync(file, 'utf8') !== fresh
  if (isStale) console.error('src/server/platform/db/tables.ts is stale: run npm run db:types.')
  process.exitCode = isStale ? 1 : 0
} else {
  writeFileSync(file, fresh)
}
