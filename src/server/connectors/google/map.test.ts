import { expect, test } from 'vitest'
import { adAccountOf, fromMicros, spendOf } from './map.ts'
import { refusalOf } from './refusal.ts'
import { spendRow } from './wire.ts'

test('millionths become decimal text to the last digit, for numbers of any size', () => {
  expect(fromMicros('1230000')).toBe('1.23')
  expect(fromMicros('1')).toBe('0.000001')
  expect(fromMicros('0')).toBe('0')
  expect(fromMicros('5000000')).toBe('5')
  expect(fromMicros('999999999999999999')).toBe('999999999999.999999')
  expect(fromMicros('-1500000')).toBe('-1.5')
})

const row = {
  campaign: { resourceName: 'customers/1234567890/campaigns/2', id: '2', name: 'Brand', status: 'ENABLED' },
  customer: { resourceName: 'customers/1234567890', currencyCode: 'USD' },
  segments: { date: '2026-01-01' },
  metrics: { costMicros: '1230000', impressions: '10', clicks: '1', conversions: 0.5, conversionsValue: 12 },
}

test('a row becomes the spend of one campaign on one day', () => {
  expect(spendOf(spendRow.parse(row))).toEqual({
    campaignId: '2',
    campaign: 'Brand',
    day: '2026-01-01',
    spend: '1.23',
    currency: 'USD',
    impressions: 10,
    clicks: 1,
    conversions: 0.5,
  })
})

test('missing figures are zero', () => {
  expect(spendOf(spendRow.parse({ ...row, metrics: {} }))).toMatchObject({
    spend: '0',
    impressions: 0,
    clicks: 0,
    conversions: 0,
  })
})

test('an account without a name is shown by its number, as Google Ads writes it', () => {
  expect(adAccountOf({ id: '1234567890', status: 'CANCELED' }, null)).toEqual({
    id: '1234567890',
    name: '123-456-7890',
    businessId: null,
    currency: null,
    isActive: false,
  })
})

const failure = (status: number, errorCode: Record<string, string>, details?: unknown) =>
  refusalOf({
    status,
    headers: {},
    text: '',
    body: { error: { code: status, status: 'X', details: [{ '@type': 't', errors: [{ errorCode, details }] }] } },
  })

test('every error has its meaning', () => {
  expect(failure(401, { authenticationError: 'OAUTH_TOKEN_EXPIRED' })).toMatchObject({ kind: 'token_expired' })
  expect(failure(401, { authenticationError: 'OAUTH_TOKEN_REVOKED' })).toMatchObject({ kind: 'auth_lost' })
  expect(failure(401, { authenticationError: 'NOT_ADS_USER' })).toMatchObject({ kind: 'refused' })
  expect(failure(400, { queryError: 'UNRECOGNIZED_FIELD' })).toEqual({
    kind: 'refused',
    message: 'Google Ads rejected the request (UNRECOGNIZED_FIELD).',
  })
  expect(refusalOf({ status: 401, headers: {}, text: '', body: undefined })).toMatchObject({ kind: 'token_expired' })
  expect(refusalOf({ status: 503, headers: {}, text: '', body: undefined })).toBeNull()
})

test('what only the operator can fix is temporary for all others', () => {
  const passing = {
    kind: 'unavailable',
    message: expect.stringMatching(/The operator of this installation .* You don't need to reconnect\.$/),
  }
  expect(failure(403, { authorizationError: 'DEVELOPER_TOKEN_NOT_APPROVED' })).toMatchObject(passing)
  expect(failure(403, { authorizationError: 'DEVELOPER_TOKEN_PROHIBITED' })).toMatchObject(passing)
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'SERVICE_DISABLED', domain: 'googleapis.com' }]
  const body = { error: { code: 403, status: 'PERMISSION_DENIED', details } }
  expect(refusalOf({ status: 403, headers: {}, text: '', body })).toMatchObject(passing)
})

test('a used-up quota has the time to wait', () => {
  const details = { quotaErrorDetails: { rateScope: 'DEVELOPER', rateName: 'x', retryDelay: '30s' } }
  expect(failure(429, { quotaError: 'RESOURCE_EXHAUSTED' }, details)).toMatchObject({
    kind: 'rate_limited',
    retryAfterMs: 30_000,
  })
})
