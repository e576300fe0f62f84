// npm run backup: a backup of the database, whether the product runs or not; as a folder, or as one encrypted file.
import { join, resolve } from 'node:path'
import { backupEncrypted } from '#server/platform/postgres/backup/encrypted.ts'
import type { BackupManifest } from '#server/platform/postgres/backup/format.ts'
import { checkPublicKey } from '#server/platform/postgres/backup/keys.ts'
import { backupCluster } from '#server/platform/postgres/backup/take.ts'
import { clusterDirFor, findRunningCluster, startCluster, type ClusterAddress } from '#server/platform/postgres/cluster.ts'
import { holdsCluster } from '#server/platform/postgres/data-dir.ts'
import { readSealingKeys } from '#server/platform/sealing-keys.ts'
import type { SealingKey } from '#server/platform/secrets.ts'
import { readToolArguments, takeFlag } from './own-flag.ts'

const usage = 'Usage: npm run backup -- --to <folder> [--data <folder>], or --to <file> --encrypt-to <public key>'

interface BackupOptions {
  into: string
  data: string
  sealingKey: string | undefined
  publicKey: string | undefined
}

const readArguments = (): BackupOptions => {
  const { value: publicKey, rest } = takeFlag('encrypt-to', process.argv.slice(2))
  const { value, config } = readToolArguments('to', rest)
  if (value === undefined) throw new Error(usage)
  if (config.databaseUrl !== undefined)
    throw new Error('The database of DATABASE_URL is backed up with the tools of PostgreSQL, for example pg_dump.')
  return {
    into: resolve(value),
    data: config.dataDir,
    sealingKey: config.sealingKey,
    publicKey: publicKey === undefined ? undefined : checkPublicKey(publicKey),
  }
}

/** Uses the cluster of the running product, or starts one for the backup. */
const withCluster = async <Result>(dataDir: string, use: (cluster: ClusterAddress) => Promise<Result>): Promise<Result> => {
  const running = findRunningCluster(dataDir)
  if (running) return use(running)
  if (!holdsCluster(clusterDirFor(dataDir))) throw new Error(`There is no database in ${dataDir}`)
  const own = await startCluster({ dataDir })
  try {
    return await use(own)
  } finally {
    await own.stop()
  }
}

const requireSealingKeys = ({ data, sealingKey }: BackupOptions): SealingKey[] => {
  const file = join(data, 'sealing.keys')
  const keys = readSealingKeys(sealingKey, file)
  if (!keys) throw new Error(`There are no sealing keys in ${file}, so set SEALING_KEY: a backup is proven with them.`)
  return keys
}

const take = (backup: BackupOptions): Promise<BackupManifest> => {
  const { into, data, publicKey } = backup
  return withCluster(join(data, 'postgres'), (cluster) => {
    const options = { cluster, into, keys: requireSealingKeys(backup) }
    return publicKey === undefined ? backupCluster(options) : backupEncrypted({ ...options, data, publicKey })
  })
}

const report = ({ into, data, publicKey }: BackupOptions, { files, bytes }: BackupManifest): void => {
  console.log(`Backed up ${files} files (${Math.ceil(bytes / 1024 / 1024)} MB) to ${into}`)
  const privateKey = publicKey === undefined ? '' : `the private key of ${publicKey}, `
  console.log(
    `To restore it you need this backup, ${privateKey}and the sealing keys, which are not in it: ${join(data, 'sealing.keys')} or SEALING_KEY. ` +
      'Keep them apart from the backup, and from each other.',
  )
}

try {
  const backup = readArguments()
  report(backup, await take(backup))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
