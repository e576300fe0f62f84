// Where the data of a cluster is. As root the server's account may be unable to enter the project; then the data is
// under /var/lib and a link is at the configured path, so that moving or deleting the project's data folder works as
// expected.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { canReach, giveTo, serverAccount, type Account } from './account.ts'

const outsideProjects = '/var/lib/tributary'

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const entryAt = (path: string) => lstatSync(path, { throwIfNoEntry: false })

/** One spelling per folder, whether it exists or not. A link at the end is followed even if its target does not exist. */
const canonical = (path: string): string => {
  const entry = entryAt(path)
  if (entry?.isSymbolicLink()) return canonical(resolve(dirname(path), readlinkSync(path)))
  return entry ? realpathSync(path) : join(canonical(dirname(path)), basename(path))
}

const nearestExisting = (path: string): string => (existsSync(path) ? path : nearestExisting(dirname(path)))

export const holdsCluster = (dataDir: string): boolean => existsSync(join(dataDir, 'PG_VERSION'))

/** The folder that really contains, or will contain, the cluster configured at `wanted`. */
export const clusterDirFor = (wanted: string): string => {
  const account = serverAccount()
  const dir = canonical(resolve(wanted))
  if (canReach(account, nearestExisting(dirname(dir)))) return dir
  if (holdsCluster(dir)) {
    throw new Error(`The account ${account.name} cannot enter the folders above the database ${dir}: allow it with chmod o+x`)
  }
  return join(outsideProjects, shortHash(dir))
}

/** Folders that the account must be able to enter, regardless of the caller's umask. */
export const createParents = (dir: string): void => {
  const parent = dirname(dir)
  if (existsSync(parent)) return
  createParents(parent)
  mkdirSync(parent)
  chmodSync(parent, 0o755)
}

/** A cluster outside the project whose link is gone was deleted by its owner: it is renamed, and a new one is created. */
const renameOrphan = (dir: string): void => {
  if (holdsCluster(dir)) renameSync(dir, `${dir}.set-aside-${new Date().toISOString().replaceAll(':', '-')}`)
}

/** Links the configured path to the folder of the cluster. */
export const linkWantedFolder = (wanted: string, dir: string): void => {
  const link = join(canonical(dirname(resolve(wanted))), basename(wanted))
  if (link === dir || entryAt(link)?.isSymbolicLink()) return
  renameOrphan(dir)
  createParents(link)
  if (entryAt(link)) rmdirSync(link)
  symlinkSync(dir, link)
}

export const requireOwnDataDir = (dir: string, account: Account): void => {
  const entry = entryAt(dir)
  if (!entry || entry.uid === account.uid || !holdsCluster(dir)) return
  throw new Error(
    `The database ${dir} belongs to user id ${entry.uid}, but it would run as ${account.name}: start it as that user`,
  )
}

export const requireEmpty = (dir: string, whatFor: string): void => {
  if (existsSync(dir) && readdirSync(dir).length > 0) throw new Error(`${dir} is not empty, so ${whatFor} cannot go there`)
}

/** Short, because the path of a socket may have 107 bytes; with the user id, because /tmp is shared. */
export const socketDirFor = (dir: string, account: Account): string => `/tmp/tributary-pg-${account.uid}-${shortHash(dir)}`

export const createSocketDir = (dir: string, account: Account): string => {
  const socketDir = socketDirFor(dir, account)
  if (!existsSync(socketDir)) mkdirSync(socketDir, { mode: 0o700 })
  const { uid, mode } = lstatSync(socketDir)
  const isOurs = uid === account.uid || uid === process.getuid?.()
  if (!isOurs || (mode & 0o170077) !== 0o040000)
    throw new Error(`${socketDir} is not a private folder of ${account.name}: remove it`)
  giveTo(account, socketDir)
  return socketDir
}
