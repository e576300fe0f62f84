// Where tests keep what they write. Creating the hundreds of files of a database takes a disk ten times as long as memory.
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
const GiB = 2 ** 30

/** A whole run needs about a quarter of this. */
const neededInMemory = 8 * GiB

const isInMemory = (): boolean => {
  if (process.platform !== 'linux' || process.availableMemory() < 2 * neededInMemory) return false
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= neededInMemory
  } catch {
    return false
  }
}

export const testFolders = isInMemory() ? memoryFolder : tmpdir()

/** Other accounts of the machine may enter it, that of the database server among them. */
export const newFolder = (prefix: string): string => {
  const folder = mkdtempSync(join(testFolders, prefix))
  chmodSync(folder, 0o755)
  return folder
}
