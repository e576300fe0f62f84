// A contact that is deleted at the vendor leaves all lists; deleted pipelines and stages are deleted here too.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getLineage, listContacts } from '#contract/crm/records.ts'
import { runToEnd, settled } from '#server/testing/vendors/runs.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import { startStage, type Stage } from '#server/testing/vendors/stage.ts'
import type { TestUser } from '#server/testing/world.ts'

let stage: Stage
let ines: TestUser
beforeAll(async () => {
  stage = await startStage()
  ines = await stage.signUp({ company: 'Brightsmile', name: 'Ines' })
})
afterAll(() => stage.close())

const rowsOf = <T>(query: ReturnType<typeof sql<T>>) =>
  stage.world.database.inClient(ines.user.clientId, async (tx) => (await query.execute(tx)).rows)

type Crm = 'hubspot' | 'salesforce' | 'active_campaign' | 'ghl' | 'microsoft_dynamics'

const connected = async (type: Crm) => {
  const vendor = stage.play(type)
  const account = vendor.newAccount('Brightsmile', { people: 30, deals: 10 })
  const { id } = await connectToRead(ines, type, vendor.toConnect(account))
  await settled(ines, id)
  return { vendor, account, id }
}

const membershipsOf = (id: string, contact: string) =>
  rowsOf(sql`select 1 from crm_list_member where data_source_id = ${id} and contact_external_id = ${contact}`)

const members = async (id: string): Promise<number> =>
  (await rowsOf(sql`select 1 from crm_list_member where data_source_id = ${id}`)).length

describe.each(['hubspot', 'salesforce', 'active_campaign', 'ghl', 'microsoft_dynamics'] as const)('at %s', (type) => {
  it('removes a deleted contact from all lists together with the deletion', async () => {
    const { vendor, account, id } = await connected(type)
    const [member] = await rowsOf(sql<{ contact: string; lists: number }>`
      select contact_external_id as contact, count(*)::integer as lists from crm_list_member where data_source_id = ${id}
      group by 1 order by 2 desc, 1 limit 1`)
    const before = await members(id)
    expect(member?.lists).toBeGreaterThan(0)
    vendor.crm.removePerson(account, member?.contact ?? '', Date.now())
    await runToEnd(ines, id, 'sweep')
    expect(await membershipsOf(id, member?.contact ?? '')).toEqual([])
    expect(await members(id)).toBe(before - (member?.lists ?? 0))
  })
})

it('adds a contact that returns to its lists with the next sync', async () => {
  const { id } = await connected('hubspot')
  const [member] = await rowsOf(sql<{ contact: string }>`
    select contact_external_id as contact from crm_list_member where data_source_id = ${id} order by 1 limit 1`)
  const contact = member?.contact ?? ''
  const before = await membershipsOf(id, contact)
  await rowsOf(
    sql`update contact set deleted_at = now(), content_hash = '' where data_source_id = ${id} and external_id = ${contact}`,
  )
  await rowsOf(sql`delete from crm_list_member where data_source_id = ${id} and contact_external_id = ${contact}`)
  await rowsOf(sql`update sync_stream set watermark = null where integration_id = ${id} and stream = 'contacts'`)
  await runToEnd(ines, id)
  await runToEnd(ines, id)
  expect(await membershipsOf(id, contact)).toEqual(before)
})

interface Pipeline {
  id: string
  stages: readonly { id: string }[]
}

const anotherLike = ({ id, stages, ...rest }: Pipeline): Pipeline => ({
  ...rest,
  id: `${id}9`,
  stages: stages.map((one) => ({ ...one, id: `${one.id}9` })),
})

const catalogues = [
  ['ghl', 'pipelines'],
  ['active_campaign', 'groups'],
] as const

describe.each(catalogues)('Pipelines and stages that are deleted at %s', (type, fact) => {
  it('are marked, are shown as deleted where an opportunity was in them, and are active again when they return', async () => {
    const { vendor, account, id } = await connected(type)
    const { store } = stage.sandbox
    const known = store.account({ vendor: vendor.vendor.prefix, account })
    if (!known) throw new Error('The account is gone')
    const all = JSON.parse(known.facts[fact] ?? '[]') as Pipeline[]
    const set = (pipelines: readonly unknown[]): void =>
      store.putAccount({ ...known, facts: { ...known.facts, [fact]: JSON.stringify(pipelines) } })
    const gone = (table: 'pipeline' | 'pipeline_stage') =>
      rowsOf(sql`select 1 from ${sql.table(table)} where data_source_id = ${id} and deleted_at is not null`)

    set(all.map((one) => ({ ...one, stages: one.stages.slice(0, 1) })))
    await runToEnd(ines, id)
    const lost = all.flatMap((one) => one.stages.slice(1))
    expect(await gone('pipeline')).toEqual([])
    expect((await gone('pipeline_stage')).length).toBeGreaterThanOrEqual(lost.length)
    const { body } = await ines.call(listContacts, { query: { integration_id: id, size: 100 } })
    const stages = []
    for (const { id: contact } of body.items) {
      const lineage = await ines.call(getLineage, { params: { id: contact } })
      stages.push(...lineage.body.opportunities.flatMap((opportunity) => opportunity.stages))
    }
    expect(new Set(stages.map((one) => one.is_deleted))).toEqual(new Set([true, false]))

    set([...all, ...all.map(anotherLike)])
    await runToEnd(ines, id)
    expect([...(await gone('pipeline')), ...(await gone('pipeline_stage'))]).toEqual([])
    set(all)
    await runToEnd(ines, id)
    expect(await gone('pipeline')).toHaveLength(all.length)
  })
})
