import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { projectRoot, readConfig } from '#server/platform/config.ts'
import { start, type Running } from '#server/start.ts'
import { newFolder } from '#server/testing/database/folder.ts'
import { freePort } from '#server/testing/free-port.ts'
import { signInByPassword } from '#server/testing/identity-client.ts'
import { demoPassword, demoClients } from '../db/seed/users.ts'

const dataDir = newFolder('tributary-keys-')
const keyFile = join(dataDir, 'sealing.keys')
let port: number

/** Stops the product at the end of its test, also of a failed one: only one process may use the folder. */
const startProduct = async (): Promise<Running> => {
  const read = readConfig(
    ['--port', String(port), '--sandbox-port', '0', '--metrics-port', '0', '--data', dataDir, '--roles', 'api,identity'],
    { TRUST_PROXY: 'loopback' },
  )
  if ('show' in read) throw new Error(read.show)
  const product = await start(read.config, pino({ level: 'silent' }))
  onTestFinished(() => product.close())
  return product
}

const signIn = (): Promise<{ token: string }> =>
  signInByPassword(`http://localhost:${port}`, 'ana@northlight.example.com', demoPassword)

const runTool = (name: string) =>
  spawnSync(process.execPath, [`tools/${name}.ts`, '--data', dataDir], { cwd: projectRoot, encoding: 'utf8' })

beforeAll(async () => {
  port = await freePort()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

it('Seals every secret under a new key, removes the old one, and all users can still sign in', async () => {
  const before = await startProduct()
  expect((await signIn()).token).toBeTruthy()
  await before.close()
  const oldKey = readFileSync(keyFile, 'utf8')

  const { status, stdout, stderr } = runTool('rotate-keys')
  expect([status, stderr]).toEqual([0, ''])
  // A worker creates the identity of an invited user, and no worker runs here.
  const allUsers = demoClients.flatMap(({ people }) => people)
  expect(stdout).toContain(`pool.account.srp_verifier_sealed: ${allUsers.length} sealed again`)
  const newKey = readFileSync(keyFile, 'utf8')
  expect(newKey).not.toContain(oldKey.trim())
  expect(newKey.trim().split('\n')).toHaveLength(1)
  expect(statSync(keyFile).mode & 0o777).toBe(0o600)

  await startProduct()
  expect((await signIn()).token).toBeTruthy()
})

it('Publishes new signing keys once while the product runs, and no user is signed out [IDP-13]', async () => {
  const product = await startProduct()
  const { token } = await signIn()
  const [first, second] = [runTool('rotate-signing-keys'), runTool('rotate-signing-keys')]
  expect([first.status, first.stderr, second.status]).toEqual([0, '', 2])
  expect(first.stdout).toMatch(/^New keys are published now and sign from \S+Z on\. Tokens of the old ones count until \S+Z\.\n$/)
  expect(second.stderr).toMatch(/^Nothing to do/)
  expect((await product.identity.verifyAccessToken(token)).sub).toBeTruthy()
})
