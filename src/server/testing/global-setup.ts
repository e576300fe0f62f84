import type { TestProject } from 'vitest/node'
import { startTestCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { socketDir: string; port: number }
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const cluster = await startTestCluster()
  project.provide('cluster', { socketDir: cluster.socketDir, port: cluster.port })
  return () => cluster.stop()
}
