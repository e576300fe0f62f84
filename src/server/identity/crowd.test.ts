// One network that starts very many sign-ins at once, and other users who want to sign in meanwhile.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPool, type TestPool } from './testing/pool.ts'

const crowded = '203.0.113.66'
const neighbour = '198.51.100.7'

let pool: TestPool

beforeAll(async () => {
  pool = await startPool({ limits: { callsPerMinute: 100_000, proofsWaiting: 30 } })
  await startSrp('warm.up@example.com', neighbour)
})
afterAll(() => pool.close())

const startSrp = async (USERNAME: string, from: string) => {
  const AuthParameters = { USERNAME, SRP_A: 'abc123' }
  return pool.call('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters }, from)
}

/** All at the same moment; returns in which order they were answered. */
const startAll = async (callers: readonly string[]) => {
  const answered: { from: string; status: number }[] = []
  const starts = callers.map(async (from, i) => {
    const { status } = await startSrp(`name.${i}@example.com`, from)
    answered.push({ from, status })
  })
  await Promise.all(starts)
  return answered
}

const times = (count: number, from: string) => Array.from({ length: count }, () => from)

describe('A network that starts very many sign-ins at once', () => {
  it('waits for itself: a neighbor who comes last is answered before nearly all of them [IDP-13]', async () => {
    const answered = await startAll([...times(34, crowded), neighbour])
    expect(answered.filter(({ status }) => status === 200)).toHaveLength(35)
    expect(answered.findIndex(({ from }) => from === neighbour)).toBeLessThan(8)
  })

  it('is one network even if its IPv6 addresses differ', async () => {
    const flood = Array.from({ length: 34 }, (_, i) => `2001:db8:1:2::${i + 1}`)
    const answered = await startAll([...flood, neighbour])
    expect(answered.findIndex(({ from }) => from === neighbour)).toBeLessThan(8)
  })

  it('is refused calls beyond its queue immediately, and answered again when the queue is empty', async () => {
    const answered = await startAll([...times(44, crowded), neighbour])
    const refused = answered.filter(({ status }) => status === 429)
    expect(refused.map(({ from }) => from)).toEqual(times(10, crowded))
    expect((await startSrp('name.1@example.com', crowded)).status).toBe(200)
  })
})
