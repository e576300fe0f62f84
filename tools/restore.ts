// node tools/restore.ts --from <folder> [--data <folder>]: puts a backup where no database is. The product must not run.
import { join, resolve } from 'node:path'
import { restoreBackup } from '#server/platform/postgres/backup/restore.ts'
import { readToolArguments } from './own-flag.ts'

const usage = 'Usage: node tools/restore.ts --from <folder> [--data <folder>]'

const readArguments = (): { from: string; data: string } => {
  const { value, config } = readToolArguments('from')
  if (value === undefined) throw new Error(usage)
  return { from: resolve(value), data: config.dataDir }
}

try {
  const { from, data } = readArguments()
  const { takenAt, hasKeys } = await restoreBackup({ from, dataDir: join(data, 'postgres'), keyFile: join(data, 'sealing.keys') })
  console.log(`Restored the backup of ${takenAt} to ${data}`)
  if (!hasKeys) console.warn('The backup holds no sealing keys: give the product those of the installation it was taken from')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
