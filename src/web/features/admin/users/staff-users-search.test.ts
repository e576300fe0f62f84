import { describe, expect, it } from 'vitest'
import { staffUsersSearch } from './staff-users-search.ts'

describe('The address of the users of all accounts', () => {
  it('keeps search, filters, order and page [ADMIN-02]', () => {
    const kept = {
      search: 'Cho Tanaka',
      status: 'SUSPENDED',
      role: 'admin',
      client: '0199f3c2-0000-7000-8000-000000000001',
      sort: 'created_at:asc',
      page: 2,
    }
    for (const staffSees of ['columns', 'masked'] as const) expect(staffUsersSearch(kept, staffSees)).toEqual(kept)
  })

  it('sorts by name if staff see names, and drops that order if names are masked [ADMIN-04]', () => {
    for (const sort of ['name:asc', 'name:desc']) {
      expect(staffUsersSearch({ sort }, 'columns')).toEqual({ sort })
      expect(staffUsersSearch({ sort, page: 2 }, 'masked')).toEqual({ page: 2 })
    }
  })

  it('drops an order that the server would refuse', () => {
    expect(staffUsersSearch({ sort: 'email:asc' }, 'columns')).toEqual({})
  })
})
