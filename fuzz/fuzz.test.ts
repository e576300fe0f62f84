// A short run of every campaign with a fixed seed; `npm run fuzz` runs longer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '#contract/all-routes.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database/database.ts'
import { openFuzzing, type Fuzzing } from './play.ts'
import { linesOf } from './show.ts'
import type { Tally } from './tally.ts'

const seed = 20_261_116

let store: TestDatabase
let fuzzing: Fuzzing
beforeAll(async () => {
  store = await testDatabase()
  fuzzing = await openFuzzing(store.location)
})
afterAll(async () => {
  await fuzzing.close()
  await store.close()
})

const found = (tally: Tally): string[] => tally.findings.map((finding) => linesOf(tally, finding, seed))

describe('Users who request data of others, by every call', () => {
  it('get none of it and change none of it [HTTP-08] [USER-01]', async () => {
    const tally = await fuzzing.run('cross-tenant', {
      seed,
      requests: allRoutes.length * fuzzing.cast.actors.length,
      minutes: 60,
    })
    expect(found(tally)).toEqual([])
    expect(tally.handled / tally.requests).toBeGreaterThan(0.4)
  })

  it('would be noticed: a user with wrong access gets and changes much', async () => {
    const [first, second] = fuzzing.cast.tenants
    const cast = { ...fuzzing.cast, actors: fuzzing.cast.actors.filter(({ title }) => title === `owner of ${first?.mark}`) }
    const mistaken = { ...cast, actors: cast.actors.map((actor) => Object.assign({}, actor, { tenant: second })) }
    const tally = await fuzzing.run('cross-tenant', { seed, requests: 1, minutes: 60, cast: mistaken })
    expect(new Set(tally.findings.map(({ kind }) => kind))).toEqual(new Set(['leak', 'change']))
  })
})

describe('A text that is made to be executed', () => {
  it('is stored as it is or refused, and no spreadsheet, mail reader or log executes it', async () => {
    const tally = await fuzzing.run('hostile', { seed, requests: 240, minutes: 60 })
    expect(found(tally)).toEqual([])
    expect(tally.notes).toEqual([
      expect.stringMatching(/^[1-9]\d* hostile texts arrived from [1-9] vendors as they were told$/),
      expect.stringMatching(/^[1-9]\d* letters were read$/),
      expect.stringMatching(/^[1-9]\d* hostile texts came back as they were sent$/),
    ])
  })
})

describe('A malformed call', () => {
  it('is refused in the documented form, quickly, and reveals no internals', async () => {
    const tally = await fuzzing.run('malformed', { seed, requests: 750, minutes: 60 })
    expect(found(tally)).toEqual([])
    expect(tally.authenticated / tally.requests).toBeGreaterThan(0.8)
  })
})
