import { describe, expect, it } from 'vitest'
import { eventsSearch } from './events-search.ts'

describe('The address of the sync events', () => {
  it('keeps client, event, origin, time, order and page [ADMIN-03]', () => {
    const kept = {
      client: '0199f3c2-0000-7000-8000-000000000001',
      event: 'user.invited',
      origin: 'staff',
      from: '2026-11-14T16:05:00.000Z',
      to: '2026-11-15T16:05:00.000Z',
      sort: 'origin:asc',
      page: 2,
    }
    expect(eventsSearch(kept)).toEqual(kept)
  })

  it('ignores unknown origins and orders', () => {
    expect(eventsSearch({ origin: 'moon', sort: 'actor:asc' })).toEqual({})
  })
})
