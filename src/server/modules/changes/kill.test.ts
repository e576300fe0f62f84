// Workers, the product and its PostgreSQL die while sources are read and followed. In the end the follower is equal to the rows.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteIntegration } from '#contract/integrations/integrations.ts'
import { openAccount } from '#server/testing/kills/accounts.ts'
import { install, type Installation } from '#server/testing/kills/installation.ts'
import { killAll } from '#server/testing/kills/killing.ts'
import { watchRecovery, type Recovery } from '#server/testing/kills/recovery.ts'
import { askForRun, settled } from '#server/testing/vendors/runs.ts'
import { eventually, signUpOn, type TestUser } from '#server/testing/world.ts'
import { newFolder } from '#server/testing/database/folder.ts'
import { countContacts, rowsOf, copiesOf, createCopyTable, followers } from './testing/row-copy.ts'

const folder = newFolder('tributary-follower-kills-')
let installation: Installation
let recovery: Recovery
let storm: ReturnType<typeof killAll>
let ann: TestUser

beforeAll(async () => {
  installation = await install({
    dataDir: join(folder, 'data'),
    workers: 1,
    leaseSeconds: 2,
    answerMs: 40,
    followers: join(import.meta.dirname, 'testing/row-copy.ts'),
  })
  await createCopyTable(installation.location)
  await installation.ready()
  recovery = watchRecovery(installation.database)
  storm = killAll(installation, { recovery, seed: 2026, killsARound: 3 })
  ann = await signUpOn(installation.url, { company: 'Annfield Dental', name: 'Ann' })
})
afterAll(async () => {
  await recovery.close()
  await installation.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The number of contacts, once the copy is equal to them. */
const equalCopy = (): Promise<number> =>
  eventually(async () => {
    const { database } = installation
    const { clientId } = ann.user
    const [rows, copies] = [await rowsOf(database, clientId), await copiesOf(database, clientId, followers[0]?.name)]
    return JSON.stringify(rows) === JSON.stringify(copies) ? countContacts(rows) : undefined
  })

/** Retries while the product is not up. */
const settledAmongKills = (id: string) => eventually(async () => settled(ann, id).catch(() => undefined))

it('after kills of all kinds during edits, merges, deletions and an erasure, a follower is equal to the rows', async () => {
  const size = { people: 150, deals: 40, days: 1 }
  const accounts = (['hubspot', 'salesforce'] as const).map((type) => openAccount(installation.sandbox, type, size))
  const sources: string[] = []
  for (const account of accounts) sources.push(await account.connect(ann))
  await storm.killing.allDuring(() => Promise.all(sources.map(settledAmongKills)))
  await installation.ready()
  expect(await equalCopy()).toBeGreaterThanOrEqual(300)

  for (const { settle, change, removeContacts, grow } of accounts)
    for (const happen of [settle, change, removeContacts, grow]) happen()
  await installation.ready()
  for (const source of sources) expect((await askForRun(ann, source, 'sweep')).status).toBe(202)
  await storm.killing.allDuring(() => Promise.all(sources.map(settledAmongKills)))
  await installation.ready()
  expect(await equalCopy()).toBeGreaterThan(280)

  const [hubspot = ''] = sources
  const before = await equalCopy()
  const gone = await ann.call(deleteIntegration, { params: { id: hubspot }, query: { erase: 'now' } })
  expect(gone.status).toBe(200)
  const left = await eventually(async () => {
    const count = await equalCopy()
    return count < before - 140 ? count : undefined
  })
  expect(left).toBeGreaterThan(100)
  expect(Math.min(...Object.values(storm.kills))).toBeGreaterThan(0)
})
