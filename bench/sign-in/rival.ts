// cognito-local, the usual replacement for Cognito on a developer's machine. It brings 180 packages and is fetched only
// for this comparison.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '#server/platform/config.ts'
import { freePort } from '#server/testing/free-port.ts'
import { post, type Target } from './client.ts'

const version = '5.3.0'
const folder = join(projectRoot, 'node_modules/.cache', `cognito-local-${version}`)
const program = join(folder, 'node_modules/cognito-local/lib/bin/start.js')

const install = (): void => {
  if (existsSync(program)) return
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-save', `cognito-local@${version}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  } catch (error) {
    throw new Error(`cognito-local@${version} could not be fetched with npm, so there is nothing to compare with.`, {
      cause: error,
    })
  }
}

const untilAnswered = async (url: string): Promise<void> => {
  for (let tries = 0; tries < 300; tries += 1) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await pause(100)
  }
  throw new Error('cognito-local did not start')
}

const createUsers = async (url: string, people: Pick<Target, 'emails' | 'password'>): Promise<string> => {
  const { UserPool } = await post<{ UserPool: { Id: string } }>(url, 'CreateUserPool', { PoolName: 'bench' })
  const pool = { UserPoolId: UserPool.Id }
  const created = await post<{ UserPoolClient: { ClientId: string } }>(url, 'CreateUserPoolClient', { ...pool, ClientName: 'x' })
  for (const Username of people.emails) {
    const UserAttributes = [{ Name: 'email', Value: Username }]
    await post(url, 'AdminCreateUser', { ...pool, Username, UserAttributes, MessageAction: 'SUPPRESS' })
    await post(url, 'AdminSetUserPassword', { ...pool, Username, Password: people.password, Permanent: true })
  }
  return created.UserPoolClient.ClientId
}

/** Started as its own documentation says, on an empty folder. */
export const startRival = async (
  workDir: string,
  people: Pick<Target, 'emails' | 'password'>,
): Promise<{ target: Target; stop: () => Promise<void> }> => {
  install()
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1' }
  const child = spawn(process.execPath, [program], { cwd: workDir, env, stdio: 'ignore' })
  const gone = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  const stop = async (): Promise<void> => {
    child.kill()
    await gone
  }
  try {
    const url = `http://127.0.0.1:${port}/`
    await Promise.race([untilAnswered(url), gone.then(() => Promise.reject(new Error('cognito-local ended')))])
    return { target: { url, poolName: '', clientId: await createUsers(url, people), ...people }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
