import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getLineage, listContacts } from '#contract/crm/records.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import { openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let maya: TestUser
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
})
afterAll(() => world.close())

const contactsOf = async (integrationId: string) => {
  const { items } = (await maya.call(listContacts, { query: { integration_id: integrationId, size: 20 } })).body
  const contacts = []
  for (const { id } of items) contacts.push((await maya.call(getLineage, { params: { id } })).body.fields)
  return contacts
}

describe('Every field of a contact', () => {
  it.each(['hubspot', 'salesforce', 'microsoft_dynamics', 'active_campaign', 'ghl', 'googlesheet', 'airtable'] as const)(
    'is traced back to its path in what %s sent, also the vendor’s own ones',
    async (type) => {
      const { id } = await connectToRead(
        maya,
        type,
        await openAccount(world, type, { name: 'Harbor leads', people: 20, deals: 4 }),
      )
      await settled(maya, id)
      const contacts = await contactsOf(id)
      expect(contacts.length).toBe(20)
      const untraced = contacts.flat().filter(({ path, raw, run_id }) => path === null || raw === null || run_id === null)
      expect(untraced).toEqual([])
      for (const fields of contacts) {
        const paths = fields.filter(({ field }) => field.startsWith('fields.')).map(({ path }) => path)
        const ours = new Set(fields.filter(({ field }) => !field.startsWith('fields.')).map(({ path }) => path))
        expect(paths.filter((path) => ours.has(path))).toEqual([])
      }
    },
  )
})
