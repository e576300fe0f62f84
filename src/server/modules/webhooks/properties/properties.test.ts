import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import {
  changeWebhookProperties,
  createWebhookProperties,
  deleteWebhookProperty,
  listSetAside,
  listWebhookProperties,
  propertyLimits,
} from '#contract/webhooks/properties.ts'
import { createListener } from '#server/platform/db/listen.ts'
import { newId } from '#server/platform/ids.ts'
import { joinTeam } from '#server/testing/users.ts'
import { whileWaiting } from '#server/testing/waiting.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { openAgency, openCompany } from '../../connections/testing/pairs.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const roofType = { name: 'roof_type', label: 'Roof type', type: 'enum' as const, enum_values: ['slate', 'tile'] }
const callSeconds = { name: 'call_seconds', label: 'Call length', type: 'number' } as const

const text = (name: string) => ({ name, label: name, type: 'string' as const })

const create = (user: TestUser, ...properties: (typeof roofType | typeof callSeconds | ReturnType<typeof text>)[]) =>
  user.call(createWebhookProperties, { body: { properties } })

const listed = async (user: TestUser) => (await user.call(listWebhookProperties)).body.properties
const namesOf = async (user: TestUser) => (await listed(user)).map(({ name }) => name)

/** Counts values of a property as applying does. */
const count = (user: TestUser, propertyId: string, daysAgo: number, values: number) =>
  world.database.asSystem('test: values of a property', (tx) =>
    tx
      .insertInto('webhook_property_day')
      .values({
        client_id: user.user.clientId,
        property_id: propertyId,
        day: new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10),
        count: values,
      })
      .execute(),
  )

const change = (user: TestUser, ...properties: { id: string; version?: number; name: string; label: string; type: 'string' }[]) =>
  user.call(changeWebhookProperties, { body: { properties } })

const remove = (user: TestUser, id: string, force = false) =>
  user.call(deleteWebhookProperty, { params: { id }, query: { force: String(force) } })

describe('The catalogue of an agency [API-20] [PARTNER-10]', () => {
  it('lists what was added by name, with how many events of the last 30 days brought a value', async () => {
    const ana = await openAgency(world)
    expect(await listed(ana)).toEqual([])
    const { status, body } = await create(ana, roofType, callSeconds)
    expect(status).toBe(201)
    expect(body.properties.map(({ name }) => name)).toEqual(['call_seconds', 'roof_type'])
    const [calls, roof] = body.properties
    expect(roof).toMatchObject({ ...roofType, required: false, maps_to: 'custom', pii: false, example: '', used: 0, version: 1 })
    for (const [daysAgo, values] of [
      [0, 2],
      [29, 40],
      [30, 500],
    ] as const)
      await count(ana, calls?.id ?? '', daysAgo, values)
    expect((await listed(ana)).map(({ name, used }) => [name, used])).toEqual([
      ['call_seconds', 42],
      ['roof_type', 0],
    ])
  })

  it('takes all properties of a call, or none, and each name once', async () => {
    const ana = await openAgency(world)
    await create(ana, roofType)
    const taken = await create(ana, text('branch'), roofType)
    expect([taken.status, taken.error.code, taken.error.field]).toEqual([409, 'PROPERTY_EXISTS', 'properties.1.name'])
    const twice = await create(ana, text('branch'), text('plan'), text('branch'))
    expect([twice.status, twice.error.code, twice.error.field]).toEqual([409, 'PROPERTY_EXISTS', 'properties.2.name'])
    expect(await namesOf(ana)).toEqual(['roof_type'])
  })

  it('takes one of two properties with the same name that are added at the same moment', async () => {
    const ana = await openAgency(world)
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(ana, roofType)))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409', '409', '409'])
    expect(await namesOf(ana)).toEqual(['roof_type'])
  })

  it.each([
    ['a name with spaces', { ...text('Roof type') }, 'properties.0.name'],
    ['no label', { ...text('roof'), label: ' ' }, 'properties.0.label'],
    ['values although it is a text', { ...text('roof'), enum_values: ['slate'] }, 'properties.0.enum_values'],
    ['a field that does not exist', { ...text('roof'), maps_to: 'touch.color' }, 'properties.0.maps_to'],
  ])('refuses a property with %s', async (_what, property, field) => {
    const ana = await openAgency(world)
    const { status, error } = await ana.call(createWebhookProperties, { body: { properties: [property] } })
    expect([status, error.code, error.field]).toEqual([400, 'VALIDATION_FAILED', field])
  })

  it('has room for two hundred', async () => {
    const ana = await openAgency(world)
    const many = Array.from({ length: propertyLimits.properties }, (_, n) => text(`property_${n}`))
    const { atOnce } = propertyLimits
    for (const part of [many.slice(0, atOnce), many.slice(atOnce, -1)]) expect((await create(ana, ...part)).status).toBe(201)
    const tooMany = await create(ana, text('one'), text('another'))
    expect([tooMany.status, tooMany.error.code]).toEqual([409, 'ACTION_NOT_ALLOWED'])
    expect((await create(ana, text('one'))).status).toBe(201)
    expect(await listed(ana)).toHaveLength(propertyLimits.properties)
  })

  it('belongs to one agency: another one neither sees, changes nor deletes it, and can have the same names', async () => {
    const [ana, olga] = [await openAgency(world), await openAgency(world)]
    const [mine] = (await create(ana, roofType)).body.properties
    const id = mine?.id ?? ''
    expect(await listed(olga)).toEqual([])
    expect((await change(olga, { id, ...text('mine_now') })).error.code).toBe('NOT_FOUND')
    expect((await remove(olga, id, true)).status).toBe(404)
    expect((await create(olga, roofType)).status).toBe(201)
    expect(await namesOf(ana)).toEqual(['roof_type'])
  })

  it('is for admins of agencies: not for other users, and not for a company [USER-02]', async () => {
    const [ana, priya] = [await openAgency(world), await openCompany(world)]
    const tom = await joinTeam(world, ana, { name: 'Tom', role: 'user' })
    for (const user of [tom, priya]) {
      const refused = [
        await user.call(listWebhookProperties),
        await user.call(listSetAside),
        await create(user, roofType),
        await change(user, { id: newId(), ...text('roof') }),
        await remove(user, newId()),
      ]
      expect(refused.map(({ status, error }) => [status, error.code])).toEqual(refused.map(() => [403, 'FORBIDDEN']))
    }
    expect((await priya.call(listWebhookProperties)).error.detail).toMatch(/^Only agencies receive leads by webhook\./)
    expect((await create(ana, roofType)).status).toBe(201)
  })

  it('is no longer changed by an admin whose rights ended while the call waited', async () => {
    const ana = await openAgency(world)
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin' })
    const call = () => create(ben, roofType)
    const { status } = await whileWaiting(world, { clientId: ana.user.clientId, call }, (tx) =>
      tx
        .updateTable('app_user')
        .set({ role: 'user' })
        .where('client_id', '=', ben.user.clientId)
        .where('id', '=', ben.user.id)
        .execute(),
    )
    expect(status).toBe(403)
    expect(await listed(ana)).toEqual([])
  })
})

describe('Replacing properties [API-20] [PARTNER-10]', () => {
  it('changes all of them by their ids, and what is left out gets its default', async () => {
    const ana = await openAgency(world)
    const [calls, roof] = (await create(ana, roofType, callSeconds)).body.properties
    const { status, body } = await change(
      ana,
      { id: roof?.id ?? '', version: 1, name: 'roof', label: 'Roof', type: 'string' },
      { id: calls?.id ?? '', ...text('calls') },
    )
    expect(status).toBe(200)
    expect(body.properties).toMatchObject([
      { id: roof?.id, name: 'roof', label: 'Roof', type: 'string', enum_values: [], version: 2 },
      { id: calls?.id, name: 'calls', version: 2 },
    ])
    expect(await namesOf(ana)).toEqual(['calls', 'roof'])
    const { body: audit } = await ana.call(listAudit, { query: { action: 'webhook_property.changed' } })
    expect(audit.total).toBe(2)
    expect(JSON.stringify(audit.items)).toContain('roof_type')
  })

  it('can swap two names', async () => {
    const ana = await openAgency(world)
    const [one, two] = (await create(ana, text('a'), text('b'))).body.properties
    const swapped = await change(ana, { id: one?.id ?? '', ...text('b') }, { id: two?.id ?? '', ...text('a') })
    expect(swapped.body.properties.map(({ id, name }) => [id, name])).toEqual([
      [one?.id, 'b'],
      [two?.id, 'a'],
    ])
    expect((await listed(ana)).map(({ id }) => id)).toEqual([two?.id, one?.id])
  })

  it('changes none if one is unknown, was changed meanwhile, is there twice, or has the name of another one', async () => {
    const ana = await openAgency(world)
    const [id = '', other = ''] = (await create(ana, text('a'), text('b'), text('c'))).body.properties.map((one) => one.id)
    const first = { id, ...text('first') }
    const refused = [
      await change(ana, first, { id: newId(), ...text('d') }),
      await change(ana, first, { id: other, version: 2, ...text('d') }),
      await change(ana, first, { ...first, name: 'd' }),
      await change(ana, first, { id: other, ...text('c') }),
      await change(ana, first, { id: other, ...text('first') }),
    ]
    expect(refused.map(({ status, error }) => [status, error.code, error.field])).toEqual([
      [404, 'NOT_FOUND', 'properties.1.id'],
      [409, 'STALE_VERSION', 'properties.1.version'],
      [400, 'VALIDATION_FAILED', 'properties.1.id'],
      [409, 'PROPERTY_EXISTS', 'properties.1.name'],
      [409, 'PROPERTY_EXISTS', 'properties.1.name'],
    ])
    expect(await namesOf(ana)).toEqual(['a', 'b', 'c'])
  })

  it('with what is there already changes nothing, not even the version', async () => {
    const ana = await openAgency(world)
    const [one] = (await create(ana, text('a'))).body.properties
    const { body } = await change(ana, { id: one?.id ?? '', version: 1, ...text('a') })
    expect(body.properties).toEqual([one])
    expect((await ana.call(listAudit, { query: { action: 'webhook_property.changed' } })).body.total).toBe(0)
  })
})

describe('Deleting a property [API-20] [PARTNER-10]', () => {
  it('ends it if no event ever brought a value', async () => {
    const ana = await openAgency(world)
    const [one] = (await create(ana, text('a'))).body.properties
    expect((await remove(ana, one?.id ?? '')).body).toEqual({ deleted: true, kept_values: 0 })
    expect(await listed(ana)).toEqual([])
    expect((await remove(ana, one?.id ?? '', true)).status).toBe(404)
  })

  it('is refused while records have values of it, and with force hides it; its name is free again', async () => {
    const ana = await openAgency(world)
    const [one] = (await create(ana, text('a'))).body.properties
    const id = one?.id ?? ''
    for (const daysAgo of [0, 400]) await count(ana, id, daysAgo, 620)
    const { status, error } = await remove(ana, id)
    expect([status, error.code]).toEqual([409, 'PROPERTY_IN_USE'])
    expect(error.detail).toBe('1,240 events brought a value of a. You can delete the property and keep these values.')
    expect((await remove(ana, id, true)).body).toEqual({ deleted: true, kept_values: 1240 })
    expect(await listed(ana)).toEqual([])
    expect((await change(ana, { id, ...text('a') })).error.code).toBe('NOT_FOUND')
    expect((await remove(ana, id, true)).status).toBe(404)
    const again = (await create(ana, text('a'))).body.properties[0]
    expect(again).toMatchObject({ name: 'a', used: 0, version: 1 })
    expect(again?.id).not.toBe(id)
  })
})

it('Every change of the catalogue is announced to all processes, and none that was refused [PARTNER-10]', async () => {
  const ana = await openAgency(world)
  const announced: string[] = []
  const listener = createListener(world.location, pino({ level: 'silent' }))
  listener.on('webhooks_changed', (clientId) => void announced.push(clientId))
  await listener.start()
  const heard = (times: number) =>
    eventually(async () => (announced.filter((one) => one === ana.user.clientId).length === times ? true : undefined))
  const [one] = (await create(ana, text('a'))).body.properties
  await heard(1)
  await create(ana, text('a'))
  await change(ana, { id: one?.id ?? '', ...text('b') })
  await heard(2)
  await remove(ana, one?.id ?? '')
  expect(await heard(3)).toBe(true)
  await listener.close()
})
