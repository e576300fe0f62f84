import { describe, expect, it } from 'vitest'
import { contactRecordOf, opportunityRecordOf } from './map.ts'
import { contact, opportunity } from './wire.ts'

const cora = {
  id: 'seD4PfOuKoVMLkEZqohJ',
  locationId: 've9EPM428h8vShlRW1KT',
  firstName: 'Cora',
  lastName: '',
  email: 'cora@example.com',
  phone: '+12025550117',
  companyName: null,
  source: 'public api',
  tags: ['vip'],
  state: 'AL',
  dateAdded: '2026-11-01T10:00:00.000Z',
  dateUpdated: '2026-11-03T10:00:00.000Z',
  customFields: [{ id: 'f1', name: 'Heard about us', key: 'contact.heard_about_us', value: ['A friend', 'Radio'] }],
}
const mapped = (change: object = {}, settings = {}) => contactRecordOf(contact.parse({ ...cora, ...change }), cora, settings)
const touched = (attributionSource: object) => mapped({ attributionSource }).touches

const paid = {
  url: 'https://example.com/?utm_source=google&utm_medium=cpc&gclid=abc',
  utmSource: 'google',
  utmMedium: null,
  campaign: 'spring',
  referrer: 'https://www.google.com/',
  medium: 'form',
}

describe('A contact of GoHighLevel', () => {
  it('is mapped, with missing values as null [SYNC-06]', () => {
    expect(mapped()).toMatchObject({
      lastName: null,
      company: null,
      region: 'AL',
      tags: ['vip'],
      source: 'public api',
      touches: [],
    })
    expect(mapped().fields).toEqual({ 'Heard about us': 'A friend, Radio' })
  })
  it.each(['f1', 'Heard about us', 'contact.heard_about_us', 'heard_about_us'])('takes its source from the field %s', (name) => {
    expect(mapped({}, { source_field: name }).source).toBe('A friend, Radio')
  })
  it('loses only the value of a field that has none', () => {
    const empty = { id: 'f1', name: 'Heard about us' }
    for (const field of [empty, { ...empty, value: '' }, { ...empty, value: null }])
      expect(mapped({ customFields: [field] }).fields).toEqual({ 'Heard about us': null })
  })
  it('has a first touch at its creation, with the parameters of the landing page', () => {
    expect(touched(paid)).toEqual([
      {
        key: 'first',
        at: '2026-11-01T10:00:00.000Z',
        kind: 'click',
        source: 'google',
        medium: 'cpc',
        campaign: 'spring',
        clickId: 'abc',
        landingUrl: paid.url,
        referrer: 'https://www.google.com/',
      },
    ])
  })
  it('has no latest touch: its time is unknown, and a later change of the contact is not a visit', () => {
    const mail = { url: 'https://example.com/offer', utmSource: 'newsletter' }
    const won = mapped({ attributionSource: paid, lastAttributionSource: mail, dateUpdated: '2026-11-14T10:00:00.000Z' })
    expect(won.touches).toEqual(touched(paid))
    expect(mapped({ attributionSource: null, lastAttributionSource: mail }).touches).toEqual([])
  })
  it.each([
    ['direct', { url: 'https://example.com/', sessionSource: 'Direct traffic', medium: 'form' }],
    ['form', { url: 'https://example.com/', medium: 'form' }],
    ['call', { url: '', medium: 'call_tracking' }],
    ['chat', { url: 'https://example.com/', medium: 'chat_widget' }],
    ['unknown', { url: 'https://example.com/', referrer: 'https://news.example.org/' }],
  ])('came by %s if there is evidence for it', (kind, attribution) => {
    expect(touched(attribution)).toMatchObject([{ kind }])
  })
  it('has the same touches from a list with other field names', () => {
    const { url, campaign, ...rest } = paid
    const listed = { ...rest, url: 'https://example.com/', pageUrl: url, utmCampaign: campaign }
    const mail = { url: 'https://example.com/offer', utmSource: 'newsletter' }
    const typed = { url: 'https://example.com/', utmSessionSource: 'Direct traffic', medium: 'form' }
    const fromList = (...attributions: object[]) => mapped({ attributions }).touches
    const first = touched(paid)
    expect(first).toHaveLength(1)
    expect(fromList({ ...listed, isFirst: true }, { ...mail, isLast: true })).toEqual(first)
    expect(fromList({ ...mail, isLast: true }, typed, { ...listed, isFirst: true })).toEqual(first)
    expect(fromList(listed, mail)).toEqual(first)
    expect(fromList(listed)).toEqual(first)
    expect(fromList({ ...listed, isFirst: true, isLast: true })).toEqual(first)
    expect(fromList({ ...mail, isLast: true })).toEqual([])
    expect(fromList(typed)).toMatchObject([{ key: 'first', kind: 'direct' }])
  })
  it('has no touch without evidence', () => {
    expect(touched({ url: 'https://example.com/' })).toEqual([])
    expect(mapped({ attributionSource: null }).touches).toEqual([])
    expect(mapped({ attributions: [], attributionSource: {} }).touches).toEqual([])
  })
})

const sale = {
  id: 'yWQobCRIhRguQtD2llvk',
  name: 'Kitchen',
  monetaryValue: 500.5,
  pipelineId: 'p1',
  pipelineStageId: 's1',
  assignedTo: 'u1',
  status: 'open',
  source: 'form',
  lastStatusChangeAt: '2026-11-05T10:00:00.000Z',
  lastStageChangeAt: '2026-11-04T10:00:00.000Z',
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-05T10:00:00.000Z',
  contactId: 'c1',
  lostReason: 'Too expensive',
}
const sold = (change: object = {}) => opportunityRecordOf(opportunity.parse({ ...sale, ...change }), sale)

describe('An opportunity of GoHighLevel', () => {
  it('is mapped, with the time at which it entered its stage', () => {
    expect(sold()).toMatchObject({
      amount: '500.5',
      currency: null,
      outcome: 'open',
      outcomeReason: null,
      contactIds: ['c1'],
      closedAt: null,
      stageSince: '2026-11-04T10:00:00.000Z',
    })
    expect(sold({ monetaryValue: null, contactId: undefined })).toMatchObject({ amount: null, contactIds: [] })
  })
  it.each([
    [{ fieldValueString: 'abc', type: 'string' }, 'abc'],
    [{ fieldValueNumber: 487.5, type: 'number' }, 487.5],
    [{ fieldValueNumber: 0, type: 'number' }, 0],
    [{ fieldValueBoolean: false, type: 'boolean' }, false],
    [{ fieldValueArray: ['A friend', 'Radio'], type: 'array' }, 'A friend, Radio'],
    [{ fieldValueDate: 1_793_491_200_000, type: 'date' }, '2026-11-01'],
    [{ fieldValueDate: '2026-11-01', type: 'date' }, '2026-11-01'],
    [{ fieldValueFiles: [{ url: 'https://example.com/plan.pdf', meta: { name: 'plan.pdf' } }] }, 'https://example.com/plan.pdf'],
    [{ fieldValue: 'abc' }, 'abc'],
    [{ fieldValue: ['A friend', 'Radio'] }, 'A friend, Radio'],
    [{ fieldValueString: '' }, null],
    [{}, null],
  ])('has a custom field that comes as %j', (sent, value) => {
    expect(
      sold({
        customFields: [
          { id: 'f1', name: 'Heard about us', ...sent },
          { id: 'f2', ...sent },
        ],
      }).fields,
    ).toEqual({
      'Heard about us': value,
      f2: value,
    })
  })
  it.each([
    ['won', 'won', null],
    ['lost', 'lost', 'Too expensive'],
    ['abandoned', 'lost', 'abandoned'],
  ])('that is %s counts as %s', (status, outcome, outcomeReason) => {
    expect(sold({ status })).toMatchObject({ outcome, outcomeReason, closedAt: '2026-11-05T10:00:00.000Z' })
  })
})
