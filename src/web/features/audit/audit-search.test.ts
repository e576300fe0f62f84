import { describe, expect, it } from 'vitest'
import { auditSearch } from './audit-search.ts'

describe('the address of the audit log', () => {
  it('keeps filters, page and the entry that is open', () => {
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

  it('ignores what is no time and no id', () => {
    expect(auditSearch({ from: 'yesterday', to: '', client: 'northlight', entry: ' ' })).toEqual({})
  })
})
