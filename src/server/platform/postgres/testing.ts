// What the tests of this folder share.
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { copyFolder } from '#server/testing/database/cluster.ts'
import { newFolder } from '#server/testing/database/folder.ts'
import type { Provided } from '#server/testing/provided.ts'
import type { ClusterAddress } from './cluster.ts'
import { ownerRole } from './initialise.ts'

/** A folder that the server's account may enter; deleted after the test. */
export const temporaryFolder = (mode = 0o755): string => {
  const folder = newFolder('tributary-test-')
  chmodSync(folder, mode)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** As after `initialise`, which takes a second each time: for tests that are about what comes later. */
export const withNewCluster = (dataDir: string): string => {
  mkdirSync(dirname(dataDir), { recursive: true, mode: 0o755 })
  copyFolder(inject('initialised') satisfies Provided['initialised'], dataDir)
  return dataDir
}

export const connectTo = async (cluster: Pick<ClusterAddress, 'socketDir' | 'port'>): Promise<pg.Client> => {
  const client = new pg.Client({ host: cluster.socketDir, port: cluster.port, user: ownerRole, database: 'postgres' })
  // The server may be killed under the connection; the next query reports it.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** One statement over its own connection. */
export const ask = async <Row extends pg.QueryResultRow>(
  cluster: Pick<ClusterAddress, 'socketDir' | 'port'>,
  statement: string,
): Promise<Row[]> => {
  const client = await connectTo(cluster)
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
