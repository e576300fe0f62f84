import { describe, expect, it } from 'vitest'
import { contactRecordOf, dealRecordOf } from './map.ts'
import { contact, deal } from './wire.ts'

const cora = {
  id: '17',
  email: 'cora@example.com',
  phone: '+1 202 555 0117',
  firstName: 'Cora',
  lastName: '',
  orgname: null,
  deleted: '0',
  cdate: '2026-11-01T04:00:00-06:00',
  udate: '2026-11-03T04:00:00-06:00',
  created_utc_timestamp: '2026-11-01 10:00:00',
  updated_utc_timestamp: '2026-11-03 10:00:00',
  customFields: [
    { id: '2', title: 'UTM source', perstag: 'UTM_SOURCE', value: 'google' },
    { id: '3', title: 'Click', perstag: 'GCLID', value: 'abc' },
    { id: '4', title: 'How did you hear?', perstag: 'HEARD', value: 'A friend' },
    { id: '5', title: 'Lead source', perstag: 'LEAD_SOURCE', value: 'Web form' },
  ],
  tags: [{ id: '3', name: 'vip' }],
  lists: ['1'],
}
const mapped = (change: object = {}, settings = {}) => contactRecordOf(contact.parse({ ...cora, ...change }), cora, settings)

const sale = {
  id: '9',
  title: 'Kitchen',
  value: '123456',
  currency: 'eur',
  group: '1',
  stage: '2',
  owner: '1',
  contact: '17',
  status: '0',
  cdate: '2026-11-01T04:00:00-06:00',
  mdate: '2026-11-05T04:00:00-06:00',
  edate: null,
  otherContacts: ['18', '17'],
}
const sold = (change: object = {}) => dealRecordOf(deal.parse({ ...sale, ...change }), sale)
const activityIn = (stage: string, day: number, before: string | null = null) => ({
  stage,
  before,
  group: '1',
  at: `2026-11-0${day}T04:00:00-06:00`,
})

describe('A contact of ActiveCampaign', () => {
  it('is mapped, with times in UTC and missing values as null [SYNC-06]', () => {
    expect(mapped()).toMatchObject({
      externalId: '17',
      lastName: null,
      company: null,
      tags: ['vip'],
      source: 'Web form',
      createdAt: '2026-11-01T10:00:00.000Z',
      updatedAt: '2026-11-03T10:00:00.000Z',
    })
  })
  it('has a first touch if fields contain campaign parameters, by title or by tag', () => {
    expect(mapped().touches).toMatchObject([{ key: 'first', kind: 'click', source: 'google', clickId: 'abc', medium: null }])
    expect(mapped({ customFields: [] }).touches).toEqual([])
  })
  it('takes its source from the field that the company chose', () => {
    expect(mapped({}, { source_field: 'How did you hear?' }).source).toBe('A friend')
    expect(mapped({}, { source_field: 'HEARD' }).source).toBe('A friend')
    expect(mapped({}, { source_field: '4' }).source).toBe('A friend')
    expect(mapped({}, { source_field: 'unknown' }).source).toBeNull()
  })
})

describe('A deal of ActiveCampaign', () => {
  it('has its value in cents', () => {
    expect(sold()).toMatchObject({ amount: '1234.56', currency: 'EUR', contactIds: ['17', '18'] })
    expect(sold({ value: '5' }).amount).toBe('0.05')
    expect(sold({ value: '-1999' }).amount).toBe('-19.99')
    expect(sold({ value: 'much' }).amount).toBeNull()
  })
  it('is won or lost by its status, in any stage', () => {
    expect(sold()).toMatchObject({ outcome: 'open', closedAt: null })
    expect(sold({ status: '1' })).toMatchObject({ outcome: 'won', closedAt: '2026-11-05T10:00:00.000Z' })
    expect(sold({ status: 2, edate: '2026-11-04T04:00:00-06:00' })).toMatchObject({
      outcome: 'lost',
      closedAt: '2026-11-04T10:00:00.000Z',
    })
  })
  it('has the stage history of its activities, in any order', () => {
    const { history, stageSince } = sold({ seenIn: [activityIn('2', 3, '1'), activityIn('1', 1), activityIn('2', 5)] })
    expect(history).toEqual([
      { stageId: '1', pipelineId: '1', at: '2026-11-01T10:00:00.000Z' },
      { stageId: '2', pipelineId: '1', at: '2026-11-03T10:00:00.000Z' },
    ])
    expect(stageSince).toBe('2026-11-03T10:00:00.000Z')
  })
  it('keeps the order of two moves in one second, as they are listed: newest first', () => {
    const seenIn = [activityIn('2', 3, '3'), activityIn('3', 3, '1'), activityIn('1', 1)]
    expect(sold({ seenIn }).history).toEqual([
      { stageId: '1', pipelineId: '1', at: '2026-11-01T10:00:00.000Z' },
      { stageId: '3', pipelineId: '1', at: '2026-11-03T10:00:00.000Z' },
      { stageId: '2', pipelineId: '1', at: '2026-11-03T10:00:00.000Z' },
    ])
  })
  it('knows its first stage from the first move alone', () => {
    expect(sold({ seenIn: [activityIn('2', 3, '1')] }).history?.map(({ stageId }) => stageId)).toEqual(['1', '2'])
  })
  it('has no history if that does not end in the present stage', () => {
    expect(sold({ seenIn: [activityIn('1', 1)] }).history).toBeUndefined()
    expect(sold().history).toBeUndefined()
    expect(sold({ seenIn: [] }).history).toMatchObject([{ stageId: '2', at: '2026-11-01T10:00:00.000Z' }])
  })
})
