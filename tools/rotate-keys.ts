// npm run keys:rotate: a new sealing key, every secret sealed again under it, the old keys forgotten.
// With SEALING_KEY the operator puts the new key in front first; then this seals again, and the old keys can be taken out.
import { join } from 'node:path'
import { readConfig, type Config } from '#server/platform/config.ts'
import { BadSetting } from '#server/platform/config/parse.ts'
import { ownDatabaseOf, type DatabaseLocation } from '#server/platform/db/connection.ts'
import { resealEverything } from '#server/platform/db/reseal.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { DataDirInUse } from '#server/platform/postgres/cluster.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { addSealingKey, keepOnlyCurrentKey, loadSealingKeys } from '#server/platform/sealing-keys.ts'
import { createSealer } from '#server/platform/secrets.ts'

const openDatabase = async (config: Config): Promise<{ location: DatabaseLocation; close: () => Promise<void> }> => {
  const own = ownDatabaseOf(config)
  if (own) return { location: own, close: async () => {} }
  const { cluster, location } = await startEmbedded(config.dataDir)
  return { location, close: () => cluster.stop() }
}

const rotate = async (config: Config): Promise<void> => {
  const file = join(config.dataDir, 'sealing.keys')
  const { location, close } = await openDatabase(config)
  try {
    await migrate(location)
    const keys = config.sealingKey === undefined ? addSealingKey(file) : loadSealingKeys(config.sealingKey, file)
    for (const { column, values } of await resealEverything(location, createSealer(keys)))
      console.log(`${column}: ${values} sealed again`)
    if (config.sealingKey === undefined) keepOnlyCurrentKey(file)
    console.log(`The key ${keys[0]?.id ?? ''} seals everything now.`)
  } finally {
    await close()
  }
}

const read = readConfig()
if ('show' in read) {
  console.error(read.show)
  process.exit(read.exitCode)
}
try {
  await rotate(read.config)
} catch (error) {
  if (error instanceof DataDirInUse) console.error(`${error.message} The keys cannot be rotated while it runs.`)
  else if (error instanceof BadSetting) console.error(error.message)
  else throw error
  process.exit(2)
}
