import { expect, test } from 'vitest'
import { adAccountOf, conversionsOf, spendOf } from './map.ts'
import { refusalOf, tooMuchMessage, unfinishedMessage, waitOf } from './refusal.ts'
import { insight } from './wire.ts'

const row = {
  campaign_id: '120210000000000001',
  campaign_name: 'Spring leads',
  spend: '12.34',
  impressions: '1000',
  clicks: '17',
  account_currency: 'EUR',
  actions: [
    { action_type: 'link_click', value: '15' },
    { action_type: 'lead', value: '3' },
    { action_type: 'onsite_conversion.lead_grouped', value: '1' },
    { action_type: 'offsite_conversion.fb_pixel_lead', value: '2' },
  ],
  date_start: '2026-01-31',
  date_stop: '2026-01-31',
}

test('a row becomes the spend of one campaign on one day, with the amount as it was written', () => {
  expect(spendOf(insight.parse(row))).toEqual({
    campaignId: '120210000000000001',
    campaign: 'Spring leads',
    day: '2026-01-31',
    spend: '12.34',
    currency: 'EUR',
    impressions: 1000,
    clicks: 17,
    conversions: 3,
  })
})

test('a lead is counted once although Facebook reports it in the total and by placement', () => {
  expect(conversionsOf(row.actions)).toBe(3)
  expect(conversionsOf(row.actions.filter(({ action_type: type }) => type !== 'lead'))).toBe(3)
})

test('purchases are added to leads, from the widest total that exists', () => {
  const purchases = [
    { action_type: 'omni_purchase', value: '5' },
    { action_type: 'purchase', value: '4' },
    { action_type: 'offsite_conversion.fb_pixel_purchase', value: '4' },
  ]
  expect(conversionsOf([...row.actions, ...purchases])).toBe(8)
  expect(conversionsOf(purchases.slice(1))).toBe(4)
  expect(conversionsOf(undefined)).toBe(0)
})

test('an ad account that is disabled or closed is shown as not active', () => {
  const isActive = (status: number) => adAccountOf({ id: 'act_1', account_status: status }, null).isActive
  expect([1, 2, 9, 101].map(isActive)).toEqual([true, false, true, false])
})

const answer = (error: Record<string, unknown>, headers: Record<string, string> = {}) =>
  refusalOf({ status: 400, headers, body: { error }, text: '' })

test('throttles come with status 400 and have the minutes to wait in a header', () => {
  const usage = { '1': [{ estimated_time_to_regain_access: 0 }, { estimated_time_to_regain_access: 7 }] }
  const headers = { 'x-business-use-case-usage': JSON.stringify(usage) }
  for (const code of [4, 17, 32, 613, 80_000, 80_004, 80_014])
    expect(answer({ code }, headers)).toMatchObject({ kind: 'rate_limited', retryAfterMs: 420_000 })
  expect(waitOf({ 'x-ad-account-usage': '{"acc_id_util_pct":100,"reset_time_duration":100}' })).toBe(100_000)
  expect(waitOf({ 'x-business-use-case-usage': 'not json' })).toBeUndefined()
})

test('every other code has its own meaning', () => {
  expect(answer({ code: 190, error_subcode: 463 })).toMatchObject({
    kind: 'auth_lost',
    message: expect.stringContaining('60 days'),
  })
  expect(answer({ code: 190 })).toMatchObject({ kind: 'auth_lost' })
  expect(answer({ code: 10 })).toMatchObject({ kind: 'refused', message: expect.stringContaining('Ask for access') })
  expect(answer({ code: 294 })).toMatchObject({ kind: 'refused' })
  expect(answer({ code: 1 })).toMatchObject({ kind: 'unavailable' })
  expect(answer({ code: 1, error_subcode: 99 })).toMatchObject({ kind: 'unavailable', message: unfinishedMessage })
  expect(answer({ code: 2, error_subcode: 1_504_018 })).toMatchObject({ kind: 'refused', message: tooMuchMessage })
  expect(answer({ code: 2 })).toMatchObject({ kind: 'unavailable' })
  expect(answer({ code: 100, error_subcode: 33 })).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('was deleted'),
  })
  expect(refusalOf({ status: 200, headers: {}, body: { data: [] }, text: '' })).toBeNull()
})
