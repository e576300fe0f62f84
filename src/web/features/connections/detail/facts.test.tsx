// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Connection } from '#contract/connections/connections.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { connectionMessages } from '#web/messages/en-connections.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { receivedByHelio, sentToHelio } from '../testing.ts'
import { ConnectionFacts } from './ConnectionFacts.tsx'

useDocument()
beforeAll(() => {
  addTranslations('connections', connectionMessages)
})

const factsOf = (connection: Connection) => {
  draw(<ConnectionFacts connection={connection} />)
  return Object.fromEntries(
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
  )
}

describe('The details of a connection [PARTNER-01]', () => {
  it('have what the criteria say', () => {
    const companyId = '0199f3c2-0000-7000-8000-000000000001'
    const facts = factsOf({
      ...sentToHelio,
      state: 'SUBMITTED',
      partnerId: companyId,
      businessId: companyId,
      integration: 'HubSpot',
      subAccount: 'loc_8f2',
      syncField: 'lead_source',
      syncValue: 'Google Ads, Meta',
      tag: 'northlight',
      pipeline: 'New patients',
      dataFilters: 3,
      typeOfData: 'FIELDS',
    })
    expect(facts).toMatchObject({
      'Invited by': 'Ana Whitfield',
      'Sent to': 'marcus@helio.example.com',
      'Invited as': 'Admin',
      Source: 'HubSpot',
      'Sub account': 'loc_8f2',
      'Sync field': 'Lead source',
      'Sync value': 'Google Ads, Meta',
      Tag: 'northlight',
      Pipeline: 'New patients',
      'Data filters': '3 conditions',
      'Type of data': 'Chosen fields',
      'Company ID': companyId,
      Message: 'We ran your spring campaign.',
    })
  })

  it.each([
    ['withdrawn', 'Your reason', 'Their reason'],
    ['rejected', 'Their reason', 'Your reason'],
    ['ended_by_agency', 'Your reason', 'Their reason'],
    ['canceled', 'Reason', 'Reason'],
  ] as const)('say whose reason it is: %s', (ending, inviting, invited) => {
    const ended = { state: 'CANCELED', ending, reason: 'They chose another agency.' } as const
    expect(factsOf({ ...sentToHelio, ...ended })).toMatchObject({ [inviting]: 'They chose another agency.' })
    cleanup()
    expect(factsOf({ ...receivedByHelio, ...ended })).toMatchObject({ [invited]: 'They chose another agency.' })
  })

  it('say which version of the criteria they are from', () => {
    const agreed = { ...sentToHelio, state: 'ACTIVE', typeOfData: 'BASIC', versionInForce: 2, pendingVersion: 3 } as const
    expect(factsOf(agreed)).toMatchObject({ Criteria: 'Version 2, in force', 'Type of data': 'Basic' })
    cleanup()
    expect(factsOf({ ...agreed, state: 'CANCELED' })).toMatchObject({ Criteria: 'Version 2, last in force' })
    cleanup()
    expect(factsOf({ ...agreed, state: 'SUBMITTED', versionInForce: null })).toMatchObject({
      Criteria: 'Version 3, not in force yet',
    })
    cleanup()
    expect(Object.keys(factsOf(sentToHelio))).not.toContain('Criteria')
  })

  it('name the field that decides by its label', () => {
    expect(factsOf({ ...sentToHelio, syncField: 'source', syncValue: 'Meta' })).toMatchObject({ 'Sync field': 'Source field' })
  })

  it('count the days of the newest link, after the invitation was sent again', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-16T10:00:00.000Z'), toFake: ['Date'] })
    const { rerender } = draw(<ConnectionFacts connection={sentToHelio} />)
    expect(screen.getByText('Expires in 12 days')).toBeDefined()
    vi.setSystemTime('2026-11-16T10:20:00.000Z')
    rerender(<ConnectionFacts connection={{ ...sentToHelio, expiresAt: '2026-11-30T10:20:00.000Z' }} />)
    expect(screen.getByText('Expires in 14 days')).toBeDefined()
    vi.useRealTimers()
  })

  it('name a tag once, and leave out what has no value', () => {
    const facts = factsOf({ ...sentToHelio, syncField: 'tag', syncValue: 'northlight', tag: 'northlight', dataFilters: 1 })
    expect(facts).toMatchObject({ 'Sync field': 'Tag', 'Sync value': 'northlight', 'Data filters': '1 condition' })
    for (const title of ['Tag', 'Source', 'Sub account', 'Pipeline', 'Type of data', 'Company ID'])
      expect(Object.keys(facts)).not.toContain(title)
  })
})
