import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listClients } from '#contract/clients.ts'
import { changeClient, signUpStaff } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let maya: TestUser
let jonah: TestUser
let steward: TestUser
beforeAll(async () => {
  world = await startWorld({ env: { STAFF_SEES: 'masked' } })
  maya = await world.signUp({ company: 'Harbor Light', name: 'Maya', lastname: 'Ellison' })
  jonah = await world.signUp({ company: 'Pratt & Sons', name: 'Jonah', lastname: 'Pratt', agency: true })
  await world.signUp({ company: '100% Cedar_Care', name: 'Zoë', lastname: 'Østergård', email: 'zoe@cedar.example.com' })
  await world.signUp({ company: 'alder & Sons', name: 'Ines', lastname: 'Harbor' })
  await changeClient(world, jonah, { status: 'suspended' })
  steward = await signUpStaff(world)
})
afterAll(() => world.close())

const find = async (query: object): Promise<string[]> => {
  const { status, body } = await steward.call(listClients, { query: { size: 100, sort: 'name:asc', ...query } })
  expect([status, body.total]).toEqual([200, body.items.length])
  return body.items.map(({ name }) => name)
}

describe('Staff find an account', () => {
  it.each([
    ['a part of its name', 'LIGHT', ['Harbor Light']],
    ['the beginning of its name, where that is short', 'al', ['alder & Sons']],
    ['one letter', 'h', ['Harbor Light']],
    ['characters that mean something to a database', '0% c', ['100% Cedar_Care']],
    ['an underscore, which is no joker', 'r_c', ['100% Cedar_Care']],
    ['the whole name of its owner', 'zoË østergård', ['100% Cedar_Care']],
    ['a word that one has as its name, not as the name of its owner', 'harbor', ['Harbor Light']],
    ['nothing that anybody has', 'qqqqqq', []],
  ])('by %s [ADMIN-01]', async (_what, search, names) => {
    expect(await find({ search })).toEqual(names)
  })

  it('by its id, and by the email of its owner in any case [ADMIN-01]', async () => {
    expect(await find({ search: maya.user.clientId })).toEqual(['Harbor Light'])
    expect(await find({ search: jonah.email.toUpperCase() })).toEqual(['Pratt & Sons'])
  })

  it('but cannot guess the name of a masked owner letter by letter', async () => {
    const parts = [
      'maya',
      'ellison',
      'ellison maya',
      'elliso',
      'llison',
      'aya',
      'may',
      'maya elliso',
      'jona',
      maya.email.slice(1),
      maya.email.slice(0, -1),
      '@example.com',
    ]
    for (const search of [...parts, 'e%n', 'elliso_', '%@%']) expect([search, await find({ search })]).toEqual([search, []])
  })

  it('by its status and its type, together with a search [ADMIN-01]', async () => {
    expect(await find({ status: 'suspended' })).toEqual(['Pratt & Sons'])
    expect(await find({ type: 'AGENCY' })).toEqual(['Pratt & Sons'])
    expect(await find({ type: 'COMPANY', search: 'pratt' })).toEqual([])
    expect(await find({ status: 'active', type: 'COMPANY', search: 'harbor' })).toEqual(['Harbor Light'])
  })

  it('in the order of names, up and down, and by age [API-22]', async () => {
    const names = ['100% Cedar_Care', 'alder & Sons', 'Harbor Light', 'Pratt & Sons', 'Tributary']
    expect(await find({})).toEqual(names)
    expect(await find({ sort: 'name:desc' })).toEqual(names.toReversed())
    expect(await find({ sort: 'created_at:asc' })).toEqual([
      'Harbor Light',
      'Pratt & Sons',
      '100% Cedar_Care',
      'alder & Sons',
      'Tributary',
    ])
  })

  it('page by page, with the total on each [API-22]', async () => {
    const page = async (number: number) => {
      const { body } = await steward.call(listClients, { query: { search: 'sons', size: 1, page: number, sort: 'name:asc' } })
      return [body.total, ...body.items.map(({ name }) => name)]
    }
    expect([await page(1), await page(2), await page(3)]).toEqual([[2, 'alder & Sons'], [2, 'Pratt & Sons'], [2]])
  })
})
