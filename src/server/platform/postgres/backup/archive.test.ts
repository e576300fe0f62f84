import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { create, Header } from 'tar'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../testing.ts'
import { pack, unpack } from './archive.ts'
import { strangeBackup } from './entries.ts'

const privateKey = await generateX25519Identity()
const publicKey = await identityToRecipient(privateKey)
const changed = 'was changed or cut off'

const folderWith = (files: Record<string, Buffer | string>): string => {
  const folder = temporaryFolder()
  for (const [name, held] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), held, { mode: 0o600 })
  }
  return folder
}

const namesIn = (folder: string): Set<string> => new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))

const packed = async (folder: string): Promise<Buffer> => Buffer.concat(await Array.fromAsync(await pack(folder, publicKey)))

const unpacked = async (bytes: Buffer, key = privateKey): Promise<string> => {
  const [file, folder] = [join(temporaryFolder(), 'file'), temporaryFolder()]
  writeFileSync(file, bytes)
  await unpack(file, folder, key)
  return folder
}

describe('A packed folder', () => {
  it('is restored as it was: files, empty files, empty folders, and permissions', async () => {
    const big = randomBytes(3_000_000)
    const folder = folderWith({ 'base/1/2600': big, 'base/1/empty': '', PG_VERSION: '18' })
    mkdirSync(join(folder, 'pg_wal'), { mode: 0o700 })
    const out = await unpacked(await packed(folder))
    expect(namesIn(out)).toEqual(namesIn(folder))
    expect(readFileSync(join(out, 'base/1/2600')).equals(big)).toBe(true)
    expect(statSync(join(out, 'PG_VERSION')).mode & 0o777).toBe(0o600)
    expect(statSync(join(out, 'pg_wal')).mode & 0o777).toBe(0o700)
  })

  it('is another stream each time, and reveals nothing of its content', async () => {
    const folder = folderWith({ 'somebody.txt': 'in the clear' })
    const [one, other] = [await packed(folder), await packed(folder)]
    expect([one.equals(other), one.includes('in the clear'), one.includes('somebody')]).toEqual([false, false, false])
  })

  it('opens with its own key alone', async () => {
    const bytes = await packed(folderWith({ held: 'here' }))
    await expect(unpacked(bytes, await generateX25519Identity())).rejects.toThrow('was encrypted for another key')
    await expect(unpacked(randomBytes(500))).rejects.toThrow('its beginning was changed')
  })

  it('is refused with one flipped bit anywhere, and cut anywhere', async () => {
    const bytes = await packed(folderWith({ held: randomBytes(300_000) }))
    for (const at of [1000, 70_000, 200_000, bytes.length - 1]) {
      const flipped = Buffer.from(bytes)
      flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at)
      await expect(unpacked(flipped), `a bit at ${at}`).rejects.toThrow(changed)
    }
    for (const end of [1000, 65_536 + 200, bytes.length - 1])
      await expect(unpacked(bytes.subarray(0, end)), `cut at ${end}`).rejects.toThrow(changed)
  })
})

describe('An archive that someone else made for our key', () => {
  const encrypted = async (archive: Buffer): Promise<Buffer> => {
    const encrypter = new Encrypter()
    encrypter.addRecipient(publicKey)
    return Buffer.from(await encrypter.encrypt(archive))
  }
  const madeOf = async (folder: string, options: object, names: string[]): Promise<Buffer> =>
    encrypted(Buffer.concat(await Array.fromAsync(create({ cwd: folder, ...options }, names))))

  it('writes nothing outside of its folder', async () => {
    const outside = folderWith({ 'victim.txt': 'as it was', 'within/held': 'here' })
    const absolute = await madeOf(outside, { preservePaths: true }, [join(outside, 'victim.txt')])
    const above = await madeOf(join(outside, 'within'), { preservePaths: true }, ['../victim.txt'])
    writeFileSync(join(outside, 'victim.txt'), 'newer')
    for (const archive of [absolute, above]) await expect(unpacked(archive)).rejects.toThrow(strangeBackup)
    expect(readFileSync(join(outside, 'victim.txt'), 'utf8')).toBe('newer')
  })

  it('contains no links', async () => {
    const folder = folderWith({ held: 'here' })
    symlinkSync('/etc/hostname', join(folder, 'link'))
    linkSync(join(folder, 'held'), join(folder, 'same'))
    for (const names of [['link'], ['held', 'same']])
      await expect(unpacked(await madeOf(folder, {}, names))).rejects.toThrow(strangeBackup)
  })

  it.each(['FIFO', 'CharacterDevice', 'BlockDevice'] as const)('contains no %s', async (type) => {
    const archive = Buffer.alloc(3 * 512)
    new Header({ path: 'odd', type, size: 0, mode: 0o666 }).encode(archive)
    await expect(unpacked(await encrypted(archive))).rejects.toThrow(strangeBackup)
  })

  it('cannot fill the disk with what was packed small', async () => {
    const folder = folderWith({ zeroes: Buffer.alloc(5_000_000) })
    await expect(unpacked(await madeOf(folder, { gzip: true }, ['zeroes']))).rejects.toThrow(strangeBackup)
  })
})
