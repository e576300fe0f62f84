// Accounts that are larger than what a vendor lists in one go: the caps of searches, offsets and tables.
import { afterEach, describe, expect, it } from 'vitest'
import { personOf } from '#sandbox/kit/fill.ts'
import { createRandom } from '#sandbox/kit/random.ts'
import { activeCampaign } from './active-campaign/index.ts'
import { airtable } from './airtable/index.ts'
import { ghl } from './ghl/index.ts'
import { googleSheet } from './googlesheet/index.ts'
import { hubspot } from './hubspot/index.ts'
import type { Connector } from './kit/connector.ts'
import { microsoftDynamics } from './microsoft-dynamics/index.ts'
import { salesforce } from './salesforce/index.ts'
import { readStream, startBench, type Bench, type Connected } from './testing/bench.ts'
import { all, keysOf } from './testing/conformance/reading.ts'
import { crmOf } from './testing/conformance/source.ts'

const day = 86_400_000

interface Large extends Connected {
  id: string
}

const openAccount = async (bench: Bench): Promise<Large> => {
  const { account } = bench.vendor.hands.createAccount({ name: 'Harbor Group' })
  return { ...(await bench.connect(account)), id: account }
}

/** Thousands that were made over two years, many of them in one second as imports do it. */
const fill = (bench: Bench, { id }: Large, people: number): string[] => {
  const random = createRandom(11)
  const crm = crmOf(bench)
  const from = Date.now() - 730 * day
  return bench.sandbox.store.transaction(() =>
    Array.from({ length: people }, (_, number) => {
      const at = from + Math.floor(number / 500) * 3_600_000
      return crm.addPerson(id, { ...personOf(random, number, at), tags: [] })
    }),
  )
}

/** So many of them at one moment, as an import or a workflow does it. */
const changeSome = (bench: Bench, { id }: Large, people: readonly string[]): void => {
  const now = Date.now()
  bench.sandbox.store.transaction(() => {
    for (const person of people) crmOf(bench).changePerson(id, person, { city: 'Leeds' }, now)
  })
}

/** Only the ids are kept: what is read is large. */
const read = async (connector: Connector, { session }: Large, since: Awaited<ReturnType<typeof readStream>>['watermark']) => {
  const { pages, watermark } = await readStream(connector, session, { name: 'contacts', since })
  return { ids: all(pages, 'contacts').map(({ externalId }) => externalId), rejected: all(pages, 'rejected'), watermark }
}

/** On the day after a full read some look back further than later on. */
const inTwoDays = ({ session, ...large }: Large): Large => ({
  ...large,
  session: { ...session, now: () => new Date(Date.now() + 2 * day) },
})

const everyTenth = (ids: readonly string[]): string[] => ids.filter((_id, index) => index % 10 === 3)

describe('120,000 people', () => {
  let bench: Bench | undefined
  afterEach(() => bench?.close())

  it.each([
    ['HubSpot', hubspot],
    ['Salesforce', salesforce],
    ['Microsoft Dynamics', microsoftDynamics],
    ['ActiveCampaign', activeCampaign],
    ['GoHighLevel', ghl],
  ])('of %s come once each, and later the 12,000 who changed at once [SYNC-06]', async (_name, connector) => {
    bench = await startBench(connector)
    const large = await openAccount(bench)
    const people = fill(bench, large, 120_000)
    const first = await read(connector, large, null)
    expect(first.rejected).toEqual([])
    expect(first.ids).toHaveLength(120_000)
    expect(new Set(first.ids).size).toBe(120_000)
    changeSome(bench, large, everyTenth(people))
    const met = new Set((await read(connector, inTwoDays(large), first.watermark)).ids)
    expect(everyTenth(people).filter((id) => !met.has(id))).toEqual([])
    expect(met.size).toBeLessThan(12_000 + 1000)
  })

  // Its searches end at 10,000 for whoever asks for pages by number.
  it('or 12,000 are listed by their ids past the cap of GoHighLevel [SYNC-06]', async () => {
    bench = await startBench(ghl)
    const large = await openAccount(bench)
    const people = fill(bench, large, 12_000)
    expect(await keysOf(ghl, large.session, 'contact')).toEqual(people.toSorted())
  })
})

describe('tables with many rows', () => {
  it('Airtable with 20,000 records is read past all its pages [SYNC-06]', async () => {
    const bench = await startBench(airtable)
    const large = await openAccount(bench)
    fill(bench, large, 20_000)
    const { ids } = await read(airtable, large, null)
    await bench.close()
    expect(new Set(ids).size).toBe(20_000)
    expect(ids).toHaveLength(20_000)
  })

  it('Google Sheets with more than 50,000 rows is refused in words', async () => {
    const bench = await startBench(googleSheet)
    const large = await openAccount(bench)
    fill(bench, large, 50_100)
    const failure: unknown = await read(googleSheet, large, null).catch((error: unknown) => error)
    await bench.close()
    expect(failure).toMatchObject({ kind: 'refused', message: expect.stringContaining('more than 50,000 rows') })
  })
})
