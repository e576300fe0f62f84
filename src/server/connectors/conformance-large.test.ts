// Just past the caps of searches, offsets and tables; `npm run bench -- large` reads ten times as much.
import { describe, expect, it } from 'vitest'
import { airtable } from './airtable/index.ts'
import { ghl } from './ghl/index.ts'
import { googleSheet } from './googlesheet/index.ts'
import { startBench } from './testing/bench.ts'
import { keysOf } from './testing/conformance/reading.ts'
import { crms, fill, openLargeAccount, readIds, readLargeAccount } from './testing/large-accounts.ts'

describe('more contacts than a search lists', () => {
  it.each(crms)('come once each from %s, and later those who changed at one moment [SYNC-06]', async (_name, connector) => {
    const size = { contacts: 11_000, changed: 10_200 }
    const { needless, ...figures } = await readLargeAccount(connector, size)
    expect(figures).toEqual({ read: 11_000, distinct: 11_000, rejected: 0, missed: 0 })
    expect(needless).toBeLessThan(800)
  })

  // Its searches end at 10,000 for whoever asks for pages by number.
  it('are listed by their ids past the cap of GoHighLevel [SYNC-06]', async () => {
    const bench = await startBench(ghl)
    const large = await openLargeAccount(bench)
    const contacts = fill(bench, large, 11_000)
    expect(await keysOf(ghl, large.session, 'contact')).toEqual(contacts.toSorted())
    await bench.close()
  })
})

describe('tables with many rows', () => {
  it('Airtable is read past all its pages [SYNC-06]', async () => {
    const bench = await startBench(airtable)
    const large = await openLargeAccount(bench)
    fill(bench, large, 2000)
    const { ids } = await readIds(airtable, large, null)
    await bench.close()
    expect(new Set(ids).size).toBe(2000)
    expect(ids).toHaveLength(2000)
  })

  it('Google Sheets with more than 50,000 rows is refused in words', async () => {
    const bench = await startBench(googleSheet)
    const large = await openLargeAccount(bench)
    fill(bench, large, 50_100)
    const failure: unknown = await readIds(googleSheet, large, null).catch((error: unknown) => error)
    await bench.close()
    expect(failure).toMatchObject({ kind: 'refused', message: expect.stringContaining('more than 50,000 rows') })
  })
})
