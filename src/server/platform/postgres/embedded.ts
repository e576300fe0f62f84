import { join } from 'node:path'
import pg from 'pg'
import { connectionOf, type DatabaseLocation } from '../db/connection.ts'
import { findRunningCluster, startCluster, type Cluster, type ClusterAddress } from './cluster.ts'

const name = 'tributary'

const ensureDatabase = async (cluster: Cluster): Promise<void> => {
  const client = new pg.Client(
    connectionOf({ kind: 'embedded', socketDir: cluster.socketDir, port: cluster.port, database: 'postgres' }, 'owner'),
  )
  // If the server dies meanwhile, the query fails; no other handler is needed.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
}

const locate = ({ socketDir, port }: ClusterAddress): DatabaseLocation => ({ kind: 'embedded', socketDir, port, database: name })

/** The database of a product that runs on this data, if there is one. */
export const findEmbedded = (dataDir: string): DatabaseLocation | undefined => {
  const running = findRunningCluster(join(dataDir, 'postgres'))
  return running && locate(running)
}

/** The product's own PostgreSQL with its one database. */
export const startEmbedded = async (
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<{ cluster: Cluster; location: DatabaseLocation }> => {
  const cluster = await startCluster({ dataDir: join(dataDir, 'postgres'), settings })
  try {
    await ensureDatabase(cluster)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return { cluster, location: locate(cluster) }
}
