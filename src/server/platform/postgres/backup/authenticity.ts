// Proves that a backup was taken by an installation with the sealing keys. A restored backup is run as a database, and
// a database can run commands, so nothing of a backup is used before this is proven.
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { SealingKey } from '../../secrets.ts'
import { writeDurably } from './copy.ts'
import { backupPaths } from './format.ts'
import { listEntries, type Entry } from './entries.ts'

const purpose = 'tributary backup authenticity 1'

const macSchema = z.object({ keyId: z.string().regex(/^[a-z0-9]{1,16}$/), mac: z.base64() })

type Mac = z.infer<typeof macSchema>

/** Nothing speaks against the backup, but nothing proves it either. */
export class UnverifiableBackup extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The backup cannot be verified: ${reason}`, options)
    this.name = 'UnverifiableBackup'
  }
}

const digestOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

const describeEntry = async (folder: string, { path, isFile }: Entry): Promise<string> =>
  `${JSON.stringify(isFile ? [path, await digestOf(join(folder, path))] : [path])}\n`

const computeMac = async (folder: string, { key }: SealingKey): Promise<Buffer> => {
  const mac = createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', purpose, 32)))
  for (const entry of listEntries(folder)) mac.update(await describeEntry(folder, entry))
  return mac.digest()
}

/** Covers every name and byte of the backup, and is its last file. */
export const writeMac = async (folder: string, keys: readonly SealingKey[]): Promise<void> => {
  const [current] = keys
  if (!current) throw new Error('A backup needs the sealing keys of the installation')
  const mac: Mac = { keyId: current.id, mac: (await computeMac(folder, current)).toString('base64') }
  await writeDurably(backupPaths(folder).mac, `${JSON.stringify(mac)}\n`)
}

const readMac = (folder: string): Mac => {
  try {
    return macSchema.parse(JSON.parse(readFileSync(backupPaths(folder).mac, 'utf8')))
  } catch (cause) {
    throw new UnverifiableBackup(
      'it has no usable backup.mac. It is incomplete, was taken by an older version, or was made by somebody else.',
      { cause },
    )
  }
}

export const requireGenuine = async (folder: string, keys: readonly SealingKey[]): Promise<void> => {
  const { keyId, mac } = readMac(folder)
  const key = keys.find(({ id }) => id === keyId)
  if (!key)
    throw new UnverifiableBackup(
      `it was taken under the sealing key ${keyId}, which is not among the keys here. ` +
        'It is of another installation, or of a time before the keys were rotated.',
    )
  const stored = Buffer.from(mac, 'base64')
  const expected = await computeMac(folder, key)
  if (stored.length === expected.length && timingSafeEqual(stored, expected)) return
  throw new Error('The backup was changed since it was taken, or was made by somebody else, and is not restored')
}
