// PostgreSQL refuses to run as root: then it runs as an unprivileged account of the machine.
import { chownSync, closeSync, fchownSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'

export interface Account {
  name: string
  uid: number
  gid: number
  /** True if this process is root and the account is another one. */
  isOther: boolean
}

const accountNamed = (name: string): Account | undefined => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  if (line === undefined) return undefined
  const [, , uid, gid] = line.split(':')
  return { name, uid: Number(uid), gid: Number(gid), isOther: true }
}

/** The name of the user or service that started this process: the one that may connect to the database. */
export const currentUserName = (): string => {
  try {
    return userInfo().username
  } catch (cause) {
    throw new Error(
      `The user id ${process.getuid?.()} has no name on this machine, and PostgreSQL needs one: add it to /etc/passwd`,
      {
        cause,
      },
    )
  }
}

export const serverAccount = (): Account => {
  const name = currentUserName()
  const uid = process.getuid?.() ?? -1
  if (uid !== 0) return { name, uid, gid: process.getgid?.() ?? -1, isOther: false }
  const account = accountNamed('postgres') ?? accountNamed('nobody')
  if (!account) throw new Error('PostgreSQL does not run as root, and this machine has neither a postgres nor a nobody account')
  return account
}

/** What `spawn` needs to run a program of PostgreSQL as the account, with an environment that does not depend on the caller's. */
export const spawnAs = (account: Account): { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv } => ({
  ...(account.isOther ? { uid: account.uid, gid: account.gid } : {}),
  cwd: '/',
  env: { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' },
})

export const giveTo = (account: Account, path: string): void => {
  if (account.isOther) chownSync(path, account.uid, account.gid)
}

/**
 * Writes a file into a folder of the account. Never through a link that the account may have created, because root may
 * write anywhere.
 */
export const writeFileFor = (account: Account, path: string, text: string): void => {
  const fresh = `${path}.${process.pid}.new`
  const file = openSync(fresh, 'wx', 0o600)
  try {
    writeSync(file, text)
    if (account.isOther) fchownSync(file, account.uid, account.gid)
  } finally {
    closeSync(file)
  }
  renameSync(fresh, path)
}

const mayEnter = (account: Account, folder: string): boolean => {
  const { mode, uid, gid } = statSync(folder)
  if (uid === account.uid) return (mode & 0o100) !== 0
  return (mode & (gid === account.gid ? 0o010 : 0o001)) !== 0
}

/** Whether the account may enter every folder down to `folder`, which exists. */
export const canReach = (account: Account, folder: string): boolean => {
  if (!account.isOther) return true
  const above = dirname(folder)
  return mayEnter(account, folder) && (above === folder || canReach(account, above))
}
