// The product as operators start it: real processes with their own folders and ports.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findRunningCluster } from './platform/postgres/cluster.ts'
import { isAlive } from './platform/postgres/server/process.ts'
import { temporaryFolder, withNewCluster } from './platform/postgres/testing.ts'
import { freePort } from './testing/free-port.ts'
import { eventually } from './testing/world.ts'

const program = join(import.meta.dirname, 'main.ts')

const launch = (args: string[], env: Record<string, string> = {}) => {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [program, ...args], { env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { out: '', err: '' }
  child.stdout.on('data', (data: Buffer) => (output.out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (output.err += data.toString()))
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, ...output }))
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, output, ended }
}

const roles = ['--roles', 'api,worker,identity,sandbox', '--demo', 'off', '--sandbox-port', '0', '--metrics-port', '0']

/** Started and ready to serve. */
const start = async (install: { data: string; port: number }) => {
  const { child, output, ended } = launch(['--port', String(install.port), '--data', install.data, ...roles])
  const isUp = async () => (output.out.includes('Metrics') ? true : undefined)
  const failed = ended.then(({ err }) => Promise.reject(new Error(`It did not start: ${err}`)))
  await Promise.race([eventually(isUp), failed])
  failed.catch(() => undefined)
  const url = `http://localhost:${install.port}`
  const postgres = findRunningCluster(join(install.data, 'postgres'))?.pid ?? 0
  const metricsUrl = /^ +Metrics +(\S+)$/m.exec(output.out)?.[1] ?? ''
  return { child, output, ended, url, postgres, metricsUrl }
}

const newInstall = async () => ({ data: join(temporaryFolder(), 'data'), port: await freePort() })

/** If the test is not about the first start, a part of it is prepared. */
const preparedInstall = async () => {
  const install = await newInstall()
  withNewCluster(join(install.data, 'postgres'))
  return install
}

const signUp = async (url: string, email: string): Promise<number> => {
  const response = await fetch(`${url}/idp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp',
    },
    body: JSON.stringify({
      ClientId: 'tributaryweb00000000000001',
      Username: email,
      Password: 'river-stone-7',
      UserAttributes: [{ Name: 'email', Value: email }],
    }),
  })
  await response.body?.cancel()
  return response.status
}
const lettersIn = (url: string) =>
  eventually(async () => {
    const response = await fetch(`${url}/agencies-api/outbox/letters`)
    const { items } = (await response.json()) as { items: { to: string }[] }
    return items.length === 0 ? undefined : items.map(({ to }) => to)
  })

const databaseOf = ({ data }: { data: string }): number => findRunningCluster(join(data, 'postgres'))?.pid ?? 0

/** Returns the process that replaces it. */
const killDatabase = async (install: { data: string }, pid: number): Promise<number> => {
  process.kill(pid, 'SIGKILL')
  return eventually(async () => {
    const now = databaseOf(install)
    return now > 0 && now !== pid ? now : undefined
  })
}

/** Until then every call is told to retry. */
const untilServed = (url: string, email: string): Promise<number> =>
  eventually(async () => {
    const status = await signUp(url, email)
    expect([200, 503]).toContain(status)
    return status === 503 ? undefined : status
  })

/** It is alive, it can serve, and its metrics are on their own address. */
const expectHealthy = async ({ url, metricsUrl, output }: Awaited<ReturnType<typeof start>>) => {
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' })
  const metrics = await (await fetch(metricsUrl)).text()
  for (const name of ['http_requests_total', 'database_connections', 'jobs', 'live_screens'])
    expect(metrics).toContain(`# TYPE tributary_${name} `)
  expect((await fetch(metricsUrl.replace('/metrics', '/healthz'))).status).toBe(200)
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  expect(output.err).toBe('')
}

describe('Before anything starts, the product prints', () => {
  it('the help, on request', async () => {
    const { code, out, err } = await launch(['--help']).ended
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('Usage: npm start -- [options]')
  })

  it.each([
    [['--port', 'abc'], {}, '--port takes a port number (got "abc").'],
    [[], { SMTP_URL: 'mail.example.com' }, 'SMTP_URL takes an smtp:// or smtps:// address.'],
    [[], { SMTP_URL: 'smtp://' }, 'SMTP_URL takes an address with a host, for example smtps://mail.example.com.'],
    [[], { DATABASE_URL: 'postgres://[bad' }, 'DATABASE_URL takes a postgres:// address, with special characters as %xx.'],
    [
      [],
      { IDENTITY_MODE: 'aws', COGNITO_USER_POOL_ID: 'x', COGNITO_CLIENT_ID: 'y' },
      'COGNITO_USER_POOL_ID takes an id such as us-east-1_AbCd12345 (got "x").',
    ],
    [['--no-such-flag'], {}, "Unknown option '--no-such-flag'. Run npm start -- --help to see what is known."],
  ])('one sentence about a wrong value: %j %j', async (args, env, sentence) => {
    expect(await launch(args, env).ended).toEqual({ code: 2, out: '', err: `${sentence}\n` })
  })

  it.each(['postgres://app@127.0.0.1:1/app', 'postgres://app@localhost:1/app', 'postgres://app@nowhere.invalid/app'])(
    'one sentence about an unreachable database: %s',
    async (url) => {
      const { code, err } = await launch(['--port', String(await freePort()), ...roles], { DATABASE_URL: url }).ended
      expect(err).toMatch(/^The database of DATABASE_URL cannot be used: [^\n]+\.\n$/)
      expect(code).toBe(2)
    },
  )
})

describe('The product in one process', () => {
  it('keeps what it confirmed through a stop, a kill, and the death of its database', async () => {
    const install = await newInstall()
    const first = await start(install)
    expect(await signUp(first.url, 'maya@example.com')).toBe(200)
    expect(await lettersIn(first.url)).toEqual(['maya@example.com'])
    first.child.kill('SIGTERM')
    expect(await first.ended).toMatchObject({ code: 0, err: '' })
    expect(first.postgres).toBeGreaterThan(0)
    expect(isAlive(first.postgres)).toBe(false)

    const second = await start(install)
    expect(await lettersIn(second.url)).toEqual(['maya@example.com'])
    expect(await signUp(second.url, 'jonah@example.com')).toBe(200)
    second.child.kill('SIGKILL')
    await second.ended

    const third = await start(install)
    expect(isAlive(second.postgres)).toBe(false)
    expect(await lettersIn(third.url)).toContain('jonah@example.com')
    expect(await signUp(third.url, 'theo@example.com')).toBe(200)
    await killDatabase(install, third.postgres)
    expect(await untilServed(third.url, 'theo@example.com')).toBe(200)
    expect(await signUp(third.url, 'nia@example.com')).toBe(200)
    await eventually(async () => (await lettersIn(third.url)).includes('nia@example.com') || undefined)
    expect(third.output.err).toBe('')
    third.child.kill('SIGTERM')
    expect(await third.ended).toMatchObject({ code: 0, err: '' })
    expect(databaseOf(install)).toBe(0)
  })

  it('reports and ends when its database dies repeatedly', async () => {
    const install = await preparedInstall()
    const first = await start(install)
    expect(await signUp(first.url, 'theo@example.com')).toBe(200)
    const isOver = () => first.child.exitCode !== null
    // Whichever is running, also one that is still starting.
    await eventually(async () => {
      const pid = databaseOf(install)
      if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGKILL')
      return isOver() || undefined
    })
    const { code, err } = await first.ended
    expect(code).toBe(1)
    expect(err).toMatch(/^The embedded database ended 5 times within 10 minutes and is not started again\. [^\n]+\n$/)

    const fourth = await start(install)
    expect(await lettersIn(fourth.url)).toContain('theo@example.com')
  })

  it('runs next to another one with its own folder and port, but not with the same folder', async () => {
    const [one, two] = [await preparedInstall(), await preparedInstall()]
    const [first, second] = await Promise.all([start(one), start(two)])
    expect(await signUp(first.url, 'ana@example.com')).toBe(200)
    expect(await signUp(second.url, 'ana@example.com')).toBe(200)
    expect(first.postgres).not.toBe(second.postgres)
    const third = await launch(['--port', String(await freePort()), '--data', one.data, ...roles]).ended
    expect(third.code).toBe(2)
    expect(third.err).toMatch(
      /^The database .+ is in use by another Tributary process \(pid \d+\): stop it, or pass --data with another folder\.\n$/,
    )
    expect(third.err).toContain(`pid ${first.child.pid}`)
    await expectHealthy(first)
  })

  it('names who has its port, and the flag for another one, and leaves nothing running', async () => {
    const { data, port } = await preparedInstall()
    const holder = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void holder.close())
    const { code, err } = await launch(['--port', String(port), '--data', data, ...roles]).ended
    expect(code).toBe(2)
    expect(err).toMatch(
      new RegExp(`^Port ${port} is in use by process ${process.pid} \\(.+\\): stop it, or pass --port with a free port\\.\\n$`),
    )
    expect(findRunningCluster(join(data, 'postgres'))).toBeUndefined()
    expect(existsSync(join(data, 'postgres.owner'))).toBe(false)

    const elsewhere = await launch(['--port', String(port), '--data', data, '--host', '203.0.113.9', '--outbox', 'on', ...roles])
      .ended
    expect(elsewhere.code).toBe(2)
    expect(elsewhere.err).toMatch(/^This machine has no such address to listen on .+\.\n$/)
  })

  it('reports in a sentence that its folder cannot be used', async () => {
    const { code, err } = await launch(['--data', '/proc/none', '--port', String(await freePort()), ...roles]).ended
    expect(code).toBe(2)
    expect(err).toMatch(/^[^\n]*\/proc\/none[^\n]*\.\n$/)
  })
})
