import { expect, it } from 'vitest'
import type { Session } from '../../kit/access.ts'
import { recordObjects, type Page, type RecordObject } from '../../kit/records.ts'
import { berg } from '../contacts.ts'
import { all, idsOf, keysOf, readEverything } from './reading.ts'
import { crmOf, type Source } from './source.ts'

const hour = 3_600_000

/** Ada with a deal, Ben and Cleo among forty others, read once. */
const openWithContacts = async ({ bench, connector, open }: Source) => {
  const crm = crmOf(bench)
  const { id, session } = await open('some')
  const at = Date.now() - 2 * hour
  const [ada = '', ben = '', cleo = ''] = ['Ada', 'Ben', 'Cleo'].map((name) => crm.addPerson(id, berg(name, at)))
  const deal = crm.addDeal(id, {
    name: 'Whitening',
    amount: 1200,
    currency: 'USD',
    personIds: [ada],
    pipeline: 0,
    path: [{ stage: 0, at }],
    source: 'Google Ads',
    createdAt: at,
    modifiedAt: at,
  })
  const first = await readEverything(connector, session)
  const externalOf = (pages: readonly Page[], name: string): string => {
    const contact = all(pages, 'contacts').find(({ email }) => email === `${name}@example.com`)
    if (!contact) throw new Error(`${name} was not read`)
    return contact.externalId
  }
  return { crm, id, session, ada, ben, cleo, deal, first, externalOf }
}

/** Each in its last form: on the first day the overlap returns some twice. */
const dealsOf = (pages: readonly Page[], contactId: string) => {
  const deals = new Map(all(pages, 'opportunities').map((deal) => [deal.externalId, deal]))
  return [...deals.values()].filter(({ contactIds }) => contactIds.includes(contactId))
}

interface Gone {
  object: RecordObject
  externalId: string
}

/** Returned by a stream, missing from the list of ids, or missing from a full read: one of these is enough. */
const isReported = async (
  { connector, main }: Source,
  session: Session,
  pages: readonly Page[],
  gone: Gone,
): Promise<boolean> => {
  const isIn = (list: readonly string[] | null): boolean => list?.includes(gone.externalId) ?? true
  if (all(pages, 'deletions').some(({ object, externalId }) => object === gone.object && externalId === gone.externalId))
    return true
  if (!isIn(await keysOf(connector, session, gone.object))) return true
  return main.isFullSnapshot === true && !isIn(idsOf(all(pages, gone.object === 'contact' ? 'contacts' : 'opportunities')))
}

const describeDeletions = (source: () => Source): void => {
  it('reports deleted records, and no others [SYNC-06]', async () => {
    const opened = await openWithContacts(source())
    const { crm, id, session, first, externalOf } = opened
    const cleo = { object: 'contact', externalId: externalOf(first.pages, 'cleo') } as const
    const [deal] = dealsOf(first.pages, externalOf(first.pages, 'ada'))
    if (!deal) throw new Error('The deal of Ada was not read')
    crm.removePerson(id, opened.cleo, Date.now())
    crm.removeDeal(id, opened.deal, Date.now())
    const { pages } = await readEverything(source().connector, session, first.watermarks)
    expect(await isReported(source(), session, pages, cleo)).toBe(true)
    expect(await isReported(source(), session, pages, { object: 'opportunity', externalId: deal.externalId })).toBe(true)
    const ben = { object: 'contact', externalId: externalOf(first.pages, 'ben') } as const
    expect(await isReported(source(), session, pages, ben)).toBe(false)
    expect(all(pages, 'deletions').length).toBeLessThanOrEqual(2)
  })

  it('reports merges, if the vendor can merge contacts', async () => {
    const opened = await openWithContacts(source())
    const { crm, id, session, first, externalOf } = opened
    crm.mergePeople?.(id, { from: opened.ben, into: opened.ada }, Date.now())
    const { pages } = await readEverything(source().connector, session, first.watermarks)
    const merge = { from: externalOf(first.pages, 'ben'), into: externalOf(first.pages, 'ada') }
    expect(all(pages, 'merges').map(({ from, into }) => ({ from, into }))).toEqual(crm.mergePeople ? [merge] : [])
  })
}

const describeCounts = (source: () => Source): void => {
  it('counts and lists the same as it reads [SYNC-06]', async () => {
    const { connector, openLarge } = source()
    const { session } = await openLarge()
    const { pages } = await readEverything(connector, session)
    const read = { contact: idsOf(all(pages, 'contacts')), opportunity: idsOf(all(pages, 'opportunities')) }
    expect(read.opportunity.length).toBeGreaterThan(0)
    for (const object of recordObjects) {
      expect((await connector.read?.count?.(session, object)) ?? read[object].length).toBe(read[object].length)
      expect((await keysOf(connector, session, object)) ?? read[object]).toEqual(read[object])
    }
  })

  it('rejects an invalid record with the reason, and saves the rest of its page [SYNC-06]', async () => {
    const { bench, connector, open, main, oddField } = source()
    const { id, session } = await open('some')
    const crm = crmOf(bench)
    const at = Date.now() - 2 * hour
    const odd = { ...berg('Olga', at), ...(main.isFullSnapshot ? {} : { [oddField]: { not: 'a text' } }) }
    const olga = crm.addPerson(id, odd)
    if (main.isFullSnapshot) {
      const times = { path: [{ stage: 0, at }], createdAt: at, modifiedAt: at }
      const deal = { name: 'Odd', currency: 'USD', personIds: [olga], pipeline: 0, source: '', ...times }
      crm.addDeal(id, { ...deal, amount: 'a lot' as never })
    }
    const { pages } = await readEverything(connector, session)
    expect(all(pages, 'rejected')).toEqual([
      expect.objectContaining({ externalId: expect.stringMatching(/\S/), reason: expect.stringMatching(/^[A-Z].*\.$/s) }),
    ])
    expect(all(pages, 'contacts').length).toBeGreaterThanOrEqual(40)
  })
}

export const describeChanges = (source: () => Source): void => {
  it('brings after a full read exactly what changed [SYNC-06]', async () => {
    const opened = await openWithContacts(source())
    const { crm, id, session, first, externalOf } = opened
    expect(all(first.pages, 'contacts')).toHaveLength(43)
    const now = Date.now()
    crm.changePerson(id, opened.ben, { firstName: 'Benedict' }, now)
    crm.addPerson(id, berg('Dora', now))
    crm.changeDeal(id, opened.deal, { stage: 'won' }, now)
    const { pages, watermarks } = await readEverything(source().connector, session, first.watermarks)
    const ben = externalOf(first.pages, 'ben')
    expect(all(pages, 'contacts').find(({ externalId }) => externalId === ben)).toMatchObject({ firstName: 'Benedict' })
    expect(externalOf(pages, 'dora')).not.toBe('nobody')
    const ada = externalOf(first.pages, 'ada')
    expect(dealsOf(pages, ada)).toMatchObject([{ outcome: 'won' }])
    // Ada and Cleo may come along: the overlap reaches back to the last known change.
    expect(new Set(idsOf(all(pages, 'contacts'))).size).toBeLessThanOrEqual(source().main.isFullSnapshot ? 44 : 4)
    expect(all(pages, 'deletions')).toEqual([])

    crm.changePerson(id, opened.ada, { lastName: 'Holm' }, Date.now())
    const third = await readEverything(source().connector, session, watermarks)
    expect(all(third.pages, 'contacts').find(({ externalId }) => externalId === ada)).toMatchObject({ lastName: 'Holm' })
  })

  describeDeletions(source)
  describeCounts(source)
}
