// The product's own PostgreSQL: its programs come from npm, it listens on a private unix socket only and ends with the
// product.
import { rmdirSync } from 'node:fs'
import { serverAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { clusterDirFor, createParents, createSocketDir, linkWantedFolder, requireOwnDataDir, socketDirFor } from './data-dir.ts'
import { initialise, writeAuthentication } from './initialise.ts'
import { clearLeftovers, livingPostmaster, lockOfSocket } from './server/leftover.ts'
import { claimDataDir } from './server/lock.ts'
import { rotateLog, socketOf, startPostmaster, type PostmasterExit, type RunningPostmaster } from './server/postmaster.ts'
import { isAlive, waitUntil } from './server/process.ts'
import { serverArguments } from './settings.ts'

export { clusterDirFor } from './data-dir.ts'
export { DataDirInUse } from './server/lock.ts'

export interface ClusterAddress {
  socketDir: string
  port: number
  /** Where the data really is; see `clusterDirFor`. */
  dataDir: string
  pid: number
}

export interface Cluster extends ClusterAddress {
  /** Resolves when PostgreSQL ends unexpectedly; the data folder is free again then. */
  exited: Promise<PostmasterExit>
  stop(): Promise<void>
}

export interface ClusterOptions {
  dataDir: string
  settings?: Record<string, string>
  /** False for tests: faster, but a power loss loses the data. */
  durable?: boolean
}

const port = 5432
const stopPatienceMs = 60_000

/** Polls, because the server's process alone does not keep this one alive. */
const endPostmaster = async ({ pid, exited }: RunningPostmaster): Promise<void> => {
  let hasExited = false
  void exited.then(() => (hasExited = true))
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (isAlive(pid)) process.kill(pid, signal)
    if (await waitUntil(() => hasExited, stopPatienceMs)) return
  }
}

const removeIfEmpty = (dir: string): void => {
  try {
    rmdirSync(dir)
  } catch {
    // Not empty after a crash; the next start uses it again.
  }
}

const asCluster = (address: ClusterAddress, postmaster: RunningPostmaster, release: () => void): Cluster => {
  let stopping: Promise<void> | undefined
  const cleanUp = () => {
    removeIfEmpty(address.socketDir)
    release()
  }
  const watch = async (report: (exit: PostmasterExit) => void): Promise<void> => {
    const exit = await postmaster.exited
    if (stopping) return
    cleanUp()
    report(exit)
  }
  const exited = new Promise<PostmasterExit>((resolve) => void watch(resolve))
  const stop = async () => {
    await endPostmaster(postmaster)
    cleanUp()
  }
  return { ...address, exited, stop: () => (stopping ??= stop()) }
}

export const startCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const account = serverAccount()
  const durable = options.durable ?? true
  const dataDir = clusterDirFor(options.dataDir)
  createParents(dataDir)
  const release = await claimDataDir(dataDir)
  try {
    const binaries = await findBinaries(account)
    await clearLeftovers(dataDir, lockOfSocket(socketDirFor(dataDir, account), port))
    linkWantedFolder(options.dataDir, dataDir)
    requireOwnDataDir(dataDir, account)
    await initialise({ dataDir, binaries, account, durable })
    writeAuthentication(dataDir, account)
    const socketDir = createSocketDir(dataDir, account)
    const logFile = `${dataDir}.log`
    rotateLog(logFile)
    const postmaster = await startPostmaster({
      program: binaries.postgres,
      arguments: serverArguments({ dataDir, socketDir, port, durable, settings: options.settings ?? {} }),
      account,
      dataDir,
      socket: socketOf(socketDir, port),
      logFile,
    })
    return asCluster({ socketDir, port, dataDir, pid: postmaster.pid }, postmaster, release)
  } catch (error) {
    release()
    throw error
  }
}

/** The cluster that another process of this user keeps running for `wanted`, if it is ready. */
export const findRunningCluster = (wanted: string): ClusterAddress | undefined => {
  const dataDir = clusterDirFor(wanted)
  const postmaster = livingPostmaster(dataDir)
  if (!postmaster?.isReady) return undefined
  return { socketDir: socketDirFor(dataDir, serverAccount()), port, dataDir, pid: postmaster.pid }
}
