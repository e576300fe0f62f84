// npm run keys:signing: creates new keys for signing tokens, whether the product runs or not. No user is signed out.
import { join } from 'node:path'
import { rotateKeys } from '#server/identity/tokens/rotation.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { BadSetting } from '#server/platform/config/parse.ts'
import { ownDatabaseOf, type DatabaseLocation } from '#server/platform/db/connection.ts'
import { refuseForeignKeys } from '#server/platform/db/reseal.ts'
import { createDatabase } from '#server/platform/db/scope.ts'
import { createLog } from '#server/platform/log.ts'
import { findEmbedded } from '#server/platform/postgres/embedded.ts'
import { loadSealingKeys } from '#server/platform/sealing-keys.ts'
import { createSealer } from '#server/platform/secrets.ts'
import { runTool, withDatabase } from './with-database.ts'

const rotateIn = async (location: DatabaseLocation, config: Config): Promise<void> => {
  const database = createDatabase(location, createLog({ level: config.logLevel }))
  try {
    const sealer = createSealer(loadSealingKeys(config.sealingKey, join(config.dataDir, 'sealing.keys')))
    await refuseForeignKeys(database, sealer)
    const rotation = await rotateKeys({ database, sealer, clock: systemClock }, 0)
    if (!rotation) throw new BadSetting('Nothing to do: the newest signing keys do not sign yet, or there are none.')
    const [from, until] = [rotation.signsFrom.toISOString(), rotation.retiresAt.toISOString()]
    console.log(`New keys are published now and sign from ${from} on. Tokens of the old ones count until ${until}.`)
  } finally {
    await database.close()
  }
}

await runTool(async (config) => {
  if (config.identity.mode === 'aws') throw new BadSetting('AWS Cognito rotates its signing keys itself.')
  const there = ownDatabaseOf(config) ?? findEmbedded(config.dataDir)
  await withDatabase(config, there, (location) => rotateIn(location, config))
})
