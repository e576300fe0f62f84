import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { spawnAs, type Account } from '../account.ts'
import { livingPostmaster } from './leftover.ts'
import { waitUntil } from './process.ts'

export interface PostmasterExit {
  /** As a shell reports it: 128 + the signal's number if it was killed. Null if even that is unknown. */
  code: number | null
  /** The end of the server's log. */
  log: string
}

export interface RunningPostmaster {
  pid: number
  exited: Promise<PostmasterExit>
}

interface Launch {
  program: string
  arguments: string[]
  account: Account
  dataDir: string
  socket: string
  logFile: string
}

// PostgreSQL lives as long as the product: the product holds the other end of the shell's input, and when it dies, even
// by kill -9, reading ends and PostgreSQL is shut down. Signals to the whole group must not kill the watcher.
const withParent = `
trap '' INT TERM HUP
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
(cat <&3 >/dev/null; kill -INT $server) >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait $server
code=$?
kill -KILL $watcher
exit $code`

const biggestLog = 10 * 1024 * 1024

export const rotateLog = (logFile: string): void => {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size > biggestLog) renameSync(logFile, `${logFile}.1`)
}

const readLogFrom = (logFile: string, start: number): string => {
  try {
    return readFileSync(logFile).subarray(start).toString().trim().slice(-2000)
  } catch {
    return ''
  }
}

const letProcessEnd = (child: ChildProcess): void => {
  child.unref()
  ;(child.stdin as Socket | null)?.unref()
}

const canConnect = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(socket)
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
    connection.once('error', () => resolve(false))
  })

const spawnServer = (launch: Launch): { exited: Promise<PostmasterExit> } => {
  const log = openSync(launch.logFile, 'a', 0o600)
  const logStart = fstatSync(log).size
  const child = spawn('/bin/sh', ['-c', withParent, 'tributary-postgres', launch.program, ...launch.arguments], {
    ...spawnAs(launch.account),
    detached: true,
    stdio: ['pipe', log, log],
  })
  closeSync(log)
  letProcessEnd(child)
  const exited = new Promise<PostmasterExit>((resolve) => {
    child.once('exit', (code) => resolve({ code, log: readLogFrom(launch.logFile, logStart) }))
    child.once('error', (error) => resolve({ code: null, log: error.message }))
  })
  return { exited }
}

// Replaying the log after a crash may take minutes; a server that ends is noticed immediately.
const startPatienceMs = 10 * 60_000

const startOnce = async (launch: Launch): Promise<RunningPostmaster | PostmasterExit> => {
  const { exited } = spawnServer(launch)
  let end: PostmasterExit | undefined
  void exited.then((exit) => (end = exit))
  let pid = 0
  await waitUntil(async () => {
    if (end) return true
    const postmaster = livingPostmaster(launch.dataDir)
    if (!postmaster?.isReady || !(await canConnect(launch.socket))) return false
    pid = postmaster.pid
    return true
  }, startPatienceMs)
  if (pid > 0) return { pid, exited }
  return end ?? { code: null, log: `PostgreSQL was not ready after ${startPatienceMs / 60_000} minutes` }
}

/** The last workers of a killed server need a moment to exit. */
const isStillOccupied = (log: string): boolean => /pre-existing shared memory block|lock file ".*" already exists/.test(log)

const occupiedPatienceMs = 15_000

export const startPostmaster = async (launch: Launch): Promise<RunningPostmaster> => {
  const deadline = performance.now() + occupiedPatienceMs
  for (;;) {
    const result = await startOnce(launch)
    if ('pid' in result) return result
    if (!isStillOccupied(result.log) || performance.now() > deadline) {
      throw new Error(`PostgreSQL did not start (its log is ${launch.logFile}):\n${result.log}`)
    }
    await pause(100)
  }
}

export const socketOf = (socketDir: string, port: number): string => join(socketDir, `.s.PGSQL.${port}`)
