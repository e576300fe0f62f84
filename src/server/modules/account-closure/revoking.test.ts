// Our access at the vendors ends with the account.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { closeClient } from '#contract/account-closure.ts'
import { defineJob } from '#server/platform/jobs/define-job.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect } from '#server/testing/vendors/sources.ts'
import { startStage, type PlayedVendor, type Stage } from '#server/testing/vendors/stage.ts'
import { eventually } from '#server/testing/world.ts'

const sweep = defineJob({ name: 'closing.erase', data: z.object({}), retries: 0, retryDelay: 1 })

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())

const isRevoked = ({ vendor }: PlayedVendor, account: string): boolean => {
  const { store } = stage.sandbox
  const rows = store.all('select revoked from token where vendor = ? and account = ?', vendor.prefix, account)
  return rows.length > 0 && rows.every(({ revoked }) => revoked === 1)
}

it('is revoked at every vendor before the tokens are erased; tokens that cannot be opened do not stop it', async () => {
  const { world } = stage
  const maya = await stage.signUp({ company: 'Harbor Light' })
  const { clientId, client } = maya.user
  const played = (['hubspot', 'salesforce'] as const).map((type) => stage.play(type))
  const accounts = played.map((vendor) => vendor.newAccount('Harbor'))
  for (const [ref, vendor] of played.entries()) {
    const source = await connect(maya, vendor.type, vendor.toConnect(accounts[ref] ?? ''))
    await settled(maya, source.id)
  }
  const [hubspot, salesforce] = played as [PlayedVendor, PlayedVendor]
  await maya.call(closeClient, { params: { id: clientId }, body: { name: client.name } })
  await world.database.asSystem('test: 30 days go by', async (tx) => {
    await sql`update integration_secret set access_sealed = 'scratched'
      where client_id = ${clientId} and id in (select id from integration where type = 'hubspot')`.execute(tx)
    await sql`update client set closes_at = now() - interval '1 second' where client_id = ${clientId}`.execute(tx)
    await world.queue.enqueue(tx, sweep, {})
  })
  const left = await eventually(async () => {
    const { rows } = await world.database.asSystem('test: what is left', (tx) =>
      sql`select 1 from integration where client_id = ${clientId}`.execute(tx),
    )
    return rows.length === 0 ? rows : undefined
  })
  expect([left, isRevoked(salesforce, accounts[1] ?? ''), isRevoked(hubspot, accounts[0] ?? '')]).toEqual([[], true, false])
})
