// What a backup folder looks like. The manifest is written last: a folder without it is not a backup.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

export const backupFormat = 1

export const backupPaths = (folder: string) => ({
  postgres: join(folder, 'postgres'),
  keys: join(folder, 'sealing.keys'),
  manifest: join(folder, 'backup.json'),
})

const manifestSchema = z.object({
  format: z.literal(backupFormat),
  postgresVersion: z.string(),
  platform: z.string(),
  takenAt: z.string(),
  /** False when the product gets its sealing keys from elsewhere: then they have to be kept elsewhere, too. */
  hasKeys: z.boolean(),
  files: z.int(),
  bytes: z.int(),
})

export type BackupManifest = z.infer<typeof manifestSchema>

export const platformName = `${process.platform}-${process.arch}`

/** How many files the folder holds, and how big they are together. */
export const measureFolder = (folder: string): { files: number; bytes: number } => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)
  return { files: files.length, bytes }
}

const readManifest = (folder: string): BackupManifest => {
  let text: string
  try {
    text = readFileSync(backupPaths(folder).manifest, 'utf8')
  } catch (cause) {
    throw new Error(`${folder} is not a complete backup: it has no backup.json`, { cause })
  }
  const manifest = manifestSchema.safeParse(JSON.parse(text))
  if (!manifest.success) throw new Error(`The backup ${folder} has a form that this version of Tributary does not know`)
  return manifest.data
}

/** Throws one clear sentence unless the backup is complete and fits this machine's PostgreSQL. */
export const requireUsableBackup = (folder: string, majorVersion: string): BackupManifest => {
  const manifest = readManifest(folder)
  if (manifest.postgresVersion !== majorVersion) {
    throw new Error(`The backup ${folder} is of PostgreSQL ${manifest.postgresVersion}, but this is PostgreSQL ${majorVersion}`)
  }
  if (manifest.platform !== platformName) {
    throw new Error(`The backup ${folder} was taken on ${manifest.platform} and cannot be used on ${platformName}`)
  }
  const found = measureFolder(backupPaths(folder).postgres)
  if (found.files !== manifest.files || found.bytes !== manifest.bytes) {
    throw new Error(
      `The backup ${folder} is damaged: it should hold ${manifest.files} files with ${manifest.bytes} bytes, ` +
        `but it holds ${found.files} with ${found.bytes}`,
    )
  }
  return manifest
}
