// One product per data folder. The lock file names the owner; PostgreSQL's own lock is the last resort.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { isAlive, processIdentity, waitUntil } from './process.ts'

interface Owner {
  pid: number
  /** Absent if the machine does not provide it (macOS). */
  identity?: string | undefined
}

export class DataDirInUse extends Error {
  readonly pid: number

  constructor(dataDir: string, pid: number) {
    super(
      `The database ${dataDir} is in use by another Tributary process (pid ${pid}): stop it, or pass --data with another folder.`,
    )
    this.name = 'DataDirInUse'
    this.pid = pid
  }
}

const ownerFile = (dataDir: string): string => `${dataDir}.owner`

const readOwner = (file: string): Owner | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner
  } catch {
    return undefined
  }
}

const isPresent = (owner: Owner): boolean =>
  isAlive(owner.pid) && (owner.identity === undefined || owner.identity === processIdentity(owner.pid))

const isSame = (one: Owner | undefined, other: Owner | undefined): boolean =>
  one?.pid === other?.pid && one?.identity === other?.identity

/** True if `source` became `target`, false if the target existed. */
const tryLink = (source: string, target: string): boolean => {
  try {
    linkSync(source, target)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Two processes may see the same dead owner: one that moved a live owner's file away by mistake puts it back. */
const removeDeadOwner = (file: string, dead: Owner | undefined): void => {
  const moved = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    renameSync(file, moved)
  } catch {
    return
  }
  if (!isSame(readOwner(moved), dead)) tryLink(moved, file)
  rmSync(moved, { force: true })
}

// A product that was told to end, or was just killed, needs a moment to exit.
const leavingMs = 2000

const waitForLeaving = async (owner: Owner, dataDir: string): Promise<void> => {
  const isLeaving = owner.pid !== process.pid && (await waitUntil(() => !isPresent(owner), leavingMs))
  if (!isLeaving) throw new DataDirInUse(dataDir, owner.pid)
}

/** Throws DataDirInUse, or returns how to release the folder. */
export const claimDataDir = async (dataDir: string): Promise<() => void> => {
  const file = ownerFile(dataDir)
  const me: Owner = { pid: process.pid, identity: processIdentity(process.pid) }
  const mine = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  writeFileSync(mine, JSON.stringify(me), { mode: 0o644 })
  try {
    while (!tryLink(mine, file)) {
      const owner = readOwner(file)
      if (owner && isPresent(owner)) await waitForLeaving(owner, dataDir)
      removeDeadOwner(file, owner)
    }
  } finally {
    rmSync(mine, { force: true })
  }
  return () => {
    if (isSame(readOwner(file), me)) rmSync(file, { force: true })
  }
}
