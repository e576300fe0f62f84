import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serverAccount } from '../account.ts'
import { findBinaries } from '../binaries.ts'
import { startCluster, type Cluster } from '../cluster.ts'
import { ask, temporaryFolder, withNewCluster } from '../testing.ts'
import { pack } from './archive.ts'
import { writeMac } from './authenticity.ts'
import { strangeBackup } from './entries.ts'
import { backupFormat, backupPaths, measureFolder, platformName } from './format.ts'
import { restoreEncrypted, restoreFolder } from './restore.ts'
import { backupCluster } from './take.ts'

const keyNamed = (id: string) => ({ id, key: randomBytes(32) })
const ours = [keyNamed('k1')]
const changed = 'was changed since it was taken, or was made by somebody else'

const start = async (dataDir: string): Promise<Cluster> => {
  const cluster = await startCluster({ dataDir, durable: false })
  onTestFinished(() => cluster.stop())
  return cluster
}

const folders = () => {
  // The server's own account may write here, as the commands of a hostile backup would.
  const folder = temporaryFolder(0o777)
  const restored = join(folder, 'restored')
  const target = { dataDir: join(restored, 'postgres'), keyFile: join(restored, 'sealing.keys') }
  return { folder, backup: join(folder, 'backup'), restored, target }
}

/** A few files in the form of a backup: the proof does not depend on their content. */
const takeSmallBackup = async () => {
  const { backup, ...others } = folders()
  const { postgres, manifest } = backupPaths(backup)
  mkdirSync(join(postgres, 'pg_tblspc'), { recursive: true })
  mkdirSync(join(postgres, 'base/1'), { recursive: true })
  for (const name of ['PG_VERSION', 'postgresql.conf', 'postgresql.auto.conf', 'base/1/2600'])
    writeFileSync(join(postgres, name), `${name} as it was`)
  const { majorVersion: postgresVersion } = await findBinaries(serverAccount())
  const counted = { format: backupFormat, postgresVersion, platform: platformName, hasKeys: false, ...measureFolder(postgres) }
  writeFileSync(manifest, JSON.stringify({ ...counted, takenAt: '2026-11-15T08:00:00.000Z' }))
  await writeMac(backup, ours)
  return { backup, ...others }
}

const countAgain = (backup: string): void => {
  const { manifest, postgres } = backupPaths(backup)
  const counted = { ...(JSON.parse(readFileSync(manifest, 'utf8')) as object), ...measureFolder(postgres) }
  writeFileSync(manifest, JSON.stringify(counted))
}

/** Makes PostgreSQL run a command that creates a marker file, through each possible setting. */
const makeHostile = (backup: string, mark: string): void => {
  const { postgres } = backupPaths(backup)
  const command = `restore_command = 'touch ${mark}; false'\n`
  appendFileSync(join(postgres, 'postgresql.auto.conf'), command)
  appendFileSync(join(postgres, 'postgresql.conf'), `include 'more.conf'\n`)
  writeFileSync(join(postgres, 'more.conf'), command)
  writeFileSync(join(postgres, 'recovery.signal'), '')
  countAgain(backup)
}

const encrypt = async (backup: string, file: string) => {
  const privateKey = await generateX25519Identity()
  await pipeline(await pack(backup, await identityToRecipient(privateKey)), createWriteStream(file))
  return { from: file, privateKey }
}

describe('A backup that someone else made', () => {
  test('with the public key alone is refused, as a file and as a folder, and leaves nothing behind', async () => {
    const { folder, backup, restored, target } = await takeSmallBackup()
    makeHostile(backup, join(folder, 'mark'))
    const mac = readFileSync(backupPaths(backup).mac)
    const verifyWith = ours
    const expectRefused = async (words: string) => {
      const file = await encrypt(backup, join(folder, 'file.age'))
      await expect(restoreEncrypted({ ...file, ...target, verifyWith })).rejects.toThrow(words)
      await expect(restoreFolder({ from: backup, ...target, verifyWith })).rejects.toThrow(words)
      expect(readdirSync(restored)).toEqual([])
    }
    await expectRefused(changed)
    const forge = async (id: string) => {
      rmSync(backupPaths(backup).mac)
      await writeMac(backup, [keyNamed(id)])
    }
    await forge('k1')
    await expectRefused(changed)
    await forge('k2')
    await expectRefused('taken under the sealing key k2, which is not among the keys here')
    writeFileSync(backupPaths(backup).mac, mac.subarray(0, 20))
    await expectRefused('it has no usable backup.mac')
    rmSync(backupPaths(backup).mac)
    await expectRefused('it has no usable backup.mac')
  })

  test('is not even unpacked if the sealing keys are missing', async () => {
    const { backup, restored, target } = await takeSmallBackup()
    await expect(restoreFolder({ from: backup, ...target, verifyWith: [] })).rejects.toThrow(
      `Put them into ${target.keyFile}, or set SEALING_KEY`,
    )
    expect(existsSync(restored)).toBe(false)
  })

  test('runs none of its commands, even if it is trusted, and PostgreSQL is configured as before', async () => {
    const { folder, backup, target } = folders()
    const cluster = await start(withNewCluster(join(folder, 'postgres')))
    await ask(cluster, 'create table kept as select 42 as answer')
    await backupCluster({ cluster, into: backup, keys: ours })
    const settings = `select name, setting from pg_settings where name !~ '(_file|_directory|_directories)$' order by name`
    const before = await ask(cluster, settings)
    makeHostile(backup, join(folder, 'mark'))
    const file = await encrypt(backup, join(folder, 'file.age'))
    await restoreEncrypted({ ...file, ...target, verifyWith: 'nothing' })
    const restored = await start(target.dataDir)
    expect(await ask(restored, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(existsSync(join(folder, 'mark'))).toBe(false)
    expect(await ask(restored, settings)).toEqual(before)
  })

  test('restores contents alone, even if it is trusted: no settings, no signals, no tablespaces', async () => {
    const { folder, backup, target } = await takeSmallBackup()
    makeHostile(backup, join(folder, 'mark'))
    const { postgres } = backupPaths(backup)
    for (const name of ['standby.signal', 'tablespace_map', 'pg_hba.conf', 'pg_ident.conf', 'pg_tblspc/16999'])
      writeFileSync(join(postgres, name), 'hostile')
    countAgain(backup)
    await restoreFolder({ from: backup, ...target, verifyWith: 'nothing' })
    expect(readdirSync(target.dataDir)).toEqual(['PG_VERSION', 'base', 'pg_tblspc', 'postgresql.conf'])
    expect(readdirSync(join(target.dataDir, 'pg_tblspc'))).toEqual([])
    expect(readFileSync(join(target.dataDir, 'postgresql.conf'), 'utf8')).not.toMatch(/include|command|as it was/)
  })

  test('is refused with links and sockets in it, even if it is trusted', async () => {
    const { folder, backup, restored, target } = await takeSmallBackup()
    const odd = join(backup, 'postgres/odd')
    const expectRefused = () =>
      expect(restoreFolder({ from: backup, ...target, verifyWith: 'nothing' })).rejects.toThrow(strangeBackup)
    symlinkSync(folder, odd)
    await expectRefused()
    rmSync(odd)
    const server = createServer().listen(odd)
    await once(server, 'listening')
    await expectRefused()
    server.close()
    await once(server, 'close')
    renameSync(join(backup, 'postgres'), join(folder, 'moved'))
    symlinkSync(join(folder, 'moved'), join(backup, 'postgres'))
    await expectRefused()
    expect(readdirSync(restored)).toEqual([])
  })
})

describe('A backup of ours', () => {
  test('is refused with a flipped bit, an added or missing file, or another name', async () => {
    const { folder, backup, restored, target } = await takeSmallBackup()
    const changes: ((copy: string) => void)[] = [
      (copy) => {
        const path = join(copy, 'postgres/base/1/2600')
        const bytes = readFileSync(path)
        bytes.writeUInt8(bytes.readUInt8(3) ^ 1, 3)
        writeFileSync(path, bytes)
      },
      (copy) => writeFileSync(join(copy, 'backup.json'), readFileSync(join(copy, 'backup.json'), 'utf8').replace('"20', '"21')),
      (copy) => writeFileSync(join(copy, 'postgres/base/1/more'), ''),
      (copy) => mkdirSync(join(copy, 'postgres/base/9')),
      (copy) => rmSync(join(copy, 'postgres/PG_VERSION')),
      (copy) => renameSync(join(copy, 'postgres/base/1'), join(copy, 'postgres/base/2')),
    ]
    for (const change of changes) {
      const copy = join(folder, 'changed')
      cpSync(backup, copy, { recursive: true })
      change(copy)
      await expect(restoreFolder({ from: copy, ...target, verifyWith: ours })).rejects.toThrow(changed)
      rmSync(copy, { recursive: true })
    }
    expect(readdirSync(restored)).toEqual([])
  })

  test('is verified by its own key, also after a newer one was added', async () => {
    const { folder, backup, restored, target } = await takeSmallBackup()
    const newer = keyNamed('k2')
    await expect(restoreFolder({ from: backup, ...target, verifyWith: [newer] })).rejects.toThrow('before the keys were rotated')
    const file = await encrypt(backup, join(folder, 'file.age'))
    await restoreEncrypted({ ...file, ...target, verifyWith: [newer, ...ours] })
    expect(readdirSync(restored)).toEqual(['postgres'])
    expect(readFileSync(join(target.dataDir, 'base/1/2600'), 'utf8')).toBe('base/1/2600 as it was')
  })
})
