// The format of a backup folder. The manifest and its proof are written last: a folder without them is not a backup.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

export const backupFormat = 1

export const backupPaths = (folder: string) => ({
  postgres: join(folder, 'postgres'),
  keys: join(folder, 'sealing.keys'),
  manifest: join(folder, 'backup.json'),
  mac: join(folder, 'backup.mac'),
})

const manifestSchema = z.object({
  format: z.literal(backupFormat),
  postgresVersion: z.string(),
  platform: z.string(),
  takenAt: z.string(),
  /** Only backups of older versions contain the sealing keys. */
  hasKeys: z.boolean(),
  files: z.int(),
  bytes: z.int(),
})

export type BackupManifest = z.infer<typeof manifestSchema>

export const platformName = `${process.platform}-${process.arch}`

/** The number of files in the folder, and their total size. */
export const measureFolder = (folder: string): { files: number; bytes: number } => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)
  return { files: files.length, bytes }
}

export const requireComplete = (folder: string): void => {
  if (!existsSync(backupPaths(folder).manifest)) throw new Error(`${folder} is not a complete backup: it has no backup.json`)
}

const readManifest = (folder: string): BackupManifest => {
  const text = readFileSync(backupPaths(folder).manifest, 'utf8')
  const manifest = manifestSchema.safeParse(JSON.parse(text))
  if (!manifest.success) throw new Error('The backup has a form that this version of Tributary does not know')
  return manifest.data
}

/** Throws one clear sentence unless the backup matches this machine's PostgreSQL. */
export const requireUsableBackup = (folder: string, majorVersion: string): BackupManifest => {
  const manifest = readManifest(folder)
  if (manifest.postgresVersion !== majorVersion) {
    throw new Error(`The backup is of PostgreSQL ${manifest.postgresVersion}, but this is PostgreSQL ${majorVersion}`)
  }
  if (manifest.platform !== platformName) {
    throw new Error(`The backup was taken on ${manifest.platform} and cannot be used on ${platformName}`)
  }
  const found = measureFolder(backupPaths(folder).postgres)
  if (found.files !== manifest.files || found.bytes !== manifest.bytes) {
    throw new Error(
      `The backup is damaged: it should hold ${manifest.files} files with ${manifest.bytes} bytes, ` +
        `but it holds ${found.files} with ${found.bytes}`,
    )
  }
  return manifest
}
