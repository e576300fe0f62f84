// One product per data folder. The file beside it names the owner; PostgreSQL's own lock is the last line behind it.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { isAlive, processIdentity, waitUntil } from './process.ts'

interface Owner {
  pid: number
  /** Absent where the machine cannot tell (macOS). */
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

/** True when `source` became `target`, false when something was there already. */
const tryLink = (source: string, target: string): boolean => {
  try {
    linkSync(source, target)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Two processes may see the same dead owner: whoever moved a living one's file away by mistake puts it back. */
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

// A product that was told to end, or was killed a moment ago, needs a moment to be gone.
const leavingMs = 2000

const waitForLeaving = async (owner: Owner, dataDir: string): Promise<void> => {
  const isLeaving = owner.pid !== process.pid && (await waitUntil(() => !isPresent(owner), leavingMs))
  if (!isLeaving) throw new DataDirInUse(dataDir, owner.pid)
}

/** Throws DataDirInUse, or returns how to give the folder up again. */
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
