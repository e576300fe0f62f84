// A caller with very many concurrent calls is told to retry; their neighbors notice nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportAudit } from '#contract/audit.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { listUsers } from '#contract/users/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { urlOf } from './register.ts'

let world: World
let loud: TestUser
let quiet: TestUser
beforeAll(async () => {
  world = await startWorld({ limits: { perAddress: 1e9, perUser: 1e9, inLine: 5 } })
  loud = await world.signUp({ company: 'Loud Law', name: 'Lou' })
  quiet = await world.signUp({ company: 'Quiet Law', name: 'Quin' })
})
afterAll(() => world.close())

const more = 24

const flood = async (path: string): Promise<Record<number, number>> => {
  const seen: Record<number, number> = {}
  const headers = { authorization: `Bearer ${loud.token}` }
  const ask = async (): Promise<void> => {
    const response = await fetch(world.url + path, { headers })
    await response.arrayBuffer()
    seen[response.status] = (seen[response.status] ?? 0) + 1
    if (response.status === 429) expect(response.headers.get('retry-after')).toBe('5')
  }
  const all = Array.from({ length: more }, ask)
  expect((await quiet.call(listUsers)).status).toBe(200)
  await Promise.all(all)
  return seen
}

it.each([
  ['lists', urlOf(listUsers)],
  ['downloads', `${urlOf(exportAudit)}?format=csv`],
  ['questions of a sign-in', `${urlOf(getUserByEmail)}?email=nobody@example.com`],
])('of 24 concurrent %s some are told to retry, and none fails', async (_what, path) => {
  const seen = await flood(path)
  expect(Object.keys(seen)).toContain('429')
  expect(Object.keys(seen).filter((status) => Number(status) >= 500)).toEqual([])
})
