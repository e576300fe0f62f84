// A backup folder as one encrypted stream: a tar archive in the age format, which other tools can read too.
import { createReadStream, statSync, type Stats } from 'node:fs'
import { isAbsolute } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { create, extract, type ReadEntry } from 'tar'
import { strangeBackup } from './entries.ts'

const tarHeader = 512

type Bytes = ReadableStream<Uint8Array>

const toWeb = (bytes: AsyncIterable<Uint8Array>): Bytes => Readable.toWeb(Readable.from(bytes)) as Bytes

export const pack = (folder: string, publicKey: string): Promise<Bytes> => {
  const encrypter = new Encrypter()
  encrypter.addRecipient(publicKey)
  return encrypter.encrypt(toWeb(create({ cwd: folder, portable: true }, ['.'])))
}

const open = async (bytes: Bytes, privateKey: string): Promise<Bytes> => {
  const decrypter = new Decrypter()
  decrypter.addIdentity(privateKey)
  try {
    return await decrypter.decrypt(bytes)
  } catch (cause) {
    throw new Error('The backup was encrypted for another key, or its beginning was changed', { cause })
  }
}

/** A backup contains nothing else. */
const known = new Set(['File', 'OldFile', 'Directory'])

/** Accepts only what a backup contains, and never more bytes than the archive itself has: a backup is not compressed. */
const watchEntries = (size: number) => {
  const seen = { isStrange: false, bytes: 0 }
  const filter = (path: string, entry: Stats | ReadEntry): boolean => {
    seen.bytes += tarHeader + entry.size
    const isOurs =
      'type' in entry && known.has(entry.type) && !isAbsolute(path) && !path.split('/').includes('..') && seen.bytes <= size
    seen.isStrange ||= !isOurs
    return isOurs
  }
  return { seen, filter }
}

/** Unpacks into an existing empty folder. Nothing of it may be used unless all of it was unpacked. */
export const unpack = async (file: string, folder: string, privateKey: string): Promise<void> => {
  const { seen, filter } = watchEntries(statSync(file).size)
  const archive = await open(toWeb(createReadStream(file)), privateKey)
  try {
    await pipeline(Readable.fromWeb(archive), extract({ cwd: folder, strict: true, preserveOwner: false, filter }))
  } catch (cause) {
    if (!seen.isStrange) throw new Error('The backup was changed or cut off since it was taken, and is not restored', { cause })
  }
  if (seen.isStrange) throw new Error(strangeBackup)
}
