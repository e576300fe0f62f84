// Just past the search cap used here, and past several pages; `npm run bench -- large` reads 120,000 records past the
// caps of the vendors.
import { describe, expect, it } from 'vitest'
import { airtable } from './airtable/index.ts'
import { ghl } from './ghl/index.ts'
import { startBench } from './testing/bench.ts'
import { keysOf } from './testing/conformance/reading.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { crms, fill, openLargeAccount, readIds, readLargeAccount } from './testing/large-accounts.ts'

/** In production it is ten times as much, which takes ten times as long to read. */
const searchReach = 1000
const justPast = { contacts: 1100, changed: 1020, searchReach }
/** More records for vendors with large pages. */
const sizes: Partial<Record<ProviderType, typeof justPast>> = {
  salesforce: { ...justPast, contacts: 4500, changed: 4200 },
  microsoft_dynamics: { ...justPast, contacts: 2300, changed: 2100 },
}

describe('More contacts than a search lists', () => {
  it.each(crms)('come once each from %s, and later those that changed at one moment [SYNC-06]', async (_name, connector) => {
    const size = sizes[connector.manifest.type] ?? justPast
    const { contacts, changed } = size
    const { needless, ...figures } = await readLargeAccount(connector, size)
    expect(figures).toEqual({ read: contacts, distinct: contacts, rejected: 0, missed: 0 })
    expect(needless).toBeLessThan(contacts - changed)
  })

  // Its searches end there for callers that use page numbers.
  it('are listed by their ids past the cap of GoHighLevel [SYNC-06]', async () => {
    const bench = await startBench(ghl)
    bench.vendor.faults.searchReach = searchReach
    const large = await openLargeAccount(bench)
    const contacts = fill(bench, large, 1100)
    expect(await keysOf(ghl, large.session, 'contact')).toEqual(contacts.toSorted())
    await bench.close()
  })
})

describe('Tables with many rows', () => {
  it('are read past all pages of Airtable [SYNC-06]', async () => {
    const bench = await startBench(airtable)
    const large = await openLargeAccount(bench)
    fill(bench, large, 2000)
    const { ids } = await readIds(airtable, large, null)
    await bench.close()
    expect(new Set(ids).size).toBe(2000)
    expect(ids).toHaveLength(2000)
  })
})
