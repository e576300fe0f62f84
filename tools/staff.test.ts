import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listClients } from '#contract/clients.ts'
import { changeUserStatus, listUsers } from '#contract/users/users.ts'
import { projectRoot, readConfig } from '#server/platform/config.ts'
import { start } from '#server/start.ts'
import { newFolder } from '#server/testing/database/folder.ts'
import { freePort } from '#server/testing/free-port.ts'
import { takeUpInvitation } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'

const email = 'ines.duarte@example.com'
const ines = ['invite', email, '--name', 'Ines Duarte']
let world: World

const runTool = async (args: readonly string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, ['tools/staff.ts', ...args], { cwd: projectRoot, env: { ...process.env, ...env } })
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })
  const [status, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { status, out, err }
}

/** Runs the tool next to the running product, on its database. */
const staff = (...args: string[]) => {
  if (world.location.kind !== 'embedded') throw new Error('The tests run on a cluster of their own')
  const { socketDir, port, database } = world.location
  const url = `postgres://app_owner@localhost/${database}?host=${encodeURIComponent(socketDir)}&port=${port}`
  return runTool([...args, '--data', world.dataDir, '--port', new URL(world.url).port], { DATABASE_URL: url })
}

const emailsTo = async (url: string, to: string): Promise<string[]> => {
  const response = await fetch(`${url}/agencies-api/outbox/letters?to=${encodeURIComponent(to)}`)
  return ((await response.json()) as { items: { text: string }[] }).items.map((email) => email.text)
}

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

describe('npm run staff, on an installation without the demo', () => {
  let signedIn: TestUser

  it('refuses invalid arguments in one sentence', async () => {
    const usage = 'Usage: npm run staff -- invite <email> --name "First Last"\n'
    expect(await staff()).toEqual({ status: 2, out: '', err: usage })
    expect(await staff('remove', email)).toEqual({ status: 2, out: '', err: usage })
    expect((await staff('invite', 'ines', '--name', 'Ines Duarte')).err).toBe(`Please enter a valid email address. ${usage}`)
    expect((await staff('invite', email)).err).toBe(`Please enter a first name. ${usage}`)
    expect((await staff('invite', email, '--name', 'Ines')).err).toBe(`Please enter a last name. ${usage}`)
    expect((await staff(...ines, '--no-such-flag')).err).toContain("Unknown option '--no-such-flag'")
    expect(await emailsTo(world.url, email)).toEqual([])
  })

  it('refuses the email address of a user who is not staff', async () => {
    const maya = await world.signUp({ company: 'Harbor' })
    const { status, err } = await staff('invite', maya.email, '--name', 'Maya Ellison')
    expect([status, err]).toEqual([2, `${maya.email} belongs to a user who isn't staff. Invite another address.\n`])
  })

  it('invites Ines by email, and prints the address of the outbox', async () => {
    const { status, out, err } = await staff(...ines)
    expect([status, err]).toEqual([0, ''])
    expect(out).toContain(`Invited Ines Duarte <${email}> as a staff user.`)
    expect(out).toContain(`${world.url}/outbox`)
    expect(await world.codeFor(email)).toBeTruthy()
  })

  it('resends the invitation when run again, and the older password stops working', async () => {
    const older = await world.codeFor(email)
    expect((await staff(...ines)).out).toContain('the invitation is sent again')
    const temporary = await eventually(async () => {
      const newest = await world.codeFor(email)
      return newest === older ? undefined : newest
    })
    expect(await emailsTo(world.url, email)).toHaveLength(2)
    await expect(takeUpInvitation(world, email, older)).rejects.toThrow('Not taken up')
    await takeUpInvitation(world, email, temporary)
  })

  it('makes her staff, with a staff account that she owns', async () => {
    const session = await world.signIn(email, 'my own long password')
    expect(session.user).toMatchObject({ role: 'super_admin', isStaff: true, isOwner: true })
    await session.call(changeUserStatus, { params: { id: session.user.id }, body: { status: 'ACTIVE' } })
    signedIn = await eventually(async () => {
      const again = await world.signIn(email, 'my own long password')
      return again.user.status === 'ACTIVE' ? again : undefined
    })
    expect((await signedIn.call(listClients)).body.items.map(({ name }) => name)).toContain('Tributary staff')
  })

  it('writes everything to the audit log', async () => {
    const { body } = await signedIn.call(listAudit, { query: { client_id: signedIn.user.clientId } })
    const done = body.items.filter(({ actorKind }) => actorKind === 'system').map(({ action }) => action)
    expect(done).toEqual(expect.arrayContaining(['client.created', 'user.invited', 'user.invited_again']))
  })

  it('does nothing for an active staff user, and explains that another one needs two staff users', async () => {
    expect(await staff(...ines)).toMatchObject({ status: 0, out: expect.stringContaining('is already an active staff user') })
    const { status, err } = await staff('invite', 'theo@example.com', '--name', 'Theo Lind')
    expect(status).toBe(2)
    expect(err).toContain('Adding one takes two staff users: one invites')
    const { body } = await signedIn.call(listUsers, { query: { client_id: signedIn.user.clientId } })
    expect(body.items.map((user) => user.email)).toEqual([email])
  })
})

describe('npm run staff, with the embedded database', () => {
  it('invites before the first start, and the email is sent at that start', async () => {
    const data = newFolder('tributary-staff-')
    onTestFinished(() => rmSync(data, { recursive: true, force: true }))
    const location = ['--data', data, '--port', String(await freePort())]
    const before = await runTool([...ines, ...location])
    expect([before.status, before.err]).toEqual([0, ''])
    expect(before.out).toContain('goes out when the product is started next')

    const read = readConfig([...location, '--metrics-port', '0', '--roles', 'api,worker,identity', '--demo', 'off'], {})
    if ('show' in read) throw new Error(read.show)
    const product = await start(read.config, pino({ level: 'silent' }))
    onTestFinished(() => product.close())
    await eventually(async () => ((await emailsTo(product.url, email)).length === 1 ? true : undefined))
    expect((await runTool([...ines, ...location])).out).toContain('A running worker sends the email')
    await eventually(async () => ((await emailsTo(product.url, email)).length === 2 ? true : undefined))
  })
})
