// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { keepInvitation, type KeptInvitation } from '#web/lib/kept-invitation.ts'
import { receivedByHelio } from '#web/features/connections/testing.ts'
import { pageOf, withOpened } from './opened.ts'

const helio = { ...receivedByHelio, id: '01a1ecee-f4bd-718e-b438-2ee5502506a7', name: 'Riverbend Media' }
const list = { items: [helio], total: 1, counts: { sharing: 0, waiting: 1, ended: 0 } }
const names = (query: Parameters<typeof withOpened>[2]) => withOpened(list, receivedByHelio, query).items.map(({ name }) => name)

describe('An invitation that was opened by its link, in the list [PARTNER-05]', () => {
  it('is the first of those that wait, and counted', () => {
    expect(withOpened(list, receivedByHelio, { page: 1 })).toEqual({
      items: [receivedByHelio, helio],
      total: 2,
      counts: { sharing: 0, waiting: 2, ended: 0 },
    })
    expect(names({ page: 1, group: 'waiting' })).toEqual(['Northlight Growth', 'Riverbend Media'])
  })

  it('is counted, but not listed, where it does not belong', () => {
    for (const query of [{ page: 2 }, { page: 1, group: 'ended' as const }, { page: 1, search: 'river' }]) {
      expect(names(query)).toEqual(['Riverbend Media'])
      expect(withOpened(list, receivedByHelio, query).counts.waiting).toBe(2)
    }
    expect(names({ page: 1, search: 'northlight' })).toEqual(['Northlight Growth', 'Riverbend Media'])
  })

  it('changes nothing once the account has it', () => {
    expect(withOpened(list, undefined, { page: 1 })).toBe(list)
  })
})

describe('The page of an invitation', () => {
  afterEach(() => localStorage.clear())
  const kept: KeptInvitation = {
    token: 'wPpJa_qLFJuf',
    connectionId: receivedByHelio.id,
    inviterName: 'Northlight Growth',
    inviterType: 'AGENCY',
    expiresAt: '2999-01-01T00:00:00.000Z',
    isReturning: false,
  }

  it('is the one behind its link until it is answered, and the connection without a link', () => {
    expect(pageOf(receivedByHelio).params).toEqual({ id: receivedByHelio.id })
    keepInvitation(kept)
    expect(pageOf(receivedByHelio).params).toEqual({ token: 'wPpJa_qLFJuf' })
    expect(pageOf({ ...receivedByHelio, state: 'DRAFT' }).params).toEqual({ id: receivedByHelio.id })
    expect(pageOf(helio).params).toEqual({ id: helio.id })
  })
})
