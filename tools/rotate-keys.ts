// npm run keys:rotate: creates a new sealing key, seals every secret under it, and removes the old keys.
// With SEALING_KEY the operator adds the new key as the first one; then this seals all secrets, and the old keys can be removed.
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { BadSetting } from '#server/platform/config/parse.ts'
import { ownDatabaseOf, type DatabaseLocation } from '#server/platform/db/connection.ts'
import { resealEverything } from '#server/platform/db/reseal.ts'
import { DataDirInUse } from '#server/platform/postgres/cluster.ts'
import { addSealingKey, keepOnlyCurrentKey, loadSealingKeys } from '#server/platform/sealing-keys.ts'
import { createSealer } from '#server/platform/secrets.ts'
import { runTool, withDatabase } from './with-database.ts'

const rotateIn = async (location: DatabaseLocation, config: Config): Promise<void> => {
  const file = join(config.dataDir, 'sealing.keys')
  const keys = config.sealingKey === undefined ? addSealingKey(file) : loadSealingKeys(config.sealingKey, file)
  for (const { column, values } of await resealEverything(location, createSealer(keys)))
    console.log(`${column}: ${values} sealed again`)
  if (config.sealingKey === undefined) keepOnlyCurrentKey(file)
  console.log(`The key ${keys[0]?.id ?? ''} seals everything now.`)
}

await runTool(async (config) => {
  try {
    await withDatabase(config, ownDatabaseOf(config), (location) => rotateIn(location, config))
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error
    throw new BadSetting(`${error.message} The keys cannot be rotated while it runs.`, { cause: error })
  }
})
