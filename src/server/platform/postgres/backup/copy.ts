// Copies the files of a running cluster. Which ones: https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders whose contents belong to the running server; they must exist, empty. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

const skippedFiles = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'backup_label.old',
  'tablespace_map',
  'tablespace_map.old',
  'postgresql.auto.conf.tmp',
  'current_logfiles.tmp',
])

const isSkipped = (name: string): boolean =>
  skippedFiles.has(name) || name.startsWith('pgsql_tmp') || name.startsWith('pg_internal.init')

const controlFile = 'global/pg_control'

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

const flush = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A table may be dropped while the backup runs: a deleted file needs no copy. */
const copyIfThere = async (from: string, to: string): Promise<void> => {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    if (isGone(error)) return
    throw error
  }
  await flush(to)
}

const listFolder = async (path: string) => {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

const copyFolder = async (from: string, to: string, within = ''): Promise<void> => {
  await mkdir(join(to, within), { mode: 0o700 })
  if (emptied.has(within)) return
  for (const entry of await listFolder(join(from, within))) {
    const path = within === '' ? entry.name : `${within}/${entry.name}`
    if (isSkipped(entry.name) || path === controlFile) continue
    if (entry.isDirectory()) await copyFolder(from, to, path)
    else if (entry.isFile()) await copyIfThere(join(from, path), join(to, path))
    else throw new Error(`${join(from, path)} is a link: a database with tablespaces cannot be backed up`)
  }
}

export const writeDurably = async (path: string, content: string | Uint8Array): Promise<void> => {
  await writeFile(path, content, { mode: 0o600, flag: 'wx' })
  await flush(path)
}

/** The server may be writing it at this moment; two equal reads are a complete one. */
const copyControlFile = async (from: string, to: string): Promise<void> => {
  let seen = await readFile(join(from, controlFile))
  for (;;) {
    const again = await readFile(join(from, controlFile))
    if (again.equals(seen)) break
    seen = again
  }
  await writeDurably(join(to, controlFile), seen)
}

export const copyDataFiles = async (from: string, to: string): Promise<void> => {
  await copyFolder(from, to)
  await copyControlFile(from, to)
}

const segmentName = /^[0-9A-F]{24}$/

/** The write-ahead log of the time of the copy, without which the copy is worthless. */
export const copyLog = async (options: { from: string; to: string; first: string; last: string }): Promise<void> => {
  const { first, last } = options
  const source = join(options.from, 'pg_wal')
  const names = await readdir(source)
  const segments = names.filter((name) => segmentName.test(name) && name >= first && name <= last)
  if (!segments.includes(first) || !segments.includes(last)) {
    throw new Error('The write-ahead log of the backup is incomplete: take the backup again')
  }
  const histories = names.filter((name) => name.endsWith('.history'))
  for (const name of [...segments, ...histories]) {
    const copy = join(options.to, 'pg_wal', name)
    await copyFile(join(source, name), copy)
    await flush(copy)
  }
}
