// The calls for webhook properties, made exactly as the specification writes them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asWritten } from '#server/testing/as-written.ts'
import { startWorld, type World } from '#server/testing/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

describe('Webhook properties [API-20] [PARTNER-10]', () => {
  it('POST /agencies/webhook-properties/ adds, GET /agencies/webhook-properties/ lists, PUT /agencies/webhook-properties/ replaces, and DELETE /agencies/webhook-properties/{id} deletes', async () => {
    const asAna = asWritten(world, await world.signUp({ company: 'Northlight', name: 'Ana', agency: true }))
    const property = { name: 'roof_type', label: 'Roof type', type: 'enum', enum_values: ['slate', 'tile'] }
    const added = await asAna('agencies', 'POST /agencies/webhook-properties/', { properties: [property] })
    expect([added.status, added.body['properties']]).toEqual([201, [expect.objectContaining(property)]])
    const listed = await asAna('agencies', 'GET /agencies/webhook-properties/')
    expect([listed.status, listed.body]).toEqual([200, added.body])
    const [{ id }] = listed.body['properties'] as [{ id: string }]
    const changed = { id, name: 'roof_type', label: 'Kind of roof', type: 'string' }
    const replaced = await asAna('agencies', 'PUT /agencies/webhook-properties/', { properties: [changed] })
    expect([replaced.status, replaced.body['properties']]).toEqual([200, [expect.objectContaining(changed)]])
    const deleted = await asAna('agencies', `DELETE /agencies/webhook-properties/${id}`)
    expect([deleted.status, deleted.body]).toEqual([200, { deleted: true, kept_values: 0 }])
    expect((await asAna('agencies', 'GET /agencies/webhook-properties/')).body['properties']).toEqual([])
  })
})
