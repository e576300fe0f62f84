// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from 'vitest'
import type { Connection } from '#contract/connections/connections.ts'
import { connectionStatuses, endings, type ConnectionStatus } from '#contract/connections/transitions.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { connectionMessages } from '#web/messages/en-connections.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { ConnectionBadge } from './ConnectionBadge.tsx'
import { receivedByHelio, sentToHelio } from './testing.ts'
import { daysUntil, useSummary, useNext } from './words.ts'

useDocument()
beforeAll(() => addTranslations('connections', connectionMessages))

const now = Date.parse('2026-11-16T12:00:00.000Z')

const Words = ({ connection }: { connection: Connection }) => (
  <p>{[useSummary()(connection, now), useNext()(connection)].filter(Boolean).join(' | ')}</p>
)

const wordsOf = (connection: Connection) => {
  const { container, unmount } = draw(<Words connection={connection} />)
  const text = container.querySelector('p')?.textContent
  unmount()
  return text
}

const lineOf = (connection: Connection) => wordsOf(connection)?.split(' | ')[0]

describe('The seven statuses [PARTNER-02]', () => {
  const badgeOf = (status: ConnectionStatus) => {
    const { container, unmount } = draw(<ConnectionBadge status={status} />)
    const badge = container.querySelector('[data-kind]')
    const shown = [badge?.textContent, badge?.getAttribute('data-kind'), badge?.querySelector('svg') !== null]
    unmount()
    return shown
  }

  it('each have a word, a color and an icon', () => {
    expect(connectionStatuses.map(badgeOf)).toEqual([
      ['Invite sent', 'wait', true],
      ['Invite received', 'wait', true],
      ['Wait for approval', 'wait', true],
      ['In review', 'wait', true],
      ['In process', 'info', true],
      ['Active', 'good', true],
      ['Canceled', 'off', true],
    ])
  })
})

describe('What each side reads about a connection', () => {
  it('is about the invitation first', () => {
    expect(wordsOf(sentToHelio)).toBe('Invited 2 d ago | Helio Solar decides whether to accept. Nothing is shared yet.')
    expect(lineOf({ ...sentToHelio, remindedCount: 1 })).toBe('Invited 2 d ago, reminded once')
    expect(lineOf({ ...sentToHelio, sentCount: 2, remindedCount: 1 })).toBe('Invited 2 d ago, reminded 2 times')
    expect(wordsOf(receivedByHelio)).toBe(
      'Invited you 2 d ago | Northlight Growth invited you. Nothing is shared until you choose what and send it.',
    )
  })

  it.each([
    [
      'DRAFT',
      "Accepted, criteria pending | Next, Helio Solar decides what to share. We'll email you when it's ready to review.",
      'Accepted, criteria pending: choose what to share | Next, choose what to share. Northlight Growth sees nothing until it accepts.',
    ],
    ['SUBMITTED', 'Waiting for your review', 'Sent for review'],
    ['IN_PROCESS', 'Agreed, being prepared', 'Agreed, being prepared'],
    ['ACTIVE', 'Sharing', 'Sharing'],
  ] as const)('then about what happens next: %s', (state, agency, company) => {
    expect(wordsOf({ ...sentToHelio, state })).toBe(agency)
    expect(wordsOf({ ...receivedByHelio, state })).toBe(company)
  })

  it('is about what needs attention while contacts are shared', () => {
    const active = { ...sentToHelio, state: 'ACTIVE' as const, sharedSince: '2025-11-12T10:00:00.000Z' }
    expect(lineOf(active)).toBe('Sharing since Nov 12, 2025')
    expect(lineOf({ ...active, pendingVersion: 2 })).toBe('Version 2 to review')
    expect(lineOf({ ...active, pendingVersion: 2, side: 'COMPANY' })).toBe('Version 2 waits for approval')
    expect(lineOf({ ...active, health: 'source_error' })).toBe('The source stopped syncing')
  })

  it('is how it ended, in the words of the reader', () => {
    const endedAt = '2026-10-02T10:00:00.000Z'
    const shown = endings.map((ending) => {
      const ended = { state: 'CANCELED' as const, ending, endedAt }
      return [ending, wordsOf({ ...sentToHelio, ...ended }), wordsOf({ ...receivedByHelio, ...ended })]
    })
    expect(shown).toEqual([
      ['rejected', 'Declined Oct 2', 'Declined Oct 2'],
      ['withdrawn', 'Invitation canceled Oct 2', 'Invitation canceled Oct 2'],
      ['expired', 'Invitation expired Oct 2', 'Invitation expired Oct 2'],
      ['canceled', 'Canceled Oct 2', 'Canceled Oct 2'],
      ['denied', 'You declined what they offered', 'The agency declined what you offered'],
      ['ended_by_agency', 'Ended by you', 'Ended by the agency'],
      ['ended_by_company', 'Ended by the company', 'Ended by you'],
      ['ended_by_staff', 'Ended by Tributary', 'Ended by Tributary'],
      ['stale', 'Ended after 90 days without data', 'Ended after 90 days without data'],
      ['partner_closed', 'The company closed its account', 'The agency closed its account'],
    ])
  })

  it('counts the days that are left, including the one that has begun', () => {
    expect(daysUntil('2026-11-28T10:00:00.000Z', now)).toBe(12)
    expect(daysUntil('2026-11-16T13:00:00.000Z', now)).toBe(1)
    expect(daysUntil('2026-11-16T11:00:00.000Z', now)).toBe(0)
  })

  it('never counts more days than a link works, even if the clock of the reader is behind', () => {
    expect(daysUntil('2026-11-30T12:00:01.000Z', now)).toBe(14)
  })
})
