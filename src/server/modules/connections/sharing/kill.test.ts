// Workers, the product and its PostgreSQL die while a company syncs, shares less, and ends. The agency has what it may.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acceptConnection, cancelConnection } from '#contract/connections/connections.ts'
import { listReceipts } from '#contract/connections/sharing.ts'
import { emptyCriteria, type Criteria } from '#contract/criteria/criteria.ts'
import { openAccount } from '#server/testing/kills/accounts.ts'
import { install, type Installation, type Victim } from '#server/testing/kills/installation.ts'
import { askForRun, settled } from '#server/testing/vendors/runs.ts'
import { eventually, signUpOn, type TestUser } from '#server/testing/world.ts'
import { newFolder } from '#server/testing/database/folder.ts'
import { diceOf } from '../../criteria/testing/random.ts'
import { readPlain } from '../../criteria/testing/read-plain.ts'
import { expectedOf, readRows, seenIn } from '../../projection/testing/expected.ts'
import { namesIn, namesOf } from '../../projection/testing/names.ts'
import { membersOf, sharedBy } from '../../projection/testing/shares.ts'
import { approve, arrive, invite, send, type Pair } from '../testing/pairs.ts'

const folder = newFolder('tributary-sharing-kills-')
let installation: Installation
let ana: TestUser
let priya: TestUser

beforeAll(async () => {
  installation = await install({ dataDir: join(folder, 'data'), workers: 1, leaseSeconds: 2, answerMs: 40 })
  await installation.ready()
  ana = await signUpOn(installation.url, { company: 'Northlight Growth', name: 'Ana', agency: true })
  priya = await signUpOn(installation.url, { company: 'Brightsmile Dental', name: 'Priya' })
})
afterAll(async () => {
  await installation.close()
  rmSync(folder, { recursive: true, force: true })
})

const victims: readonly Victim[] = ['worker', 'product', 'postmaster']
const dice = diceOf(2027)

/** While something happens, each of them dies once, at random moments. */
const killAllDuring = async <T>(work: () => Promise<T>): Promise<T> => {
  const killAll = async () => {
    for (const victim of victims) {
      await pause(dice.below(400))
      await installation.ready()
      expect(installation.kill(victim)).toBeTypeOf('number')
    }
    await installation.ready()
  }
  const [done] = await Promise.all([work(), killAll()])
  return done
}

/** Retries while the product is not up. */
const amongKills = <T>(look: () => Promise<T>): Promise<NonNullable<T>> =>
  eventually(async () => (await look().catch(() => undefined)) ?? undefined)

/** How many contacts the agency has, once all its rows are what plain TypeScript says. */
const equalRows = (id: string, criteria: Criteria): Promise<number> =>
  amongKills(async () => {
    const { database } = installation
    const { clientId } = priya.user
    const sharing = { clientId, exclusionTag: 'do-not-share', excludedIds: [], acceptedAt: null }
    const share = { connectionId: id, agencyId: ana.user.clientId, version: 1, criteria, sharing }
    const now = sharedBy(share, await readPlain(database, clientId, []))
    const { ids: known } = await membersOf(database, share)
    const own = await readRows(database, clientId)
    const expected = expectedOf(own, now, { criteria, known })
    const rows = await readRows(database, ana.user.clientId)
    const seen = { ...seenIn(rows, id), ...namesIn(rows, id) }
    const equal = { ...expected, ...namesOf(own, expected, criteria) }
    return JSON.stringify(sorted(seen)) === JSON.stringify(sorted(equal)) ? now.contacts.length : undefined
  })

const sorted = (value: unknown): unknown => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, own]) => [key, sorted(own)]),
  )
}

it('after kills of all kinds during syncs, narrowing and revocation, an agency has exactly what is shared, and then nothing', async () => {
  const account = openAccount(installation.sandbox, 'hubspot', { people: 150, deals: 40, days: 1 })
  const source = await account.connect(priya)
  await settled(priya, source)
  const { id } = await invite(ana, priya.email)
  await priya.call(acceptConnection, { params: { id }, body: {} })
  const criteria: Criteria = {
    ...emptyCriteria(source),
    match_on: 'contact',
    filter: { field: 'created_since', op: '>=', values: ['2000-01-01'] },
    type_of_data: 'BASIC',
    on_leave: 'remove',
  }
  const pair: Pair = { ana, priya, id, criteria }
  const { textHash } = await send(pair, criteria)
  await killAllDuring(async () => {
    await amongKills(async () => ((await approve(ana, id, textHash)).status < 500 ? true : undefined))
    await amongKills(() => arrive(pair, 'ACTIVE'))
  })
  expect(await equalRows(id, criteria)).toBeGreaterThan(100)

  for (const happen of [account.settle, account.change, account.removeContacts, account.grow]) happen()
  await installation.ready()
  expect((await askForRun(priya, source, 'sweep')).status).toBe(202)
  await killAllDuring(() => amongKills(() => settled(priya, source)))
  expect(await equalRows(id, criteria)).toBeGreaterThan(100)

  await installation.ready()
  const narrower: Criteria = { ...criteria, type_of_data: 'OUTCOMES' }
  await send(pair, narrower)
  await killAllDuring(() => equalRows(id, narrower))
  expect(await equalRows(id, narrower)).toBeGreaterThan(100)

  await installation.ready()
  await priya.call(cancelConnection, { params: { id }, body: { name: ana.user.client.name } })
  const receiptOf = (user: TestUser) =>
    amongKills(async () => (await user.call(listReceipts, { params: { id }, query: {} })).body.items.find(isFinishedEnd))
  await killAllDuring(() => receiptOf(ana))
  expect(await receiptOf(priya)).toEqual(await receiptOf(ana))
  const left = await readRows(installation.database, ana.user.clientId)
  expect([left.contacts, left.opportunities]).toEqual([[], []])
  expect([left.touches.size, left.events.size, left.parties.size]).toEqual([0, 0, 0])
})

const isFinishedEnd = ({ kind, finishedAt }: { kind: string; finishedAt: string | null }): boolean =>
  kind === 'ended' && finishedAt !== null
