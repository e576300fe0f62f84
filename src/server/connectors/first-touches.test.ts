import { describe, expect, it } from 'vitest'
import { contactRecordOf } from './active-campaign/map.ts'
import { contact } from './active-campaign/wire.ts'
import { contactOf as dynamicsContactOf } from './microsoft-dynamics/map.ts'
import { contactRow as dynamicsRow } from './microsoft-dynamics/wire.ts'
import { contactOf as salesforceContactOf } from './salesforce/map.ts'
import { contactRow as salesforceRow } from './salesforce/wire.ts'
import { finderOf, firstTouchOf, utmOf } from './kit/first-touch.ts'
import type { TouchRecord } from './kit/records.ts'

const at = '2026-11-01T10:00:00.000Z'
type Fields = Readonly<Record<string, string>>

/** Ada at each vendor that keeps touches in custom fields of the company. */
const vendors: readonly (readonly [string, (fields: Fields) => readonly TouchRecord[]])[] = [
  [
    'Salesforce',
    (fields) => {
      const own = Object.entries(fields).map(([name, value]) => [`${name}__c`, value])
      const raw = { Id: '003000000000001AAA', CreatedDate: at, SystemModstamp: at, ...Object.fromEntries(own) }
      return salesforceContactOf(salesforceRow.parse(raw), raw, {}).touches
    },
  ],
  [
    'Dynamics',
    (fields) => {
      const own = Object.entries(fields).map(([name, value]) => [`new_${name.toLowerCase()}`, value])
      const raw = { contactid: '11111111-0000-4000-8000-000000000001', createdon: at, modifiedon: at, ...Object.fromEntries(own) }
      return dynamicsContactOf(dynamicsRow.parse(raw), raw, {}).touches
    },
  ],
  [
    'ActiveCampaign',
    (fields) => {
      const customFields = Object.entries(fields).map(([title, value], id) => ({ id: String(id), title, perstag: '', value }))
      const raw = { id: '17', cdate: at, udate: at, customFields, tags: [], lists: [] }
      return contactRecordOf(contact.parse(raw), raw, {}).touches
    },
  ],
]

describe.each(vendors)('The first touch of Ada, in custom fields of a company at %s [SYNC-06]', (_vendor, touchesWith) => {
  const nothing = { source: null, medium: null, campaign: null, clickId: null, landingUrl: null, referrer: null }
  const click = { key: 'first', at, kind: 'click', ...nothing }

  it.each(['gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'ttclid', 'li_fat_id'])('is a click with %s alone', (name) => {
    expect(touchesWith({ [name]: 'abc' })).toEqual([{ ...click, clickId: 'abc' }])
  })

  it.each([
    [{ UTM_Source: 'linkedin' }, { source: 'linkedin' }],
    [{ UTMMedium: 'cpc' }, { medium: 'cpc' }],
    [{ utm_campaign: 'spring' }, { campaign: 'spring' }],
  ])('is a click with %j alone', (fields, told) => {
    expect(touchesWith(fields)).toEqual([{ ...click, ...told }])
  })

  it.each(['Landing_Page', 'landing_url', 'Landing_Page_URL', 'first_page', 'First_Page_Seen', 'entry_url'])(
    'is read from the address in %s',
    (name) => {
      const landingUrl = 'https://x.example/?utm_source=google&li_fat_id=abc'
      expect(touchesWith({ [name]: landingUrl })).toEqual([{ ...click, source: 'google', clickId: 'abc', landingUrl }])
    },
  )

  it.each(['referrer', 'Referer', 'Referrer_URL', 'referring_url', 'HTTP_Referrer'])('finds the referrer as %s', (name) => {
    const fields = { utm_source: 'partner', [name]: 'https://partner.example' }
    expect(touchesWith(fields)).toEqual([{ ...click, source: 'partner', referrer: 'https://partner.example' }])
  })

  it('is not derived from a page or a referrer alone', () => {
    expect(touchesWith({ landing_page: 'https://x.example/', referrer: 'https://y.example' })).toEqual([])
    expect(touchesWith({})).toEqual([])
  })
})

describe('Custom fields', () => {
  it('are found in any spelling, and the first one with a value counts', () => {
    const find = finderOf([
      ['Lead Source', ' '],
      ['lead_source', 'Fair'],
      ['LEADSOURCE', 'Web'],
      ['Quelle (früher)', 'Messe'],
    ])
    expect(find('lead source')).toBe('Fair')
    expect(find('unknown', 'quelle früher')).toBe('Messe')
    expect(find('unknown')).toBeNull()
  })

  it('give no touch without a time', () => {
    expect(firstTouchOf({ at: null, find: finderOf([['utm_source', 'google']]) })).toEqual([])
  })
})

describe('A landing page address', () => {
  it('has the marketing source, or nothing', () => {
    const address = 'https://x.example/?utm_source=google&utm_medium=cpc&utm_campaign=%20&fbclid=f&gclid=g'
    expect(utmOf(address)).toEqual({ source: 'google', medium: 'cpc', campaign: null, clickId: 'g' })
    const nothing = { source: null, medium: null, campaign: null, clickId: null }
    expect(utmOf('not an address')).toEqual(nothing)
    expect(utmOf(null)).toEqual(nothing)
  })
})
