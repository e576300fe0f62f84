// The files and folders of a backup: it may contain nothing else, and nothing that leads elsewhere.
import { cpSync, lstatSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { backupPaths } from './format.ts'

export interface Entry {
  /** Within the backup. */
  path: string
  isFile: boolean
}

export const strangeBackup = 'The backup holds what no backup of ours holds, and is not restored'

const isPlain = (path: string): boolean => {
  const entry = lstatSync(path)
  return entry.isFile() || entry.isDirectory()
}

const requirePlain = (path: string): true => {
  if (!isPlain(path)) throw new Error(strangeBackup)
  return true
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Everything that is verified, in the same order everywhere. */
export const listEntries = (folder: string): Entry[] => {
  const { postgres, manifest } = backupPaths(folder)
  const within = readdirSync(postgres, { recursive: true, encoding: 'utf8' }).map((name) => join(postgres, name))
  const paths = [manifest, postgres, ...within].filter(requirePlain)
  return paths
    .map((path) => ({ path: relative(folder, path), isFile: lstatSync(path).isFile() }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

export const copyEntries = (from: string, to: string): void => {
  const [sources, targets] = [backupPaths(from), backupPaths(to)]
  for (const name of ['postgres', 'keys', 'manifest', 'mac'] as const)
    if (isThere(sources[name])) cpSync(sources[name], targets[name], { recursive: true, filter: requirePlain })
}
