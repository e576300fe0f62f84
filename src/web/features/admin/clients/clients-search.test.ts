import { describe, expect, it } from 'vitest'
import { clientsSearch } from './clients-search.ts'

const client = '0199f3c2-0000-7000-8000-000000000001'

describe('The address of the list of clients', () => {
  it('keeps search, filters, order and page [ADMIN-01]', () => {
    const kept = { search: 'north', status: 'suspended', type: 'AGENCY', sort: 'name:asc', page: 3, size: 50 }
    expect(clientsSearch(kept)).toEqual(kept)
  })

  it('leaves out the defaults: the first page with as many rows as fit', () => {
    expect(clientsSearch({ page: 1, search: '', sort: 'created_at:desc' })).toEqual({})
    expect(clientsSearch({ size: 5 })).toEqual({ size: 5 })
  })

  it('ignores values that the server would refuse', () => {
    expect(clientsSearch({ status: 'gone', type: 'OTHER', sort: 'owner:asc', page: -1, size: 7, client: '1042' })).toEqual({})
  })

  it('keeps the tab of an open client, and drops it with the client', () => {
    const open = { client, tab: 'audit', detail_page: 2 }
    expect(clientsSearch(open)).toEqual(open)
    expect(clientsSearch({ ...open, client: undefined })).toEqual({})
  })
})
