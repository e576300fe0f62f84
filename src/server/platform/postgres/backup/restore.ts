import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveTo, serverAccount, type Account } from '../account.ts'
import { backupPaths, requireUsableBackup, type BackupManifest } from './format.ts'
import { findBinaries } from '../binaries.ts'
import { clusterDirFor, createParents, linkWantedPlace, requireEmpty } from '../data-dir.ts'
import { claimDataDir } from '../lock.ts'

export interface RestoreOptions {
  from: string
  dataDir: string
  keyFile: string
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

/** PostgreSQL refuses a data folder that others may read or that is not its account's. */
const makePrivate = (dir: string, account: Account): void => {
  for (const path of [dir, ...readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((entry) => join(dir, entry))]) {
    chmodSync(path, lstatSync(path).isDirectory() ? 0o700 : 0o600)
    giveTo(account, path)
  }
}

/** Under another name first, so that a killed restore leaves no half database. */
const copyInto = (saved: string, dataDir: string, account: Account): void => {
  const unfinished = `${dataDir}.restore`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(saved, unfinished, { recursive: true })
  makePrivate(unfinished, account)
  renameSync(unfinished, dataDir)
}

/** Puts a backup where no database is. The next start replays the log of the time the backup took. */
export const restoreBackup = async ({ from, dataDir: wanted, keyFile }: RestoreOptions): Promise<BackupManifest> => {
  const account = serverAccount()
  const saved = backupPaths(from)
  const { majorVersion } = await findBinaries(account)
  const manifest = requireUsableBackup(from, majorVersion)
  if (manifest.hasKeys) requireSameKeys(saved.keys, keyFile)
  const dataDir = clusterDirFor(wanted)
  createParents(dataDir)
  const release = await claimDataDir(dataDir)
  try {
    linkWantedPlace(wanted, dataDir)
    requireEmpty(dataDir, 'the backup')
    if (manifest.hasKeys) restoreKeys(saved.keys, keyFile)
    copyInto(saved.postgres, dataDir, account)
  } finally {
    release()
  }
  return manifest
}
