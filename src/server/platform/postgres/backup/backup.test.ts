import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startCluster, type Cluster } from '../cluster.ts'
import { ask, connectTo, temporaryFolder, withNewCluster } from '../testing.ts'
import { backupPaths } from './format.ts'
import { restoreFolder } from './restore.ts'
import { backupCluster } from './take.ts'

const start = async (dataDir: string): Promise<Cluster> => {
  const cluster = await startCluster({ dataDir, durable: false })
  onTestFinished(() => cluster.stop())
  return cluster
}

/** Inserts one row per commit until told to stop; `committed` is the last confirmed number. */
const startWriter = async (cluster: Cluster) => {
  const client = await connectTo(cluster)
  await client.query('create table written (number int primary key, filler text)')
  const writer = { committed: 0, isStopping: false, done: Promise.resolve() }
  writer.done = (async () => {
    while (!writer.isStopping) {
      await client.query(`insert into written values ($1, repeat('x', 2000))`, [writer.committed + 1])
      writer.committed++
    }
    await client.end()
  })()
  return writer
}

/** The number that was confirmed just before the last file is copied. */
const countUntil = (sign: () => boolean, writer: { committed: number }): (() => number) => {
  let count = writer.committed
  const timer = setInterval(() => {
    if (sign()) clearInterval(timer)
    else count = writer.committed
  }, 1)
  onTestFinished(() => clearInterval(timer))
  return () => count
}

const keys = [{ id: 'k1', key: randomBytes(32) }]

const prepare = async () => {
  const folder = temporaryFolder()
  const keyFile = join(folder, 'sealing.keys')
  writeFileSync(keyFile, 'k1:secret', { mode: 0o600 })
  const cluster = await start(withNewCluster(join(folder, 'postgres')))
  const into = join(folder, 'backup')
  return { folder, keyFile, cluster, into }
}

describe('A backup', () => {
  test('taken while rows are written contains all that were committed, and works elsewhere', async () => {
    const { folder, cluster, into } = await prepare()
    const writer = await startWriter(cluster)
    await expect.poll(() => writer.committed).toBeGreaterThan(10)
    const committedAtStart = writer.committed
    const committedBeforeEnd = countUntil(() => existsSync(join(into, 'postgres/global/pg_control')), writer)
    const manifest = await backupCluster({ cluster, into, keys })
    writer.isStopping = true
    await writer.done
    expect(writer.committed).toBeGreaterThan(committedAtStart)
    expect(statSync(into).mode & 0o777).toBe(0o700)

    const elsewhere = join(folder, 'elsewhere')
    const restored = { dataDir: join(elsewhere, 'postgres'), keyFile: join(elsewhere, 'sealing.keys') }
    expect(await restoreFolder({ from: into, ...restored, verifyWith: keys })).toEqual(manifest)
    expect(readdirSync(into).toSorted()).toEqual(['backup.json', 'backup.mac', 'postgres'])
    expect(existsSync(restored.keyFile)).toBe(false)
    const copy = await start(restored.dataDir)
    const [found] = await ask<{ rows: number; last: number }>(
      copy,
      'select count(*)::int as rows, max(number) as last from written',
    )
    expect(found?.rows).toBe(found?.last)
    expect(found?.rows).toBeGreaterThanOrEqual(committedBeforeEnd())
    await ask(copy, 'insert into written values (0)')
    expect(
      await ask(copy, 'select count(*)::int as wrong from pg_database where not datallowconn and datname <> $$template0$$'),
    ).toEqual([{ wrong: 0 }])
  })

  test('contains exactly what was committed if nothing else is written', async () => {
    const { folder, keyFile, cluster, into } = await prepare()
    await ask(cluster, 'create table kept as select generate_series(1, 20000) as number')
    await backupCluster({ cluster, into, keys })
    await ask(cluster, 'drop table kept')
    await restoreFolder({ from: into, dataDir: join(folder, 'copy'), keyFile, verifyWith: keys })
    const copy = await start(join(folder, 'copy'))
    expect(await ask(copy, 'select count(*)::int as rows from kept')).toEqual([{ rows: 20000 }])
  })

  test('of an older version, which contains the sealing keys, restores them if it is trusted', async () => {
    const { folder, keyFile, cluster, into } = await prepare()
    await backupCluster({ cluster, into, keys })
    const { manifest, mac, keys: savedKeys } = backupPaths(into)
    writeFileSync(savedKeys, readFileSync(keyFile))
    rmSync(mac)
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"hasKeys": false', '"hasKeys": true'))
    const restored = join(folder, 'restored.keys')
    const target = { from: into, dataDir: join(folder, 'copy'), keyFile: restored }
    await expect(restoreFolder({ ...target, verifyWith: keys })).rejects.toThrow('was taken by an older version')
    expect(existsSync(restored)).toBe(false)
    await restoreFolder({ ...target, verifyWith: 'nothing' })
    expect(readFileSync(restored, 'utf8')).toBe('k1:secret')
  })

  test('is refused if the target is not empty', async () => {
    const { cluster, folder } = await prepare()
    await expect(backupCluster({ cluster, into: folder, keys })).rejects.toThrow('is not empty, so a backup cannot go there')
  })

  test('is not restored if it is incomplete, damaged, foreign, or if a database exists already', async () => {
    const { folder, keyFile, cluster, into } = await prepare()
    await backupCluster({ cluster, into, keys })
    const dataDir = join(folder, 'copy')
    const restore = (to = dataDir, keys = keyFile) =>
      restoreFolder({ from: into, dataDir: to, keyFile: keys, verifyWith: 'nothing' })

    await cluster.stop()
    await expect(restore(cluster.dataDir)).rejects.toThrow('is not empty, so the backup cannot go there')

    const { manifest, postgres, keys: savedKeys } = backupPaths(into)
    const text = readFileSync(manifest, 'utf8')
    writeFileSync(savedKeys, 'k1:secret')
    writeFileSync(manifest, text.replace('"hasKeys": false', '"hasKeys": true'))
    writeFileSync(join(folder, 'other.keys'), 'k2:other')
    await expect(restore(dataDir, join(folder, 'other.keys'))).rejects.toThrow('holds other sealing keys than the backup')
    writeFileSync(manifest, text.replace('"postgresVersion": "18"', '"postgresVersion": "17"'))
    await expect(restore()).rejects.toThrow('is of PostgreSQL 17, but this is PostgreSQL 18')
    writeFileSync(manifest, text.replace('"format": 1', '"format": 2'))
    await expect(restore()).rejects.toThrow('a form that this version of Tributary does not know')
    writeFileSync(manifest, text)
    truncateSync(join(postgres, 'pg_xact/0000'), 100)
    await expect(restore()).rejects.toThrow('is damaged')
    rmSync(manifest)
    await expect(restore()).rejects.toThrow('is not a complete backup: it has no backup.json')
    expect(existsSync(dataDir)).toBe(false)
  })
})
