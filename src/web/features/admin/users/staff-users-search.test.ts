import { describe, expect, it } from 'vitest'
import { staffUsersSearch } from './staff-users-search.ts'

describe('the address of the users of all accounts', () => {
  it('keeps search, filters, order and page [ADMIN-02]', () => {
    const kept = {
      search: 'Cho Tanaka',
      status: 'SUSPENDED',
      role: 'admin',
      client: '0199f3c2-0000-7000-8000-000000000001',
      sort: 'created_at:asc',
      page: 2,
    }
    expect(staffUsersSearch(kept)).toEqual(kept)
  })

  it('knows the order by name, and none that the server would refuse', () => {
    expect(staffUsersSearch({ sort: 'name:asc' })).toEqual({ sort: 'name:asc' })
    expect(staffUsersSearch({ sort: 'email:asc' })).toEqual({})
  })
})
