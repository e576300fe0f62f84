// A backup as one encrypted file. Unencrypted data never leaves the data folder.
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pack } from './archive.ts'
import type { BackupManifest } from './format.ts'
import { backupCluster, type BackupOptions } from './take.ts'

/** A temporary folder next to the data. */
const inFolderOf = async <T>(data: string, work: (folder: string) => Promise<T>): Promise<T> => {
  mkdirSync(data, { recursive: true })
  const folder = mkdtempSync(join(data, 'backup-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Encrypted extends BackupOptions {
  /** The folder of the installation. */
  data: string
  publicKey: string
}

/** `into` must not exist. Written under another name first, so that a partial file is never taken for a backup. */
export const backupEncrypted = ({ data, into, publicKey, ...options }: Encrypted): Promise<BackupManifest> =>
  inFolderOf(data, async (folder) => {
    if (existsSync(into)) throw new Error(`${into} is there already, so a backup cannot go there`)
    const plain = join(folder, 'plain')
    const manifest = await backupCluster({ ...options, into: plain })
    const unfinished = `${into}.unfinished`
    mkdirSync(dirname(into), { recursive: true })
    rmSync(unfinished, { force: true })
    try {
      await pipeline(await pack(plain, publicKey), createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true }))
      renameSync(unfinished, into)
    } finally {
      rmSync(unfinished, { force: true })
    }
    return manifest
  })
