import { expect, it } from 'vitest'
import { addDays } from '../../kit/day-windows.ts'
import type { Connector, DayCount } from '../../kit/connector.ts'
import type { Session } from '../../kit/access.ts'
import type { Json } from '../../kit/records.ts'
import { readStream } from '../bench.ts'
import { all, readEverything } from './reading.ts'
import { adsOf, type Opened, type Source } from './source.ts'

const spendOn = (campaign: string, ago: number, change: object = {}) => {
  const day = addDays(new Date().toISOString().slice(0, 10), -ago)
  return { campaign, day, spend: 12.34, impressions: 900, clicks: 7, conversions: 1, ...change }
}

const placeOf = ({ bench }: Source, { id, account }: Opened) => ({ ads: adsOf(bench), id, adAccount: account.hubId ?? '' })

/** Part by part, until all days are counted. */
const countAll = async (connector: Connector, session: Session, since: Json | null): Promise<DayCount> => {
  const { countSpend } = connector.adAccounts ?? {}
  if (!countSpend) throw new Error('Spend is not counted here')
  let counted = await countSpend(session, since, null)
  while (counted.next !== null) counted = await countSpend(session, since, counted.next)
  return counted
}

export const describeAds = (source: () => Source): void => {
  it('counts as many campaign-days as it reads, of all days and of those since the last read [SYNC-06]', async () => {
    const { connector, openLarge, keysIn } = source()
    const { session } = await openLarge()
    for (const since of [null, { until: addDays(new Date().toISOString().slice(0, 10), -3) }]) {
      const { pages } = await readStream(connector, session, { name: 'spend', since })
      expect(keysIn(pages).length).toBeGreaterThan(0)
      const days = keysIn(pages).map((key) => key.slice(0, 10))
      const { from, until, count } = await countAll(connector, session, since)
      expect(count).toBe(days.filter((day) => day <= until).length)
      expect(days.filter((day) => day < from)).toEqual([])
    }
  })

  it('lists businesses and the ad accounts under them, and reads none before one is chosen [VAL-11]', async () => {
    const { connector, bench, open } = source()
    const { id, session, account } = await open('empty')
    const businesses = (await connector.adAccounts?.businesses(session)) ?? []
    expect(businesses).toEqual([{ id: account.managerAccountId, name: 'Northlight' }])
    expect(await connector.adAccounts?.list(session)).toContainEqual({
      id: account.hubId,
      name: 'Northlight main',
      businessId: account.managerAccountId,
      currency: 'EUR',
      isActive: true,
    })
    const { session: unchosen } = await bench.connect(id)
    await expect(readEverything(connector, unchosen)).rejects.toThrow('Choose an ad account first')
  })

  it('brings the spend of each campaign on each day, and later corrections [SYNC-06]', async () => {
    const { connector, open } = source()
    const opened = await open('some')
    const { ads, id, adAccount } = placeOf(source(), opened)
    ads.addSpend(id, adAccount, [spendOn('Spring', 3)])
    const first = await readEverything(connector, opened.session)
    expect(all(first.pages, 'spend')).toHaveLength(401)
    expect(all(first.pages, 'spend')).toContainEqual(
      expect.objectContaining({ campaign: 'Spring', spend: '12.34', currency: 'EUR', impressions: 900, clicks: 7 }),
    )
    ads.addSpend(id, adAccount, [spendOn('Spring', 3, { spend: 15 }), spendOn('Spring', 1)])
    const { pages } = await readEverything(connector, opened.session, first.watermarks)
    const spring = all(pages, 'spend').filter(({ campaign }) => campaign === 'Spring')
    expect(spring.map(({ spend }) => Number(spend)).toSorted((one, other) => one - other)).toEqual([12.34, 15])
    expect(all(pages, 'spend').length).toBeLessThan(100)
  })

  it('rejects an invalid day with the reason, and saves the others [SYNC-06]', async () => {
    const { connector, open } = source()
    const opened = await open('some')
    const { ads, id, adAccount } = placeOf(source(), opened)
    ads.addSpend(id, adAccount, [spendOn('Odd', 2, { impressions: -5 })])
    const { pages } = await readEverything(connector, opened.session)
    expect(all(pages, 'rejected')).toEqual([
      expect.objectContaining({ object: 'spend', reason: expect.stringMatching(/^[A-Z].*\.$/s) }),
    ])
    expect(all(pages, 'spend')).toHaveLength(400)
  })
}
