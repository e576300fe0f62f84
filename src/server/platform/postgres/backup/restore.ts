import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { SealingKey } from '../../secrets.ts'
import { giveTo, serverAccount, type Account } from '../account.ts'
import { findBinaries } from '../binaries.ts'
import { clusterDirFor, createParents, linkWantedFolder, requireEmpty } from '../data-dir.ts'
import { claimDataDir } from '../server/lock.ts'
import { unpack } from './archive.ts'
import { requireGenuine, UnverifiableBackup } from './authenticity.ts'
import { keepOnlyContents } from './data-files.ts'
import { copyEntries, listEntries } from './entries.ts'
import { backupPaths, requireComplete, requireUsableBackup, type BackupManifest } from './format.ts'

interface Target {
  dataDir: string
  keyFile: string
  /** The sealing keys of the installation. With `nothing` the author of the backup is trusted like the operator. */
  verifyWith: readonly SealingKey[] | 'nothing'
}

const requireSameKeys = (saved: string, keyFile: string): void => {
  if (!existsSync(keyFile) || readFileSync(keyFile).equals(readFileSync(saved))) return
  throw new Error(`${keyFile} holds other sealing keys than the backup: move it away first`)
}

const restoreKeys = (saved: string, keyFile: string): void => {
  if (existsSync(keyFile)) return
  createParents(keyFile)
  writeFileSync(keyFile, readFileSync(saved), { mode: 0o600, flag: 'wx' })
}

/** PostgreSQL refuses a data folder that others may read or that belongs to another account. */
const makePrivate = (dir: string, account: Account): void => {
  for (const path of [dir, ...readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((entry) => join(dir, entry))]) {
    chmodSync(path, lstatSync(path).isDirectory() ? 0o700 : 0o600)
    giveTo(account, path)
  }
}

const requireKeys = ({ keyFile, verifyWith }: Target): void => {
  if (verifyWith.length === 0)
    throw new UnverifiableBackup(
      `the sealing keys of the installation that took it are missing. Put them into ${keyFile}, or set SEALING_KEY.`,
    )
}

/** A temporary folder that no one else can enter, regardless of the backup's own permissions. */
const inFolderBeside = async <T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> => {
  const outer = `${dataDir}.restore`
  const folder = join(outer, 'backup')
  rmSync(outer, { recursive: true, force: true })
  mkdirSync(outer, { mode: 0o700 })
  mkdirSync(folder)
  try {
    return await work(folder)
  } finally {
    rmSync(outer, { recursive: true, force: true })
  }
}

/** The manifest of a usable backup: it is ours, complete, and matches this machine. */
const check = async (folder: string, { keyFile, verifyWith }: Target, majorVersion: string): Promise<BackupManifest> => {
  requireComplete(folder)
  listEntries(folder)
  if (verifyWith !== 'nothing') await requireGenuine(folder, verifyWith)
  const manifest = requireUsableBackup(folder, majorVersion)
  if (manifest.hasKeys) requireSameKeys(backupPaths(folder).keys, keyFile)
  return manifest
}

/** Restores where no database exists. The next start replays the log of the time of the backup. */
const restore = async (bring: (folder: string) => Promise<void> | void, target: Target): Promise<BackupManifest> => {
  requireKeys(target)
  requireEmpty(target.dataDir, 'the backup')
  const account = serverAccount()
  const { majorVersion } = await findBinaries(account)
  const dataDir = clusterDirFor(target.dataDir)
  createParents(dataDir)
  const release = await claimDataDir(dataDir)
  try {
    return await inFolderBeside(dataDir, async (folder) => {
      await bring(folder)
      const manifest = await check(folder, target, majorVersion)
      const { postgres, keys } = backupPaths(folder)
      keepOnlyContents(postgres)
      makePrivate(postgres, account)
      linkWantedFolder(target.dataDir, dataDir)
      requireEmpty(dataDir, 'the backup')
      if (manifest.hasKeys) restoreKeys(keys, target.keyFile)
      renameSync(postgres, dataDir)
      return manifest
    })
  } finally {
    release()
  }
}

export const restoreFolder = async ({ from, ...target }: Target & { from: string }): Promise<BackupManifest> => {
  requireComplete(from)
  return restore((folder) => copyEntries(from, folder), target)
}

export const restoreEncrypted = ({
  from,
  privateKey,
  ...target
}: Target & { from: string; privateKey: string }): Promise<BackupManifest> =>
  restore((folder) => unpack(from, folder, privateKey), target)
