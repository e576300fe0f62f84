import { describe, expect, it } from 'vitest'
import { readStream } from '../testing/bench.ts'
import { benchForFile } from '../testing/bench-for-file.ts'
import { all, keysOf } from '../testing/conformance/reading.ts'
import { crmOf } from '../testing/conformance/source.ts'
import { berg } from '../testing/contacts.ts'
import { salesforce } from './index.ts'

const bench = benchForFile(salesforce)

const day = 86_400_000
const click = {
  source: 'google',
  medium: 'cpc',
  campaign: 'spring',
  clickId: 'click-1',
  landingUrl: 'https://www.example.com/',
  referrer: '',
}

describe('A lead that was converted before the first read', () => {
  it("is returned with Lena's click and with the contact that she became", async () => {
    const crm = crmOf(bench)
    const { account: id } = bench.vendor.admin.createAccount({ name: 'Harbour Homes' })
    const at = Date.now() - 3 * day
    const lena = crm.addPerson(id, berg('Lena', at, { tags: ['lead'], utm: click }))
    const silent = crm.addPerson(id, berg('Silas', at, { tags: ['lead'], source: '' }))
    const contact = crm.addPerson(id, berg('Lena', at))
    for (const from of [lena, silent]) crm.mergePeople?.(id, { from, into: contact }, at + day)
    const { session } = await bench.connect(id)
    const { pages } = await readStream(salesforce, session, { name: 'contacts' })
    expect(all(pages, 'contacts')).toMatchObject([
      { externalId: contact },
      { externalId: lena, touches: [{ key: 'first', kind: 'click', source: 'google', clickId: 'click-1' }] },
    ])
    expect(all(pages, 'merges').map(({ from, into }) => [from, into])).toEqual([
      [lena, contact],
      [silent, contact],
    ])
    // Neither counted nor listed, because another record replaces them.
    expect(await salesforce.read.count?.(session, 'contact')).toBe(1)
    expect(await keysOf(salesforce, session, 'contact')).toEqual([contact])
  })

  it('is not returned if we may not see the contact that she became', async () => {
    const crm = crmOf(bench)
    const { account: id } = bench.vendor.admin.createAccount({ name: 'Harbour Homes' })
    const at = Date.now() - 3 * day
    const lena = crm.addPerson(id, berg('Lena', at, { tags: ['lead'], utm: click }))
    crm.mergePeople?.(id, { from: lena, into: '003000000000ZZZAAA' }, at + day)
    const { session } = await bench.connect(id)
    const { pages } = await readStream(salesforce, session, { name: 'contacts' })
    expect(all(pages, 'contacts')).toEqual([])
    expect(all(pages, 'merges')).toMatchObject([{ from: lena, into: '003000000000ZZZAAA' }])
  })
})

describe('The organization', () => {
  it('has the time zone in which its days begin', async () => {
    const crm = crmOf(bench)
    const { account: id } = bench.vendor.admin.createAccount({ name: 'Harbour Homes' })
    const { session, account } = await bench.connect(id)
    expect(account.facts).toEqual({ zone: 'America/Los_Angeles' })
    const at = Date.UTC(2026, 5, 30, 12)
    const shape = { name: 'Roof', amount: 1, currency: 'USD', pipeline: 0, source: '', personIds: [] }
    crm.addDeal(id, { ...shape, path: [{ stage: 'won', at }], createdAt: at, modifiedAt: at })
    const [deal] = all((await readStream(salesforce, session, { name: 'opportunities' })).pages, 'opportunities')
    expect(deal?.closedAt).toBe('2026-06-30T07:00:00.000Z')
  })
})
