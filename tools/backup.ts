// node tools/backup.ts --to <folder> [--data <folder>]: a backup of the database and its keys, whether the product runs or not.
import { join, resolve } from 'node:path'
import { backupCluster } from '#server/platform/postgres/backup/take.ts'
import type { BackupManifest } from '#server/platform/postgres/backup/format.ts'
import { clusterDirFor, findRunningCluster, startCluster, type ClusterAddress } from '#server/platform/postgres/cluster.ts'
import { holdsCluster } from '#server/platform/postgres/data-dir.ts'
import { readToolArguments } from './own-flag.ts'

const usage = 'Usage: node tools/backup.ts --to <folder> [--data <folder>]'

const readArguments = (): { into: string; data: string } => {
  const { value, config } = readToolArguments('to')
  if (value === undefined) throw new Error(usage)
  if (config.databaseUrl !== undefined)
    throw new Error('The database of DATABASE_URL is backed up with the tools of PostgreSQL, for example pg_dump.')
  return { into: resolve(value), data: config.dataDir }
}

/** Uses the cluster of the running product, or one that runs for the backup only. */
const withCluster = async <Result>(wanted: string, use: (cluster: ClusterAddress) => Promise<Result>): Promise<Result> => {
  const running = findRunningCluster(wanted)
  if (running) return use(running)
  if (!holdsCluster(clusterDirFor(wanted))) throw new Error(`There is no database in ${wanted}`)
  const own = await startCluster({ dataDir: wanted })
  try {
    return await use(own)
  } finally {
    await own.stop()
  }
}

const report = (into: string, { files, bytes, hasKeys }: BackupManifest): void => {
  console.log(`Backed up ${files} files (${Math.ceil(bytes / 1024 / 1024)} MB) to ${into}`)
  if (!hasKeys) console.warn('There was no sealing.keys in the data folder: keep the sealing keys of this installation yourself')
}

try {
  const { into, data } = readArguments()
  const keyFile = join(data, 'sealing.keys')
  report(into, await withCluster(join(data, 'postgres'), (cluster) => backupCluster({ cluster, keyFile, into })))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
