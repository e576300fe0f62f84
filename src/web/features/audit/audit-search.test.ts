import { describe, expect, it } from 'vitest'
import { auditSearch, consequencesOf, mayChooseKind } from './audit-search.ts'

describe('The address of the audit log', () => {
  it('keeps filters, page and the open entry', () => {
    const kept = {
      client: '0199f3c2-0000-7000-8000-000000000001',
      action: 'user.suspended',
      actor: 'staff',
      type: 'user',
      from: '2026-11-14T16:05:00.000Z',
      page: 2,
      entry: '0199f3c2-0000-7000-8000-000000000001.7',
    }
    expect(auditSearch(kept)).toEqual(kept)
  })

  it('ignores invalid times and ids', () => {
    expect(auditSearch({ from: 'yesterday', to: '', client: 'northlight', entry: ' ' })).toEqual({})
  })
})

describe('The filters of the audit log', () => {
  const [client, from] = ['0199f3c2-0000-7000-8000-000000000001', '2026-11-14T16:05:00.000Z']
  const staff = { value: undefined, isStaff: true }

  it('include an object with its type, within one account', () => {
    const search = { client, type: 'user', object: 'u1' }
    expect(consequencesOf(search, 'type', staff)).toEqual({ object: undefined })
    expect(consequencesOf(search, 'client', staff)).toEqual({ type: undefined, object: undefined })
    expect(consequencesOf(search, 'action', staff)).toEqual({})
  })

  it('include a kind of actor, within an account or a time range', () => {
    expect([{}, { client }, { from }].map((search) => mayChooseKind(search, true))).toEqual([false, true, true])
    expect(mayChooseKind({}, false)).toBe(true)
    expect(consequencesOf({ from, actor: 'staff' }, 'from', staff)).toHaveProperty('actor', undefined)
    expect(consequencesOf({ client, from, actor: 'staff' }, 'from', staff)).toEqual({})
    expect(consequencesOf({ from, actor: 'u1' }, 'from', staff)).toEqual({})
    expect(consequencesOf({ from, actor: 'staff' }, 'from', { ...staff, isStaff: false })).toEqual({})
  })
})
