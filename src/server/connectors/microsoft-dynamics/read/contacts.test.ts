import { describe, expect, it } from 'vitest'
import { readStream } from '../../testing/bench.ts'
import { benchForFile } from '../../testing/bench-for-file.ts'
import { all, keysOf } from '../../testing/conformance/reading.ts'
import { crmOf } from '../../testing/conformance/source.ts'
import { berg } from '../../testing/contacts.ts'
import { microsoftDynamics } from '../index.ts'

const bench = benchForFile(microsoftDynamics)

const day = 86_400_000
const click = {
  source: 'google',
  medium: 'cpc',
  campaign: 'spring',
  clickId: 'click-1',
  landingUrl: 'https://www.example.com/',
  referrer: '',
}
const open = () => ({ crm: crmOf(bench), id: bench.vendor.admin.createAccount({ name: 'Harbour Homes' }).account })

describe('A contact that was replaced by another', () => {
  it('is returned with its click and with the replacing contact, even if that was before the first read', async () => {
    const { crm, id } = open()
    const at = Date.now() - 3 * day
    const contact = crm.addPerson(id, berg('Cleo', at))
    const lead = crm.addPerson(id, berg('Lena', at, { tags: ['lead'], utm: click }))
    const silent = crm.addPerson(id, berg('Silas', at, { tags: ['lead'], source: '' }))
    const double = crm.addPerson(id, berg('Cleopatra', at, { utm: click }))
    for (const from of [lead, silent, double]) crm.mergePeople?.(id, { from, into: contact }, at + day)
    const { session } = await bench.connect(id)
    const { pages } = await readStream(microsoftDynamics, session, { name: 'contacts' })
    const touched = { touches: [{ key: 'first', kind: 'click', source: 'google', clickId: 'click-1' }] }
    const found = new Map(all(pages, 'contacts').map((contact) => [contact.externalId, contact]))
    expect([...found.keys()].toSorted()).toEqual([contact, double, lead].toSorted())
    expect([found.get(double), found.get(lead)]).toMatchObject([touched, touched])
    expect(new Set(all(pages, 'merges').map(({ from, into }) => `${from} ${into}`))).toEqual(
      new Set([lead, silent, double].map((from) => `${from} ${contact}`)),
    )
    // Neither counted nor listed, because another record replaces them.
    expect(await microsoftDynamics.read.count?.(session, 'contact')).toBe(1)
    expect(await keysOf(microsoftDynamics, session, 'contact')).toEqual([contact])
  })

  it('moves the click to another lead, and to the contact that this one has become', async () => {
    const { crm, id } = open()
    const at = Date.now() - 3 * day
    const asLead = (name: string, change = {}) =>
      crm.addPerson(id, berg(name, at, { tags: ['lead', 'fair'], source: '', ...change }))
    const [lena, leo] = [asLead('Lena', { utm: click }), asLead('Leo')]
    const [mia, mara] = [asLead('Mia', { utm: click }), asLead('Mara')]
    const contact = crm.addPerson(id, berg('Mara', at))
    crm.mergePeople?.(id, { from: lena, into: leo }, at + day)
    crm.mergePeople?.(id, { from: mia, into: mara }, at + day)
    crm.mergePeople?.(id, { from: mara, into: contact }, at + 2 * day)
    const { session } = await bench.connect(id)
    const { pages } = await readStream(microsoftDynamics, session, { name: 'contacts' })
    const found = all(pages, 'contacts').map(({ externalId, touches }) => [externalId, touches[0]?.clickId] as const)
    expect(new Map(found)).toEqual(
      new Map([
        [contact, undefined],
        [leo, undefined],
        [lena, 'click-1'],
        [mia, 'click-1'],
      ]),
    )
    // Mara has no touches and is not returned: so Mia moves directly to the contact.
    expect(new Map(all(pages, 'merges').map(({ from, into }) => [from, into]))).toEqual(
      new Map([
        [lena, leo],
        [mia, contact],
        [mara, contact],
      ]),
    )
    expect(await microsoftDynamics.read.count?.(session, 'contact')).toBe(2)
    expect(crm.counts(id).people).toBe(2)
    expect(await keysOf(microsoftDynamics, session, 'contact')).toEqual([contact, leo])
  })

  it('is returned when Lena is merged into another lead after she was read [SYNC-06]', async () => {
    const { crm, id } = open()
    const at = Date.now() - 3 * day
    const [lena, leo] = ['Lena', 'Leo'].map((name) => crm.addPerson(id, berg(name, at, { tags: ['lead'], utm: click })))
    const { session } = await bench.connect(id)
    const { watermark } = await readStream(microsoftDynamics, session, { name: 'contacts' })
    crm.mergePeople?.(id, { from: lena ?? '', into: leo ?? '' }, Date.now())
    const { pages } = await readStream(microsoftDynamics, session, { name: 'contacts', since: watermark })
    expect(all(pages, 'merges')).toMatchObject([{ from: lena, into: leo }])
    expect(await keysOf(microsoftDynamics, session, 'contact')).toEqual([leo])
  })

  it('is not returned if we may not see the replacing contact', async () => {
    const { crm, id } = open()
    const at = Date.now() - 3 * day
    const lead = crm.addPerson(id, berg('Lena', at, { tags: ['lead'], utm: click }))
    const hidden = '99999999-0000-4000-8000-000000000001'
    crm.mergePeople?.(id, { from: lead, into: hidden }, at + day)
    const { session } = await bench.connect(id)
    const { pages } = await readStream(microsoftDynamics, session, { name: 'contacts' })
    expect(all(pages, 'contacts')).toEqual([])
    expect(all(pages, 'merges')).toMatchObject([{ from: lead, into: hidden }])
  })
})
