// What a killed product, or a killed PostgreSQL, may have left in a data folder that is ours now.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, isPostmasterOf, waitUntil } from './process.ts'

export interface Postmaster {
  pid: number
  isReady: boolean
}

const readLines = (file: string): string[] | undefined => {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return undefined
  }
}

const statusLine = 7

const pidFileOf = (dataDir: string): string => join(dataDir, 'postmaster.pid')

export const lockOfSocket = (socketDir: string, port: number): string => join(socketDir, `.s.PGSQL.${port}.lock`)

/** The PostgreSQL that serves the folder at this moment. */
export const livingPostmaster = (dataDir: string): Postmaster | undefined => {
  const lines = readLines(pidFileOf(dataDir))
  const pid = Number(lines?.[0])
  if (!lines || !(pid > 0) || !isPostmasterOf(pid, dataDir)) return undefined
  return { pid, isReady: lines[statusLine]?.trim() === 'ready' }
}

/** PostgreSQL takes over a dead owner's lock, but not one whose pid belongs to a zombie or to another program by now. */
const removeMisleadingLock = (file: string, dataDir: string): void => {
  const pid = Number(readLines(file)?.[0])
  if (pid > 0 && isPidTaken(pid) && !isPostmasterOf(pid, dataDir)) rmSync(file, { force: true })
}

const isPidTaken = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const signal = (pid: number, name: 'SIGINT' | 'SIGQUIT'): void => {
  try {
    process.kill(pid, name)
  } catch {
    // Deleted in the meantime.
  }
}

/** It ends by itself once its product has died; the signals are for one that does not. */
const endPostmaster = async (pid: number): Promise<void> => {
  const isGone = () => !isAlive(pid)
  if (await waitUntil(isGone, 15_000)) return
  for (const [name, patienceMs] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    signal(pid, name)
    if (await waitUntil(isGone, patienceMs)) return
  }
  throw new Error(`The PostgreSQL of an earlier start (pid ${pid}) does not end: stop it and try again`)
}

export const clearLeftovers = async (dataDir: string, socketLock: string): Promise<void> => {
  const earlier = livingPostmaster(dataDir)
  if (earlier) await endPostmaster(earlier.pid)
  removeMisleadingLock(pidFileOf(dataDir), dataDir)
  removeMisleadingLock(socketLock, dataDir)
}
