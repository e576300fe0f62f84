import { describe, expect, it } from 'vitest'
import { hubspot } from './index.ts'
import { contactOf, dealOf, listOf, mergedInto, pipelineOf } from './map.ts'
import { refusalOf } from './refusal.ts'
import { touchesOf } from './touches.ts'
import { contact, deal, lists, pipelines, type WireContact } from './wire.ts'

const ada = {
  id: '512',
  properties: {
    createdate: '2026-03-01T09:00:00.000Z',
    lastmodifieddate: '2026-04-02T10:30:00.120Z',
    hs_object_id: '512',
    firstname: 'Ada',
    lastname: ' Berg ',
    email: 'ada@example.com',
    phone: null,
    mobilephone: '+1 202 555 0101',
    state: 'TX',
    zip: '78701',
    hubspot_owner_id: '7001',
    lifecyclestage: 'lead',
    hs_analytics_source: 'PAID_SEARCH',
    hs_analytics_source_data_1: 'spring',
    hs_analytics_first_timestamp: '2026-02-28T08:00:00Z',
    hs_google_click_id: 'gclid-1',
    case_type: 'injury',
  },
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-04-02T10:30:00.120Z',
  archived: false,
}
const wireOf = (properties: Record<string, string | null>): WireContact => contact.parse({ id: '512', properties })

describe('A contact', () => {
  it('keeps what Ada entered, and her custom fields under their own names', () => {
    const record = contactOf(contact.parse(ada), ada, {})
    expect(record).toMatchObject({
      externalId: '512',
      firstName: 'Ada',
      lastName: 'Berg',
      phone: '+1 202 555 0101',
      company: null,
      region: 'TX',
      postalCode: '78701',
      source: 'Paid search',
      ownerId: '7001',
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-04-02T10:30:00.120Z',
      raw: ada,
    })
    expect(record.fields).toMatchObject({ case_type: 'injury', lifecyclestage: 'lead' })
    expect(record.fields).not.toHaveProperty('email')
  })

  it('has the source of the field that the company chose, and no other [SYNC-04]', () => {
    expect(contactOf(wireOf({ intake: 'Radio', lead_source: 'Web' }), {}, { source_field: 'intake' }).source).toBe('Radio')
    expect(contactOf(wireOf({ lead_source: 'Web' }), {}, { source_field: 'intake' }).source).toBeNull()
    expect(contactOf(wireOf({ lead_source: 'Web' }), {}, {}).source).toBe('Web')
  })

  it('has the ids of contacts that were merged into it', () => {
    expect(mergedInto(wireOf({ hs_merged_object_ids: '511; 500;512' }))).toEqual([
      { from: '511', into: '512', at: null },
      { from: '500', into: '512', at: null },
    ])
    expect(mergedInto(wireOf({ hs_merged_object_ids: null }))).toEqual([])
  })
})

describe('The first and the latest touch', () => {
  it.each([
    ['PAID_SEARCH', 'spring', 'shoes', { kind: 'click', source: null, medium: 'cpc', campaign: 'spring' }],
    ['PAID_SOCIAL', 'Facebook', 'spring', { kind: 'click', source: 'facebook', medium: 'paid_social', campaign: 'spring' }],
    [
      'ORGANIC_SEARCH',
      'Unknown keywords (SSL)',
      'GOOGLE',
      { kind: 'click', source: 'google', medium: 'organic', campaign: null },
    ],
    ['SOCIAL_MEDIA', 'LinkedIn', null, { kind: 'click', source: 'linkedin', medium: 'social', campaign: null }],
    ['EMAIL_MARKETING', 'May letter', null, { kind: 'mail', source: null, medium: 'email', campaign: 'May letter' }],
    ['REFERRALS', 'partner.example.org', null, { kind: 'click', source: 'partner.example.org', medium: 'referral' }],
    ['AI_REFERRALS', 'ChatGPT', null, { kind: 'click', source: 'chatgpt', medium: 'ai_referral' }],
    ['DIRECT_TRAFFIC', 'www.example.com', null, { kind: 'direct', source: null, medium: null, campaign: null }],
    ['OTHER_CAMPAIGNS', 'fair', 'expo / print', { kind: 'click', source: 'expo', medium: 'print', campaign: 'fair' }],
  ])('read %s', (word, one, two, expected) => {
    const properties = { hs_analytics_source: word, hs_analytics_source_data_1: one, hs_analytics_source_data_2: two }
    expect(touchesOf(properties, '2026-01-01T00:00:00.000Z')).toMatchObject([
      { key: 'first', at: '2026-01-01T00:00:00.000Z', ...expected },
    ])
  })

  it('prefer the landing page to the source, and recognize the network of a click id', () => {
    const url = 'https://www.example.com/?utm_source=bing&utm_medium=cpc&utm_campaign=brand&msclkid=m1'
    expect(
      touchesOf({ hs_analytics_source: 'PAID_SEARCH', hs_analytics_first_url: url, hs_google_click_id: 'g1' }, ada.createdAt),
    ).toMatchObject([{ source: 'bing', campaign: 'brand', clickId: 'm1', landingUrl: url }])
    expect(touchesOf(ada.properties, ada.createdAt)).toMatchObject([
      { at: '2026-02-28T08:00:00.000Z', source: 'google', clickId: 'gclid-1' },
    ])
  })

  it.each(['IMPORT', 'CRM_UI', 'INTEGRATION', 'API'])('do not count how Ada got into HubSpot (%s) as a visit', (how) => {
    const offline = { hs_analytics_source: 'OFFLINE', hs_analytics_source_data_1: how }
    expect(touchesOf({ ...offline, hs_analytics_first_timestamp: '2026-01-01T00:00:00Z' }, ada.createdAt)).toEqual([])
    expect(contactOf(wireOf(offline), {}, {})).toMatchObject({ source: 'Offline sources', touches: [] })
    const url = 'https://www.example.com/?utm_source=fair&utm_medium=event'
    expect(touchesOf({ ...offline, hs_analytics_first_url: url }, ada.createdAt)).toMatchObject([{ source: 'fair' }])
  })

  describe('And the one click id that HubSpot keeps for both', () => {
    const twice = {
      hs_analytics_source: 'PAID_SEARCH',
      hs_analytics_first_timestamp: '2026-01-01T00:00:00Z',
      hs_latest_source: 'PAID_SEARCH',
      hs_latest_source_timestamp: '2026-01-05T00:00:00Z',
      hs_google_click_id: 'g1',
    }
    const clicksOf = (properties: Record<string, string>) =>
      touchesOf({ ...twice, ...properties }, null).map(({ clickId, source }) => [clickId, source])

    it('belongs to the visit whose address contains it', () => {
      const url = 'https://www.example.com/?gclid=g1'
      expect(clicksOf({ hs_analytics_first_url: url })).toEqual([
        ['g1', 'google'],
        [null, null],
      ])
      expect(clicksOf({ hs_analytics_last_url: url, hs_analytics_first_url: 'https://www.example.com/?gclid=g0' })).toEqual([
        ['g0', null],
        ['g1', 'google'],
      ])
    })
    it('belongs to the latest if no address has it, and to no visit from elsewhere', () => {
      expect(clicksOf({})).toEqual([
        [null, null],
        ['g1', 'google'],
      ])
      expect(clicksOf({ hs_latest_source: 'DIRECT_TRAFFIC' })).toEqual([
        ['g1', 'google'],
        [null, null],
      ])
      const direct = { hs_analytics_source: 'DIRECT_TRAFFIC', hs_latest_source: 'PAID_SOCIAL' }
      expect(clicksOf(direct).map(([clickId]) => clickId)).toEqual([null, null])
    })
  })

  it('has a latest one only if there was another visit, and none if nothing is known', () => {
    const first = { hs_analytics_source: 'DIRECT_TRAFFIC', hs_analytics_first_timestamp: '2026-01-01T00:00:00Z' }
    const latest = { hs_latest_source: 'REFERRALS', hs_latest_source_data_1: 'a.example' }
    expect(touchesOf({ ...first, ...latest, hs_latest_source_timestamp: '2026-01-01T00:00:00Z' }, null)).toHaveLength(1)
    expect(touchesOf({ ...first, ...latest, hs_latest_source_timestamp: '2026-01-05T00:00:00Z' }, null)).toMatchObject([
      { key: 'first' },
      { key: 'latest:2026-01-05T00:00:00.000Z', source: 'a.example' },
    ])
    expect(touchesOf({ email: 'ada@example.com' }, ada.createdAt)).toEqual([])
  })
})

const won = {
  id: '900',
  properties: {
    dealname: 'Roof',
    amount: '1250.50',
    dealstage: 'closedwon',
    pipeline: '77',
    closedate: '2026-05-05T00:00:00Z',
    createdate: '2026-04-01T00:00:00Z',
    hs_lastmodifieddate: '2026-05-05T00:00:00Z',
    hs_is_closed: 'true',
    hs_is_closed_won: 'true',
  },
  propertiesWithHistory: {
    dealstage: [
      { value: 'closedwon', timestamp: '2026-05-05T00:00:00Z', sourceType: 'CRM_UI' },
      { value: '20', timestamp: '2026-04-20T00:00:00Z', sourceType: 'CRM_UI' },
      { value: '10', timestamp: '2026-04-02T00:00:00Z', sourceType: 'CRM_UI' },
      { value: '10', timestamp: '2026-04-01T00:00:00Z', sourceType: 'CRM_UI' },
    ],
    pipeline: [
      { value: '77', timestamp: '2026-04-20T00:00:00Z' },
      { value: 'default', timestamp: '2026-04-01T00:00:00Z' },
    ],
  },
  associations: { contacts: { results: [{ id: '512', type: 'deal_to_contact' }, { id: '512' }, { id: '513' }] } },
}

describe('A deal', () => {
  it('has its whole history, in the pipeline of each time [SYNC-06]', () => {
    const record = dealOf(deal.parse(won), won, 'EUR')
    expect(record).toMatchObject({
      amount: '1250.50',
      currency: 'EUR',
      outcome: 'won',
      contactIds: ['512', '513'],
      closedAt: '2026-05-05T00:00:00.000Z',
      stageSince: '2026-05-05T00:00:00.000Z',
    })
    expect(record.history).toEqual([
      { stageId: '10', pipelineId: 'default', at: '2026-04-01T00:00:00.000Z' },
      { stageId: '20', pipelineId: '77', at: '2026-04-20T00:00:00.000Z' },
      { stageId: 'closedwon', pipelineId: '77', at: '2026-05-05T00:00:00.000Z' },
    ])
  })

  it('is lost with its reason, and open without a closing date', () => {
    const lost = { ...won.properties, hs_is_closed_won: 'false', closed_lost_reason: 'Price' }
    expect(dealOf(deal.parse({ id: '1', properties: lost }), {}, null)).toMatchObject({ outcome: 'lost', outcomeReason: 'Price' })
    const open = { ...won.properties, hs_is_closed_won: 'false', hs_is_closed: 'false', amount: '', deal_currency_code: 'USD' }
    expect(dealOf(deal.parse({ id: '1', properties: open }), {}, 'EUR')).toMatchObject({
      outcome: 'open',
      closedAt: null,
      amount: null,
      currency: null,
      contactIds: [],
    })
  })
})

it('takes the outcome of a stage from its metadata', () => {
  const stage = (id: string, metadata: unknown) => ({ id, label: id, displayOrder: 0, metadata })
  const { results } = pipelines.parse({
    results: [
      {
        id: 'default',
        label: 'Sales',
        displayOrder: 0,
        stages: [
          stage('open', { probability: '0.2', isClosed: 'false' }),
          stage('won', { probability: '1.0', isClosed: 'true' }),
          stage('lost', { probability: '0.0', isClosed: 'true' }),
          stage('won by chance alone', { probability: '1.0' }),
          stage('nothing said', null),
        ],
      },
    ],
  })
  const outcomes = results.map(pipelineOf).flatMap(({ stages }) => stages.map(({ outcome }) => outcome))
  expect(outcomes).toEqual(['open', 'won', 'lost', 'won', 'open'])
})

it('calls dynamic lists segments', () => {
  const answer = lists.parse({
    lists: [
      { listId: 7, name: 'Web', objectTypeId: '0-1', processingType: 'DYNAMIC', additionalProperties: { hs_list_size: '12' } },
    ],
    offset: 1,
    hasMore: false,
  })
  expect(answer.lists.map(listOf)).toMatchObject([{ externalId: '7', kind: 'segment', size: 12 }])
})

describe('A refusal', () => {
  const answer = (status: number, body: unknown, headers = {}) => refusalOf({ status, headers, body, text: '' })
  it('has the time to wait, from the limit that was reached', () => {
    expect(answer(429, { policyName: 'SECONDLY' })).toMatchObject({ kind: 'rate_limited', retryAfterMs: 1000 })
    expect(answer(429, { policyName: 'TEN_SECONDLY_ROLLING' })).toMatchObject({ retryAfterMs: 10_000 })
    expect(answer(429, { policyName: 'DAILY' })).toMatchObject({ retryAfterMs: 3_600_000 })
    expect(answer(429, undefined)).toMatchObject({ retryAfterMs: 10_000 })
    expect(answer(477, {}, { 'retry-after': '60' })).toMatchObject({ kind: 'unavailable', retryAfterMs: 60_000 })
    expect(answer(423, {})).toMatchObject({ kind: 'unavailable', retryAfterMs: 2000 })
  })
  it('names the missing permission, and leaves the rest to the common rules', () => {
    const body = { category: 'MISSING_SCOPES', context: { requiredGranularScopes: ['crm.lists.read'] } }
    expect(answer(403, body)).toMatchObject({ kind: 'refused', message: expect.stringContaining('crm.lists.read') })
    expect(answer(401, { category: 'EXPIRED_AUTHENTICATION' })).toMatchObject({ kind: 'token_expired' })
    expect(answer(503, 'down')).toBeNull()
    expect(answer(200, {})).toBeNull()
  })
})

describe('A record that is mapped again', () => {
  const account = { hubId: '5', name: '', url: null, managerAccount: null, managerAccountId: null, facts: { currency: 'EUR' } }

  it("uses today's settings", () => {
    const page = hubspot.read.remap?.('contact', ada, { account, settings: { source_field: 'case_type' } })
    expect(page).toMatchObject({ contacts: [{ externalId: '512', source: 'injury' }], rejected: [], next: null })
    expect(hubspot.read.fieldPaths?.('contact', { source_field: 'case_type' })['source']).toBe('properties.case_type')
    expect(hubspot.read.remap?.('opportunity', won, { account, settings: {} })).toMatchObject({
      opportunities: [{ externalId: '900', currency: 'EUR', contactIds: ['512', '513'] }],
    })
  })

  it('is rejected again, with the reason, while its form is unknown', () => {
    const odd = { ...ada, properties: { ...ada.properties, phone: { country: 1 } } }
    expect(hubspot.read.remap?.('contact', odd, { account, settings: {} })).toMatchObject({
      contacts: [],
      rejected: [{ object: 'contact', externalId: '512', code: 'bad_shape', reason: expect.stringContaining('properties') }],
    })
  })
})
