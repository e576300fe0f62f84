import type { TestProject } from 'vitest/node'
import { startTestCluster } from './database/cluster.ts'
import type { Provided } from './provided.ts'

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const cluster = await startTestCluster()
  project.provide('cluster', { socketDir: cluster.socketDir, port: cluster.port } satisfies Provided['cluster'])
  project.provide('initialised', cluster.initialised satisfies Provided['initialised'])
  project.provide('sealingKey', cluster.sealingKey satisfies Provided['sealingKey'])
  project.provide('citusUrl', process.env['CITUS_URL'])
  return () => cluster.stop()
}
