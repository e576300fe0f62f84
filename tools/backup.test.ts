import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { startCluster } from '#server/platform/postgres/cluster.ts'
import { ask, temporaryFolder } from '#server/platform/postgres/testing.ts'

const runWith = (env: Record<string, string>, name: string, ...parameters: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, name), ...parameters], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, output: stdout + stderr }
}
const runTool = (name: string, ...parameters: string[]) => runWith({}, name, ...parameters)

const start = async (data: string) => {
  const cluster = await startCluster({ dataDir: join(data, 'postgres'), durable: false })
  onTestFinished(() => cluster.stop())
  return cluster
}

test('a backup of the running and of the stopped product can be restored', async () => {
  const folder = temporaryFolder()
  const [data, running, stopped] = ['data', 'running', 'stopped'].map((name) => join(folder, name)) as [string, string, string]
  const cluster = await start(data)
  writeFileSync(join(data, 'sealing.keys'), 'key')
  await ask(cluster, 'create table kept as select 1 as one')
  expect(runTool('backup.ts', '--data', data, '--to', running)).toMatchObject({
    status: 0,
    output: expect.stringContaining('Backed up'),
  })
  await cluster.stop()
  expect(runTool('backup.ts', '--data', data, '--to', stopped)).toMatchObject({ status: 0 })

  for (const backup of [running, stopped]) {
    const restored = `${backup}-restored`
    expect(runTool('restore.ts', '--from', backup, '--data', restored)).toMatchObject({ status: 0 })
    expect(await ask(await start(restored), 'select one from kept')).toEqual([{ one: 1 }])
  }
})

test('what cannot be done is said in one sentence', () => {
  const folder = temporaryFolder()
  const noDatabase = { status: 1, output: `There is no database in ${folder}/postgres\n` }
  expect(runTool('backup.ts', '--data', folder, '--to', join(folder, 'backup'))).toEqual(noDatabase)
  expect(runTool('backup.ts')).toMatchObject({ status: 1, output: expect.stringContaining('Usage') })
  const noBackup = { status: 1, output: `${folder} is not a complete backup: it has no backup.json\n` }
  expect(runTool('restore.ts', '--data', join(folder, 'data'), '--from', folder)).toEqual(noBackup)
})

test('the settings of the product count here too', () => {
  const folder = temporaryFolder()
  const there = { status: 1, output: `There is no database in ${folder}/postgres\n` }
  expect(runWith({ DATA_DIR: folder }, 'backup.ts', `--to=${join(folder, 'backup')}`)).toEqual(there)
  const own = runWith({ DATABASE_URL: 'postgres://app@db/app' }, 'backup.ts', '--to', folder)
  expect(own).toMatchObject({ status: 1, output: expect.stringContaining('tools of PostgreSQL') })
  const unknown = { status: 2, output: "Unknown option '--into'. Run npm start -- --help to see what is known.\n" }
  expect(runTool('backup.ts', '--to', folder, '--into', folder)).toEqual(unknown)
  expect(runTool('restore.ts')).toMatchObject({ status: 1, output: expect.stringContaining('Usage') })
})
