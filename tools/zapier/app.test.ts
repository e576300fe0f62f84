import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validateAppDefinition } from 'zapier-platform-schema'
import { listContacts } from '#contract/crm/records.ts'
import { createUser } from '#contract/users/invitations.ts'
import { inboundEvents, inboundItem, inboundReply } from '#contract/webhooks/inbound.ts'
import { embeddedPool } from '#server/embedded-pool.ts'
import { projectRoot } from '#server/platform/config.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect as connectSource } from '#server/testing/vendors/sources.ts'
import { openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { joinTeam } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import app from '../../zapier/app.ts'
import { clientId } from '../../zapier/calls.ts'
import { connect } from './zapier.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const { operation: lead } = app.triggers.new_lead
const { operation: event } = app.creates.send_event

const signInOf = ({ email, password }: TestUser) => ({ site: world.url, email, password })

describe('The definition of the Zapier app', () => {
  const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')

  /** As Zapier does before it validates: functions become texts. */
  const serialized = (value: object): object =>
    JSON.parse(
      JSON.stringify(value, (_key, part: unknown) => (typeof part === 'function' ? `$func$${part.length}$f$` : part)),
    ) as object

  it('is valid for Zapier', () => {
    const problemsOf = (definition: object) => validateAppDefinition(serialized(definition)).errors.map(({ stack }) => stack)
    expect(problemsOf(app)).toEqual([])
    expect(problemsOf({ ...app, authentication: { ...app.authentication, type: 'magic' } })).toHaveLength(1)
  })

  it('names the versions that it is built with', () => {
    const built = JSON.parse(read('zapier/package.json')) as { version: string; dependencies: Record<string, string> }
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> }
    expect([app.version, app.platformVersion]).toEqual([built.version, built.dependencies['zapier-platform-core']])
    expect(devDependencies['zapier-platform-schema']).toBe(app.platformVersion)
  })

  it('has every field and every kind of an event, and of a contact, and signs in as a client of our own', () => {
    expect(event.inputFields.map(({ key }) => key).toSorted()).toEqual(Object.keys(inboundItem.shape).toSorted())
    const choices = event.inputFields.flatMap((field) => ('choices' in field ? Object.keys(field.choices) : []))
    expect(choices).toEqual(inboundEvents)
    expect(inboundReply.parse({ ...event.sample, rejected: [] })).toBeDefined()
    expect(listContacts.reply.body.parse({ items: [lead.sample], total: 1 }).items).toEqual([lead.sample])
    expect(clientId).toBe(embeddedPool.clientId)
  })

  it('is documented field by field', () => {
    const document = read('docs/zapier.md')
    const labels = [...event.inputFields, ...app.authentication.fields].flatMap((field) => ('label' in field ? field.label : []))
    expect(labels.length).toBeGreaterThan(20)
    expect(labels.filter((label) => !document.includes(`| ${label} |`))).toEqual([])
  })
})

describe('A connection to read leads', () => {
  it('as Ana signs her in, and signs her in again after her session ended, with one session at a time', async () => {
    const ana = await world.signUp({ company: 'Northlight Growth', agency: true, name: 'Ana' })
    const { label, authData, run } = await connect(signInOf(ana))
    expect(label).toBe(ana.email)
    await expect(run(event.perform, { event: 'touch' })).rejects.toThrow('enter a webhook address')
    const first = { ...authData }
    await world.idp('GlobalSignOut', { AccessToken: first.access_token })
    const usedToken = async () => {
      await run(lead.perform)
      return authData.access_token
    }
    await expect.poll(usedToken).not.toBe(first.access_token)
    const second = { ...authData }
    Object.assign(authData, { access_token: 'expired' })
    await run(lead.perform)
    expect((await world.idp('GetUser', { AccessToken: second.access_token })).status).toBe(400)
    expect((await world.idp('GetUser', { AccessToken: authData.access_token })).status).toBe(200)
  })

  it('is refused with the reason: a wrong password, two-step sign-in, a temporary password', async () => {
    const ana = await world.signUp({ company: 'Second Signal', agency: true, name: 'Ana' })
    const lea = await joinTeam(world, ana, { name: 'Lea' })
    await expect(connect({ ...signInOf(lea), password: 'something-else-7' })).rejects.toThrow('Incorrect username or password.')
    await world.idp('SetUserMFAPreference', { AccessToken: lea.token, EmailMfaSettings: { Enabled: true } })
    await expect(connect(signInOf(lea))).rejects.toThrow('This user needs two-step sign-in, which Zapier can’t do.')
    const eli = `eli.${ana.user.id}@example.com`
    await ana.call(createUser, { body: { name: 'Eli', lastname: 'Okafor', email: eli, role: 'user' } })
    const temporary = connect({ site: world.url, email: eli, password: await world.codeFor(eli) })
    await expect(temporary).rejects.toThrow('This user has a temporary password.')
  })

  it('is refused if nothing is entered, or an address that is not encrypted', async () => {
    const unsafe = 'http://app.example.com/hooks/in/key'
    await expect(connect({})).rejects.toThrow('Enter a webhook address to send leads')
    await expect(connect({ secret_address: unsafe })).rejects.toThrow('Webhook address: enter an address that begins with https')
    const reading = connect({ site: unsafe, email: 'ana@example.com', password: 'river-stone-7' })
    await expect(reading).rejects.toThrow('Tributary address: enter an address that begins with https')
  })
})

describe('The trigger', () => {
  it('lists the leads of a CRM, the newest first, as the API has them', async () => {
    const priya = await world.signUp({ company: 'Harbor Light', name: 'Priya' })
    const { run } = await connect(signInOf(priya))
    expect(await run(lead.perform)).toEqual([])
    const portal = await openAccount(world, 'hubspot', { name: 'Harbor portal', people: 7 })
    await settled(priya, (await connectSource(priya, 'hubspot', portal)).id)
    const leads = await run(lead.perform)
    expect(leads).toEqual((await priya.call(listContacts, { query: { size: 100 } })).body.items)
    expect(new Set(leads.map(({ id }) => id)).size).toBe(7)
    const days = leads.map(({ created_at: day }) => String(day))
    expect(days).toEqual(days.toSorted().toReversed())
    expect(Object.keys(leads[0] ?? {}).toSorted()).toEqual(Object.keys(lead.sample).toSorted())
  })
})
