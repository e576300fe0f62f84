import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { startCluster } from '#server/platform/postgres/cluster.ts'
import { ask, temporaryFolder, withNewCluster } from '#server/platform/postgres/testing.ts'

const runWith = (env: Record<string, string>, name: string, ...parameters: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, name), ...parameters], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, output: stdout + stderr }
}
const runTool = (name: string, ...parameters: string[]) => runWith({}, name, ...parameters)

const sealingKeys = `k1:${randomBytes(32).toString('base64')}\n`

/** Copies the sealing keys to a data folder, as the operator does. */
const copyKeys = (data: string, keys = sealingKeys): string => {
  mkdirSync(data, { recursive: true })
  writeFileSync(join(data, 'sealing.keys'), keys)
  return data
}

const startNew = (data: string) => {
  withNewCluster(join(data, 'postgres'))
  return start(data)
}

const start = async (data: string) => {
  const cluster = await startCluster({ dataDir: join(data, 'postgres'), durable: false })
  onTestFinished(() => cluster.stop())
  return cluster
}

test('A backup of the running or the stopped product can be restored', async () => {
  const folder = temporaryFolder()
  const [data, running, stopped] = ['data', 'running', 'stopped'].map((name) => join(folder, name)) as [string, string, string]
  const cluster = await startNew(data)
  const noKeys = `There are no sealing keys in ${data}/sealing.keys, so set SEALING_KEY: a backup is proven with them.\n`
  expect(runTool('backup.ts', '--data', data, '--to', running)).toEqual({ status: 1, output: noKeys })
  expect(existsSync(join(data, 'sealing.keys'))).toBe(false)
  copyKeys(data)
  await ask(cluster, 'create table kept as select 1 as one')
  expect(runTool('backup.ts', '--data', data, '--to', running)).toMatchObject({
    status: 0,
    output: expect.stringContaining('Backed up'),
  })
  await cluster.stop()
  expect(runTool('backup.ts', '--data', data, '--to', stopped)).toMatchObject({ status: 0 })

  for (const backup of [running, stopped]) {
    const restored = copyKeys(`${backup}-restored`)
    expect(runTool('restore.ts', '--from', backup, '--data', restored)).toMatchObject({ status: 0 })
    expect(await ask(await start(restored), 'select one from kept')).toEqual([{ one: 1 }])
  }
})

test('An encrypted backup is one file, needs only the private key and the sealing keys, and never contains the sealing keys', async () => {
  const folder = temporaryFolder()
  const at = (name: string) => join(folder, name)
  const data = at('data')
  const cluster = await startNew(data)
  copyKeys(data)
  await ask(cluster, `create table kept as select 'in the clear' as words`)

  const made = runTool('backup-key.ts', '--to', at('backup.key'))
  expect(made).toMatchObject({ status: 0, output: expect.stringContaining('keep it away from this machine') })
  expect(statSync(at('backup.key')).mode & 0o777).toBe(0o600)
  expect(runTool('backup-key.ts', '--to', at('backup.key')).status).toBe(1)
  const publicKey = /age1[a-z0-9]+/.exec(made.output)?.[0] ?? ''

  const taken = runTool('backup.ts', '--data', data, '--to', at('file'), '--encrypt-to', publicKey)
  expect(taken.status).toBe(0)
  expect(taken.output).toContain('To restore it you need this backup, the private key of')
  expect(taken.output).toContain('and the sealing keys, which are not in it')
  const bytes = readFileSync(at('file'))
  for (const secret of ['in the clear', 'PG_VERSION', sealingKeys.slice(3, 20)]) expect(bytes.includes(secret)).toBe(false)
  expect(readdirSync(data).filter((name) => name.startsWith('backup-'))).toEqual([])
  await cluster.stop()

  const restore = (...parameters: string[]) =>
    runTool('restore.ts', '--from', at('file'), '--data', at('restored'), ...parameters)
  const key = ['--key', at('backup.key')]
  expect(restore(...key)).toMatchObject({ status: 1, output: expect.stringContaining('the sealing keys') })
  expect(existsSync(at('restored'))).toBe(false)
  copyKeys(at('restored'))
  expect(restore()).toEqual({ status: 1, output: `${at('file')} is encrypted: name its private key with --key.\n` })
  runTool('backup-key.ts', '--to', at('other.key'))
  const otherKey = { status: 1, output: 'The backup was encrypted for another key, or its beginning was changed\n' }
  expect(restore('--key', at('other.key'))).toEqual(otherKey)
  writeFileSync(at('public.key'), publicKey)
  const noKey = { status: 1, output: `${at('public.key')} is not a private key of npm run backup:key\n` }
  expect(restore('--key', at('public.key'))).toEqual(noKey)

  const changed = { status: 1, output: 'The backup was changed or cut off since it was taken, and is not restored\n' }
  const flipped = Buffer.from(bytes)
  flipped.writeUInt8(flipped.readUInt8(5_000_000) ^ 1, 5_000_000)
  writeFileSync(at('file'), flipped)
  expect(restore(...key)).toEqual(changed)
  writeFileSync(at('file'), bytes)
  truncateSync(at('file'), bytes.length - 70_000)
  expect(restore(...key)).toEqual(changed)
  expect(readdirSync(at('restored'))).toEqual(['sealing.keys'])

  writeFileSync(at('file'), bytes)
  expect(restore(...key)).toMatchObject({ status: 0, output: expect.stringMatching(/^Restored the backup of \S+ to \S+\n$/) })
  expect(await ask(await start(at('restored')), 'select words from kept')).toEqual([{ words: 'in the clear' }])
})

test('A backup of another installation is restored only if the operator trusts it explicitly', async () => {
  const folder = temporaryFolder()
  const [data, backup, elsewhere] = ['data', 'backup', 'elsewhere'].map((name) => join(folder, name)) as [string, string, string]
  const cluster = await startNew(data)
  await ask(cluster, 'create table kept as select 1 as one')
  const environment = { SEALING_KEY: sealingKeys.trim() }
  expect(runWith(environment, 'backup.ts', '--data', data, '--to', backup)).toMatchObject({ status: 0 })
  await cluster.stop()

  copyKeys(elsewhere, `k2:${randomBytes(32).toString('base64')}`)
  const restore = (...parameters: string[]) => runTool('restore.ts', '--from', backup, '--data', elsewhere, ...parameters)
  const refused = restore()
  expect(refused.status).toBe(1)
  expect(refused.output).toContain('The backup cannot be verified: it was taken under the sealing key k1')
  expect(refused.output).toContain('add --trust-unverified-backup: whoever made it can run commands on this machine')
  expect(readdirSync(elsewhere)).toEqual(['sealing.keys'])

  rmSync(join(elsewhere, 'sealing.keys'))
  const trusted = restore('--trust-unverified-backup')
  expect(trusted.status).toBe(0)
  expect(trusted.output).toContain('by whom it was made, was not verified')
  expect(trusted.output).toContain('The sealing keys are not in it')
  expect(await ask(await start(elsewhere), 'select one from kept')).toEqual([{ one: 1 }])
})

test('A refusal is one sentence', () => {
  const folder = temporaryFolder()
  const noDatabase = { status: 1, output: `There is no database in ${folder}/postgres\n` }
  expect(runTool('backup.ts', '--data', folder, '--to', join(folder, 'backup'))).toEqual(noDatabase)
  expect(runTool('backup.ts')).toMatchObject({ status: 1, output: expect.stringContaining('Usage') })
  const noKey = { status: 1, output: '--encrypt-to takes a public key of npm run backup:key, which begins with age1\n' }
  expect(runTool('backup.ts', '--data', folder, '--to', join(folder, 'file'), '--encrypt-to', 'backup.key')).toEqual(noKey)
  const noBackup = { status: 1, output: `${folder} is not a complete backup: it has no backup.json\n` }
  expect(runTool('restore.ts', '--data', join(folder, 'data'), '--from', folder)).toEqual(noBackup)
})

test('The backup uses the settings of the product', () => {
  const folder = temporaryFolder()
  const there = { status: 1, output: `There is no database in ${folder}/postgres\n` }
  expect(runWith({ DATA_DIR: folder }, 'backup.ts', `--to=${join(folder, 'backup')}`)).toEqual(there)
  const own = runWith({ DATABASE_URL: 'postgres://app@db/app' }, 'backup.ts', '--to', folder)
  expect(own).toMatchObject({ status: 1, output: expect.stringContaining('tools of PostgreSQL') })
  const unknown = { status: 2, output: "Unknown option '--into'. Run npm start -- --help to see what is known.\n" }
  expect(runTool('backup.ts', '--to', folder, '--into', folder)).toEqual(unknown)
  expect(runTool('restore.ts')).toMatchObject({ status: 1, output: expect.stringContaining('Usage') })
})
