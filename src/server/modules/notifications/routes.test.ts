import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getMailPreferences,
  listNotifications,
  notificationKinds,
  readNotifications,
  setEmailPreferences,
} from '#contract/notifications.ts'
import type { Route } from '#contract/kit/route.ts'
import { newId } from '#server/platform/ids.ts'
import { teammateOf } from '#server/testing/team.ts'
import { changeUser, signUpStaff } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { notificationJobs } from './jobs.ts'
import type { Notice } from './model.ts'
import { notify, settleNotices } from './service.ts'

let world: World
let maya: TestUser
let nina: TestUser
let uma: TestUser
let jonah: TestUser
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  nina = await teammateOf(world, maya, { name: 'Nina', role: 'admin' })
  uma = await teammateOf(world, maya, { name: 'Uma' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
})
afterAll(() => world.close())

const sendNotice = (notice: Partial<Notice> = {}): Promise<void> => {
  const { clientId } = maya.user
  const whole: Notice = {
    clientId,
    to: 'admins',
    kind: 'user.joined',
    about: newId(),
    change: 'new',
    data: { name: 'Theo Frost' },
    ...notice,
  }
  return world.database.asSystem('test: notify', (tx) => notify(tx, world.dispatcher, whole))
}

const bell = async (user: TestUser) => (await user.call(listNotifications, { query: { size: 100 } })).body
const keepsOnly = async (user: TestUser, work: () => Promise<void>) => {
  const before = (await bell(user)).total
  await work()
  return (await bell(user)).total - before
}

/** The enqueued emails, delivered or not; the newest first. */
const emailsTo = (user: TestUser): Promise<{ subject: string; text: string }[]> =>
  world.database.asSystem('test: read letters', (tx) =>
    tx
      .selectFrom('platform.email')
      .select(['subject', 'body_text as text'])
      .where('to_address', '=', user.email)
      .orderBy('id', 'desc')
      .execute(),
  )
const subjectsTo = async (user: TestUser) => (await emailsTo(user)).map(({ subject }) => subject)

describe('A notification', () => {
  it('reaches the admins of the account, including its owner, and no one else', async () => {
    await changeUser(world, maya, { role: 'user' })
    const gained = [maya, nina, uma, jonah].map((user) => bell(user))
    const before = (await Promise.all(gained)).map(({ total }) => total)
    await sendNotice()
    const after = (await Promise.all([maya, nina, uma, jonah].map(bell))).map(({ total }) => total)
    expect(after.map((total, index) => total - (before[index] ?? 0))).toEqual([1, 1, 0, 0])
    await changeUser(world, maya, { role: 'admin' })
  })

  it('has no advertisement in its email, even if names of users and accounts contain one', async () => {
    const eve = await world.signUp({ company: 'Visit www.evil.example', name: 'Eve' })
    const { clientId } = eve.user
    await eve.call(setEmailPreferences, { body: { people: true, account: true, sources: true } })
    for (const kind of notificationKinds.filter((known) => known !== 'staff.looked'))
      await sendNotice({
        clientId,
        to: [eve.user.id],
        kind,
        data: { name: 'https://evil.example', role: 'admin', status: 'suspended' },
      })
    const emails = await emailsTo(eve)
    expect(emails.map(({ subject }) => subject)).toContain('Someone joined your account')
    expect(JSON.stringify(emails)).not.toContain('evil')
  })

  it('is not sent to the user who acted', async () => {
    const gained = await keepsOnly(nina, () => sendNotice({ except: nina.user.id }))
    expect(gained).toBe(0)
  })

  it('reaches the owner alone, or given users who belong to the account', async () => {
    expect(await keepsOnly(nina, () => sendNotice({ to: 'owner' }))).toBe(0)
    expect(await keepsOnly(maya, () => sendNotice({ to: 'owner' }))).toBe(1)
    expect(await keepsOnly(uma, () => sendNotice({ to: [uma.user.id] }))).toBe(1)
    expect(await keepsOnly(jonah, () => sendNotice({ to: [jonah.user.id, newId()] }))).toBe(0)
  })

  it('skips an admin who is suspended', async () => {
    await changeUser(world, nina, { status: 'SUSPENDED' })
    await sendNotice({ about: 'while-suspended' })
    await changeUser(world, nina, { status: 'ACTIVE' })
    const rows = await world.database.asSystem('test: look', (tx) =>
      tx.selectFrom('notification').select('user_id').where('about', '=', 'while-suspended').execute(),
    )
    expect(rows).toEqual([{ user_id: maya.user.id }])
  })

  it('is sent once for a change, even if that is recorded again, with one email', async () => {
    const once = { about: 'once', change: 'once' }
    const again = () => sendNotice({ kind: 'client.status_changed', ...once, data: { status: 'suspended', reason: 'Not paid' } })
    const emails = (await emailsTo(maya)).length
    expect(await keepsOnly(maya, async () => void (await Promise.all([again(), again(), again()])))).toBe(1)
    expect(await keepsOnly(maya, again)).toBe(0)
    expect((await emailsTo(maya)).length - emails).toBe(1)
  })

  it('can be written by a request of the account, by staff and by the product itself', async () => {
    const { clientId } = maya.user
    const notice = (): Notice => ({
      clientId,
      to: 'admins',
      kind: 'client.owner_changed',
      about: newId(),
      change: '1',
      data: { name: 'Nina' },
    })
    const { database, dispatcher } = world
    const ways = [
      () => database.inClient(clientId, (tx) => notify(tx, dispatcher, notice())),
      () => database.asStaff('test: notify', (tx) => notify(tx, dispatcher, notice())),
      () => database.asSystem('test: notify', (tx) => notify(tx, dispatcher, notice())),
    ]
    for (const way of ways) expect(await keepsOnly(maya, way)).toBe(1)
  })

  it('updates the open screens of the account', async () => {
    const { clientId } = maya.user
    const liveUpdates = () =>
      world.database.inClient(clientId, (tx) =>
        tx.selectFrom('live_event').select('id').where('client_id', '=', clientId).where('topic', '=', 'notifications').execute(),
      )
    const before = (await liveUpdates()).length
    await sendNotice()
    expect(await liveUpdates()).toHaveLength(before + 1)
    await maya.call(readNotifications, { body: {} })
    expect(await liveUpdates()).toHaveLength(before + 2)
  })

  it('is sent with any typed text', async () => {
    await sendNotice({ data: { name: 'half \uD83D', reason: '😀' } })
    expect((await bell(maya)).items[0]?.data).toEqual({ name: 'half \uFFFD', reason: '😀' })
  })

  it('is undone with its transaction', async () => {
    const failing = () =>
      world.database
        .asSystem('test: fail', async (tx) => {
          await notify(tx, world.dispatcher, {
            clientId: maya.user.clientId,
            to: 'admins',
            kind: 'user.removed',
            about: 'x',
            change: '1',
            data: {},
          })
          throw new Error('no')
        })
        .catch(() => undefined)
    expect(await keepsOnly(maya, failing)).toBe(0)
  })
})

describe.each(notificationKinds)('The object of a notification of the kind %s', (kind) => {
  const rowsAbout = (about: string) =>
    world.database.asSystem('test: look', (tx) =>
      tx
        .selectFrom('notification')
        .select('read_at')
        .where('client_id', '=', maya.user.clientId)
        .where('user_id', '=', maya.user.id)
        .where('about', '=', about)
        .execute(),
    )

  it('decides which notifications are settled', async () => {
    const [done, open] = [newId(), newId()]
    for (const about of [done, open]) await sendNotice({ kind, about, change: 'a change: with 2 marks' })
    await world.database.asSystem('test: settle', (tx) => settleNotices(tx, maya.user.clientId, { kinds: [kind], about: done }))
    expect(await rowsAbout(done)).toMatchObject([{ read_at: expect.any(Date) }])
    expect(await rowsAbout(open)).toMatchObject([{ read_at: null }])
  })
})

describe('The notifications of a user', () => {
  it('are listed in pages, the newest first, with the number of unread ones', async () => {
    await maya.call(readNotifications, { body: {} })
    for (const name of ['One', 'Two', 'Three']) await sendNotice({ data: { name } })
    const { items, total, unread } = (await maya.call(listNotifications, { query: { size: 2 } })).body
    expect([items.map(({ data }) => data.name), unread]).toEqual([['Three', 'Two'], 3])
    expect(items[0]).toMatchObject({ kind: 'user.joined', readAt: null, createdAt: expect.stringMatching(/Z$/) })
    const next = (await maya.call(listNotifications, { query: { size: 2, page: 2 } })).body
    expect([next.items[0]?.data.name, next.total]).toEqual(['One', total])
  })

  it('are marked as read by id, then all, and stay read', async () => {
    const [first] = (await bell(maya)).items
    expect((await maya.call(readNotifications, { body: { ids: [first?.id ?? ''] } })).body).toEqual({ unread: 2 })
    expect((await maya.call(readNotifications, { body: { ids: [] } })).body).toEqual({ unread: 2 })
    const readAt = (await bell(maya)).items[0]?.readAt
    expect((await maya.call(readNotifications, { body: {} })).body).toEqual({ unread: 0 })
    expect((await bell(maya)).items[0]?.readAt).toBe(readAt)
  })

  it("are the user's own: no other user can mark them [HTTP-08]", async () => {
    await sendNotice()
    const [hers] = (await bell(maya)).items
    for (const other of [nina, jonah]) {
      expect((await bell(other)).items.map(({ id }) => id)).not.toContain(hers?.id)
      expect((await other.call(readNotifications, { body: { ids: [hers?.id ?? ''] } })).status).toBe(200)
    }
    expect((await bell(maya)).items[0]?.readAt).toBeNull()
  })

  it.each([
    [readNotifications, { body: { ids: ['no id'] } }, 'VALIDATION_FAILED'],
    [readNotifications, { body: { all: true } }, 'VALIDATION_FAILED'],
    [listNotifications, { query: { unread: true } }, 'UNKNOWN_FILTER'],
    [listNotifications, { query: { size: 101 } }, 'VALIDATION_FAILED'],
    [setEmailPreferences, { body: { people: true } }, 'VALIDATION_FAILED'],
    [setEmailPreferences, { body: { people: true, account: true, staff: false } }, 'VALIDATION_FAILED'],
  ] as [Route, object, string][])('refuses what it does not know: %o', async (route, request, code) => {
    const { status, error } = await maya.call(route, request)
    expect([status, error.code]).toEqual([400, code])
  })

  it('exist for staff too, and not without signing in', async () => {
    const steward = await signUpStaff(world)
    expect((await steward.call(listNotifications)).body).toEqual({ items: [], total: 0, unread: 0 })
    expect((await world.call(listNotifications)).status).toBe(401)
  })

  it('are deleted after ninety days', async () => {
    await sendNotice({ data: { name: 'Long ago' } })
    const [old] = (await bell(maya)).items
    const then = new Date(Date.now() - 91 * 86_400_000)
    await world.database.asSystem('test: age', (tx) =>
      tx
        .updateTable('notification')
        .set({ created_at: then })
        .where('id', '=', old?.id ?? '')
        .execute(),
    )
    const before = (await bell(maya)).total
    for (const { handle } of notificationJobs(world.database)) await handle({}, new AbortController().signal)
    expect((await bell(maya)).total).toBe(before - 1)
  })
})

describe('Email notifications', () => {
  it('come for the account until the user opts out, and for users once the user opts in', async () => {
    const theo = await world.signUp({ company: 'Frost Works', name: 'Theo' })
    const { clientId } = theo.user
    const both = async () => {
      await sendNotice({ clientId, kind: 'user.joined', data: { name: 'Ana Lu' } })
      await sendNotice({ clientId, kind: 'client.owner_changed', data: { name: 'Ana Lu', actor: 'Theo' } })
    }
    const gained = async (work: () => Promise<void>) => {
      const before = await subjectsTo(theo)
      await work()
      return (await subjectsTo(theo)).slice(0, -before.length).toSorted()
    }
    expect((await theo.call(getMailPreferences)).body).toEqual({ people: false, account: true, sources: true })
    expect(await gained(both)).toEqual(['Frost Works has a new owner'])
    const chosen = { people: true, account: false, sources: false }
    for (let twice = 0; twice < 2; twice += 1)
      expect((await theo.call(setEmailPreferences, { body: chosen })).body).toEqual(chosen)
    expect((await theo.call(getMailPreferences)).body).toEqual(chosen)
    expect(await gained(both)).toEqual(['Ana Lu joined Frost Works'])
    expect((await jonah.call(getMailPreferences)).body).toEqual({ people: false, account: true, sources: true })
  })

  it('are not sent twice to a user who gets a separate email about the same', async () => {
    const emails = async () => (await Promise.all([maya, nina].map(emailsTo))).map(({ length }) => length)
    const [hers = 0, ninas = 0] = await emails()
    await sendNotice({ kind: 'client.owner_changed', withoutEmail: [maya.user.id] })
    expect(await emails()).toEqual([hers, ninas + 1])
    await sendNotice({ kind: 'client.owner_changed', withoutEmail: 'all' })
    expect(await emails()).toEqual([hers, ninas + 1])
  })

  it.each([
    ['sync.lost', '/settings/integrations/{id}'],
    ['sync.expiring', '/settings/integrations/{id}'],
    ['sync.failing', '/settings/integrations/{id}?tab=runs'],
    ['sync.held', '/settings/integrations/{id}?tab=counts'],
    ['sync.skipping', '/settings/integrations/{id}?tab=set-aside'],
    ['sync.disconnected', '/settings/integrations'],
    ['user.suspended', '/settings/users'],
    ['client.owner_changed', '/settings/account'],
  ] as const)('about %s lead to %s', async (kind, path) => {
    const integrationId = newId()
    await nina.call(setEmailPreferences, { body: { people: true, account: true, sources: true } })
    await sendNotice({ kind, data: { name: 'Helio', integrationId } })
    const [email] = await emailsTo(nina)
    const address = new URL(path.replace('{id}', integrationId), world.dispatcher.productUrl).href
    expect(email?.text.split(/\s+/)).toContain(address)
  })

  it('name for every kind who, what and why; views by staff have a separate email elsewhere', async () => {
    const mia = await world.signUp({ company: 'Mia Ltd', name: 'Mia' })
    await mia.call(setEmailPreferences, { body: { people: true, account: true, sources: true } })
    const before = (await emailsTo(mia)).length
    const about = { name: 'Ana Lu', actor: 'Ben Ode', role: 'account_admin', status: 'closing', reason: 'Because of this' }
    const data = { ...about, at: '2026-11-24T09:00:00.000Z' }
    for (const kind of notificationKinds) await sendNotice({ clientId: mia.user.clientId, kind, data })
    const emails = (await emailsTo(mia)).slice(0, -before)
    expect(emails.map(({ subject }) => subject).toReversed()).toEqual([
      'Ana Lu joined Mia Ltd',
      'Ana Lu was suspended',
      'Ana Lu was restored',
      'Ana Lu was removed',
      'Ana Lu left',
      'Ana Lu has a new role',
      'Mia Ltd is now closing',
      'Mia Ltd has a new owner',
      'Ana Lu stopped syncing',
      'Access to Ana Lu ends on November 24, 2026',
      'Ana Lu works again',
      'Ana Lu was disconnected',
      'Ana Lu keeps failing to sync',
      'Ana Lu: a removal needs your approval',
      'Ana Lu has skipped rows',
      'Ana Lu syncs without problems again',
    ])
    const texts = emails.map(({ text }) => text).join('\n')
    expect(texts).toContain('The role of Ana Lu in Mia Ltd is now Account admin, changed by Ben Ode.')
    expect(texts).toContain('Reason: Because of this')
    expect((await bell(mia)).items.map(({ kind }) => kind).toReversed()).toEqual([...notificationKinds])
  })
})
