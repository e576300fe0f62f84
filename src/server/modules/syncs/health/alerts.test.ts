// Runs that keep failing, wait for approval or skip rows: admins are notified once, and once more when it is over.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listNotifications, setEmailPreferences, type NotificationKind } from '#contract/notifications.ts'
import { approveRemoval, runToEnd, settled } from '#server/testing/vendors/runs.ts'
import { connectToRead, goAndComeBack } from '#server/testing/vendors/sources.ts'
import { startStage, type PlayedVendor, type Stage } from '#server/testing/vendors/stage.ts'
import { eventually, type TestUser } from '#server/testing/world.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())

interface Source {
  noor: TestUser
  vendor: PlayedVendor
  account: string
  id: string
}

const connected = async (people = 5): Promise<Source> => {
  const noor = await stage.signUp({ company: 'Harbor Light', name: 'Noor' })
  const vendor = stage.play('hubspot')
  vendor.faults.clear()
  const account = vendor.newAccount('Harbor portal', { people, deals: 0 })
  const { id } = await connectToRead(noor, 'hubspot', vendor.toConnect(account))
  await settled(noor, id)
  return { noor, vendor, account, id }
}

/** Noor's notifications about runs, the oldest first, with whether they are read. */
const notificationsOf = async ({ noor }: Source): Promise<[NotificationKind, 'read' | 'unread'][]> => {
  const { body } = await noor.call(listNotifications, { query: {} })
  const runs = body.items.filter(({ kind }) => /^sync\.(failing|held|skipping|resolved)$/.test(kind))
  return runs.toReversed().map(({ kind, readAt }) => [kind, readAt === null ? 'unread' : 'read'])
}

const emailsTo = async ({ noor }: Source): Promise<string[]> => {
  const response = await fetch(`${stage.world.url}/agencies-api/outbox/letters?to=${encodeURIComponent(noor.email)}`)
  const { items } = (await response.json()) as { items: { subject: string }[] }
  return items.map(({ subject }) => subject).filter((subject) => subject.startsWith('HubSpot'))
}

/** The stored number of failures in a row, which is updated after the run has ended. */
const failuresOf = ({ id }: Source): Promise<number | undefined> =>
  stage.world.database.asSystem('test: noted failures', async (tx) => {
    const row = await tx.selectFrom('integration').select('failures_in_row').where('id', '=', id).executeTakeFirst()
    return row?.failures_in_row
  })

const failOnce = async (source: Source): Promise<void> => {
  const { noor, vendor, id } = source
  const before = (await failuresOf(source)) ?? 0
  vendor.faults.add({ kind: 'odd_shape', path: '/objects/contacts' })
  expect(await runToEnd(noor, id)).toMatchObject({ status: 'failed', error_kind: 'bad_answer' })
  vendor.faults.clear()
  await expect.poll(() => failuresOf(source)).toBe(before + 1)
}

const expectNotifications = async (source: Source, story: readonly [NotificationKind, string][]): Promise<void> => {
  await expect.poll(() => notificationsOf(source)).toEqual(story)
}

describe('Runs that fail', () => {
  it('notify at the third failure in a row, by notification and email, and once more when they succeed again', async () => {
    const source = await connected()
    await failOnce(source)
    await failOnce(source)
    expect(await notificationsOf(source)).toEqual([])
    await failOnce(source)
    await expectNotifications(source, [['sync.failing', 'unread']])
    await failOnce(source)
    await runToEnd(source.noor, source.id)
    await expectNotifications(source, [
      ['sync.failing', 'read'],
      ['sync.resolved', 'unread'],
    ])
    const emails = await eventually(async () => {
      const subjects = await emailsTo(source)
      return subjects.length < 2 ? undefined : subjects
    })
    expect(emails.toSorted()).toEqual([
      'HubSpot, harbor-portal.example.com keeps failing to sync',
      'HubSpot, harbor-portal.example.com syncs without problems again',
    ])
  })

  it('notify earlier after failing for over 6 hours; users who turned emails off get none', async () => {
    const source = await connected()
    await source.noor.call(setEmailPreferences, { body: { people: false, account: true, sources: false } })
    await failOnce(source)
    await stage.world.database.asSystem('test: seven hours later', (tx) =>
      sql`update integration set failing_since = failing_since - interval '7 hours' where id = ${source.id}`.execute(tx),
    )
    await failOnce(source)
    await expectNotifications(source, [['sync.failing', 'unread']])
    expect(await emailsTo(source)).toEqual([])
  })

  it('are forgotten when one succeeds in between', async () => {
    const source = await connected()
    for (let round = 0; round < 3; round += 1) {
      await failOnce(source)
      await runToEnd(source.noor, source.id)
      await expect.poll(() => failuresOf(source)).toBe(0)
    }
    expect(await notificationsOf(source)).toEqual([])
  })

  it('are forgotten when the source is reconnected', async () => {
    const source = await connected()
    await failOnce(source)
    const again = await goAndComeBack(source.noor, 'hubspot', source.vendor.toConnect(source.account), source.id)
    expect(again.status).toBe(200)
    expect(await failuresOf(source)).toBe(0)
  })
})

it('notifies once of a removal that waits, until an admin has approved it', async () => {
  const source = await connected(60)
  const { noor, vendor, account, id } = source
  for (const contact of vendor.crm.people(account, 40)) vendor.crm.removePerson(account, contact.id, Date.now())
  // As if HubSpot had not reported the deletions.
  await stage.world.database.asSystem('test: deletions were missed', (tx) =>
    sql`update sync_stream set watermark = null where integration_id = ${id} and stream = 'deletions'`.execute(tx),
  )
  for (let round = 0; round < 2; round += 1)
    expect(await runToEnd(noor, id, 'sweep')).toMatchObject({ status: 'failed', error_kind: 'held' })
  await expectNotifications(source, [['sync.held', 'unread']])
  await approveRemoval(noor, id)
  expect(await settled(noor, id)).toMatchObject({ status: 'done' })
  await expectNotifications(source, [
    ['sync.held', 'read'],
    ['sync.resolved', 'unread'],
  ])
})

it('notifies when rows are skipped for the first time, and once when none is skipped anymore', async () => {
  const source = await connected()
  const { noor, vendor, account, id } = source
  const [contact] = vendor.crm.people(account, 1)
  const change = (company: unknown) =>
    vendor.crm.changePerson(account, contact?.id ?? '', { company: company as never }, Date.now())
  change({ legal: 'Odd' })
  for (let round = 0; round < 2; round += 1) expect(await runToEnd(noor, id)).toMatchObject({ status: 'done_with_rejects' })
  await expectNotifications(source, [['sync.skipping', 'unread']])
  change('Even')
  expect(await runToEnd(noor, id)).toMatchObject({ status: 'done' })
  await expectNotifications(source, [
    ['sync.skipping', 'read'],
    ['sync.resolved', 'unread'],
  ])
})
