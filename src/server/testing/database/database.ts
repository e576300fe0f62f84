import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { inject } from 'vitest'
import type { DatabaseLocation } from '#server/platform/db/connection.ts'
import { createDatabase, type Database } from '#server/platform/db/scope.ts'
import { createFromTemplate, dropDatabase, type Template } from './cluster.ts'
import type { Provided } from '../provided.ts'

export interface TestDatabase {
  database: Database
  location: DatabaseLocation
  close(): Promise<void>
}

const create = async (name: string, template: Template): Promise<{ location: DatabaseLocation; drop: () => Promise<void> }> => {
  const url = inject('citusUrl') satisfies Provided['citusUrl']
  const cluster = inject('cluster') satisfies Provided['cluster']
  if (url === undefined)
    return { location: await createFromTemplate(cluster, name, template), drop: () => dropDatabase(cluster, name) }
  const { createOnCitus, dropOnCitus } = await import('./citus.ts')
  return { location: await createOnCitus(url, name), drop: () => dropOnCitus(url, name) }
}

/** The key for a database with signing keys; in one without, it seals new ones. */
export const testSealingKey = (): string => inject('sealingKey') satisfies Provided['sealingKey']

/** A migrated database for the calling test file. */
export const testDatabase = async (template: Template = 'empty'): Promise<TestDatabase> => {
  const { location, drop } = await create(`test_${randomBytes(6).toString('hex')}`, template)
  const database = createDatabase(location, pino({ level: 'silent' }), { app_rw: 4, app_staff: 2, app_system: 4 })
  const close = async (): Promise<void> => {
    await database.close()
    await drop()
  }
  return { database, location, close }
}
