import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notificationKinds } from '#contract/notifications.ts'
import { listEmails } from '#contract/outbox.ts'
import { createUser } from '#contract/users/invitations.ts'
import { transferOwnership } from '#contract/users/ownership.ts'
import { changeUserStatus, deleteUser, updateUser } from '#contract/users/users.ts'
import { changeUser, joinTeam, emailTo, signUpStaff } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { insertIntegration } from '#server/testing/vendors/integrations.ts'
import { notify } from '../../notifications/service.ts'
import { releaseJob, userJobs } from '../jobs.ts'

let world: World
let ana: TestUser
beforeAll(async () => {
  world = await startWorld()
  ana = await world.signUp({ company: 'Northlight', name: 'Ana', agency: true })
})
afterAll(() => world.close())

const remove = (id: string) => ana.call(deleteUser, { params: { id }, query: {} })

describe('A removed user', () => {
  it('gets an email that their access has ended', async () => {
    const hal = await joinTeam(world, ana, { name: 'Hal' })
    await remove(hal.user.id)
    const { text } = await emailTo(world, hal.email, /^Your access to Northlight has ended$/)
    expect(text).toContain('An admin removed you from the account.')
  })

  it('who never signed in gets no email about access that they never had', async () => {
    const body = { name: 'Ivy', lastname: 'Marsh', email: 'ivy@northlight.example.com', role: 'user' } as const
    const { id } = (await ana.call(createUser, { body })).body
    await world.codeFor(body.email)
    expect((await remove(id)).body.deleted).toBe(true)
    const later = await joinTeam(world, ana, { name: 'Later' })
    await remove(later.user.id)
    await emailTo(world, later.email, /has ended/)
    const { items } = (await world.call(listEmails, { query: { to: body.email } })).body
    expect(items.map(({ subject }) => subject)).not.toContainEqual(expect.stringContaining('has ended'))
  })

  it('is shown the time at which the address can be used again, and a cleanup runs then', async () => {
    const gil = await joinTeam(world, ana, { name: 'Gil' })
    const { addressFreeAt } = (await remove(gil.user.id)).body
    expect(addressFreeAt).toMatch(/T03:27:00\.000Z$/)
    expect(Date.parse(addressFreeAt) - Date.now()).toBeGreaterThan(30 * 86_400_000 - 60_000)
  })

  it('is anonymized as the user who started a run, and for whom one was requested', async () => {
    const lou = await joinTeam(world, ana, { name: 'Lou' })
    const { clientId, id: userId } = lou.user
    const actorOf = () =>
      world.database.asSystem('test: who asked', (tx) =>
        tx.selectFrom('sync_run').select('actor').where('client_id', '=', clientId).executeTakeFirst(),
      )
    const requestOf = () =>
      world.database.asSystem('test: for whom it was', (tx) =>
        tx
          .selectFrom('event')
          .select(['actor', 'requested_for'])
          .where('client_id', '=', clientId)
          .where('event', '=', 'sync_started')
          .executeTakeFirst(),
      )
    await world.database.asSystem('test: a run of Lou', async (tx) => {
      const source = { client_id: clientId, type: 'hubspot', name: 'CRM', status: 'active' }
      const id = await insertIntegration(tx, source)
      const run = { client_id: clientId, integration_id: id, kind: 'full', origin: 'user', actor: lou.email, status: 'done' }
      await tx.insertInto('sync_run').values(run).execute()
      const requested = { requested_for: 'Lou Okafor', requested_for_id: userId }
      const event = { client_id: clientId, event: 'sync_started', origin: 'user', actor: ana.email, ...requested }
      await tx.insertInto('event').values(event).execute()
    })
    await remove(userId)
    expect((await actorOf())?.actor).toBe(lou.email)
    await changeUser(world, lou, { status_since: new Date(Date.now() - 31 * 86_400_000) })
    const release = userJobs(world.database, world.identity, world.dispatcher).find(({ job }) => job.name === releaseJob.name)
    await release?.handle({ clientId, userId }, new AbortController().signal)
    expect((await actorOf())?.actor).toBe(`Deleted user ${userId.slice(-4)}`)
    expect(await requestOf()).toEqual({ actor: ana.email, requested_for: null })
  })

  it('is anonymized in every notification about them, of every kind', async () => {
    const zora = await joinTeam(world, ana, { name: 'Zora' })
    const sol = await signUpStaff(world)
    const { id: userId, clientId } = zora.user
    const reason = 'The owner asked for it'
    await sol.call(updateUser, { params: { id: userId }, body: { role: 'admin', reason } })
    await sol.call(transferOwnership, { params: { id: clientId }, body: { user_id: userId, reason } })
    await sol.call(changeUserStatus, { params: { id: userId }, body: { status: 'SUSPENDED', reason } })
    await sol.call(changeUserStatus, { params: { id: userId }, body: { status: 'ACTIVE', reason } })
    const selectNamed = (kinds?: readonly string[]) =>
      world.database.asSystem('test: notifications that name the user', async (tx) => {
        const rows = await tx
          .selectFrom('notification')
          .select('kind')
          .where('client_id', '=', clientId)
          .where(sql<boolean>`data ->> 'name' like 'Zora%'`)
          .$if(kinds !== undefined, (all) => all.where('kind', 'in', kinds ?? []))
          .execute()
        return new Set(rows.map(({ kind }) => kind))
      })
    const written = ['user.joined', 'user.suspended', 'user.restored', 'staff.role_requested', 'staff.owner_requested']
    expect(await selectNamed(written)).toEqual(new Set(written))
    await world.database.asSystem('test: one of each kind', async (tx) => {
      const notice = { clientId, to: 'admins', about: userId, change: 'a change: with 2 marks', data: { name: 'Zora' } } as const
      for (const kind of notificationKinds) await notify(tx, world.dispatcher, { ...notice, kind, withoutEmail: 'all' })
    })
    expect(await selectNamed()).toEqual(new Set(notificationKinds))
    await remove(userId)
    await changeUser(world, zora, { status_since: new Date(Date.now() - 31 * 86_400_000) })
    const release = userJobs(world.database, world.identity, world.dispatcher).find(({ job }) => job.name === releaseJob.name)
    await release?.handle({ clientId, userId }, new AbortController().signal)
    expect(await selectNamed()).toEqual(new Set())
  })

  it('is anonymized once, even if that is started several times', async () => {
    const kai = await joinTeam(world, ana, { name: 'Kai' })
    await remove(kai.user.id)
    await changeUser(world, kai, { status_since: new Date(Date.now() - 31 * 86_400_000) })
    const release = userJobs(world.database, world.identity, world.dispatcher).find(({ job }) => job.name === releaseJob.name)
    const run = () => release?.handle({ clientId: kai.user.clientId, userId: kai.user.id }, new AbortController().signal)
    await Promise.all([run(), run(), run()])
    const forgotten = await eventually(() =>
      world.database.asSystem('test: look', (tx) =>
        tx
          .selectFrom('audit_entry')
          .select('seq')
          .where('client_id', '=', kai.user.clientId)
          .where('action', '=', 'user.forgotten')
          .where('object_id', '=', kai.user.id)
          .execute(),
      ),
    )
    expect(forgotten).toHaveLength(1)
  })
})
