// A short run of every campaign with a fixed seed; `npm run fuzz` goes on where this one stops.
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

describe('everybody who asks for what belongs to others, by every call', () => {
  it('is told nothing of it and changes nothing of it [HTTP-08] [USER-01]', async () => {
    const tally = await fuzzing.run('cross-tenant', {
      seed,
      requests: allRoutes.length * fuzzing.cast.actors.length,
      minutes: 60,
    })
    expect(found(tally)).toEqual([])
    expect(tally.handled / tally.requests).toBeGreaterThan(0.4)
  })

  it('would be noticed: whoever is taken for somebody of another account is told much, and changes much', async () => {
    const [first, second] = fuzzing.cast.tenants
    const cast = { ...fuzzing.cast, actors: fuzzing.cast.actors.filter(({ title }) => title === `owner of ${first?.mark}`) }
    const mistaken = { ...cast, actors: cast.actors.map((actor) => Object.assign({}, actor, { tenant: second })) }
    const tally = await fuzzing.run('cross-tenant', { seed, requests: 1, minutes: 60, cast: mistaken })
    expect(new Set(tally.findings.map(({ kind }) => kind))).toEqual(new Set(['leak', 'change']))
  })
})

describe('a text that wants to be more than a text', () => {
  it('is kept as it is or refused, and no spreadsheet, mail reader or log obeys it', async () => {
    const tally = await fuzzing.run('hostile', { seed, requests: 240, minutes: 60 })
    expect(found(tally)).toEqual([])
    expect(tally.notes).toEqual([
      expect.stringMatching(/^[1-9]\d* hostile texts arrived from [1-9] vendors as they were told$/),
      expect.stringMatching(/^[1-9]\d* letters were read$/),
      expect.stringMatching(/^[1-9]\d* hostile texts came back as they were sent$/),
    ])
  })
})

describe('a call that is bent out of shape', () => {
  it('is refused in the documented form, at once, and tells nothing of how it is made', async () => {
    const tally = await fuzzing.run('malformed', { seed, requests: 750, minutes: 60 })
    expect(found(tally)).toEqual([])
    expect(tally.authenticated / tally.requests).toBeGreaterThan(0.8)
  })
})
