// A backup of the running cluster. The keys for the secrets in it are kept separately.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { SealingKey } from '../../secrets.ts'
import { writeMac } from './authenticity.ts'
import { copyDataFiles, copyLog, writeDurably } from './copy.ts'
import { backupFormat, backupPaths, measureFolder, platformName, type BackupManifest } from './format.ts'
import type { ClusterAddress } from '../cluster.ts'
import { requireEmpty } from '../data-dir.ts'
import { ownerRole } from '../initialise.ts'

export interface BackupOptions {
  cluster: Pick<ClusterAddress, 'socketDir' | 'port' | 'dataDir'>
  into: string
  /** The sealing keys of the installation: the first one proves where the backup comes from. */
  keys: readonly SealingKey[]
}

interface BackupEnd {
  label: string
  tablespaces: string
  /** The segment with the end of the backup. */
  last: string
}

const connect = async (cluster: BackupOptions['cluster']): Promise<pg.Client> => {
  const client = new pg.Client({ host: cluster.socketDir, port: cluster.port, user: ownerRole, database: 'postgres' })
  await client.connect()
  return client
}

/** The slot keeps the log until this session ends, however much is written meanwhile. */
const beginBackup = async (client: pg.Client): Promise<void> => {
  await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`)
  await client.query(`select pg_backup_start('tributary', fast => true)`)
}

const endBackup = async (client: pg.Client): Promise<BackupEnd> => {
  const { rows } = await client.query<BackupEnd>(
    `select labelfile as label, spcmapfile as tablespaces, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)`,
  )
  const [end] = rows
  if (!end) throw new Error('PostgreSQL did not confirm the end of the backup')
  return end
}

const firstSegment = (label: string): string => {
  const name = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(label)?.[1]
  if (name === undefined) throw new Error('PostgreSQL did not say where the backup starts')
  return name
}

const copyCluster = async (client: pg.Client, from: string, to: string): Promise<void> => {
  await beginBackup(client)
  await copyDataFiles(from, to)
  const end = await endBackup(client)
  await copyLog({ from, to, first: firstSegment(end.label), last: end.last })
  await writeDurably(join(to, 'backup_label'), end.label)
  if (end.tablespaces.trim() !== '') await writeDurably(join(to, 'tablespace_map'), end.tablespaces)
}

/** `into` must be empty or absent. The product keeps working meanwhile. */
export const backupCluster = async ({ cluster, into, keys }: BackupOptions): Promise<BackupManifest> => {
  requireEmpty(into, 'a backup')
  mkdirSync(into, { recursive: true, mode: 0o700 })
  const paths = backupPaths(into)
  const client = await connect(cluster)
  try {
    await copyCluster(client, cluster.dataDir, paths.postgres)
  } finally {
    await client.end()
  }
  const manifest: BackupManifest = {
    format: backupFormat,
    postgresVersion: readFileSync(join(paths.postgres, 'PG_VERSION'), 'utf8').trim(),
    platform: platformName,
    takenAt: new Date().toISOString(),
    hasKeys: false,
    ...measureFolder(paths.postgres),
  }
  await writeDurably(paths.manifest, `${JSON.stringify(manifest, null, 2)}\n`)
  await writeMac(into, keys)
  return manifest
}
