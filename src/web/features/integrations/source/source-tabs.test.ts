import { describe, expect, it } from 'vitest'
import { shownTab, tabsOf } from './source-tabs.ts'

const admin = { readsContacts: true, changes: true }

type Source = Parameters<typeof tabsOf>[0]
const crm: Source = { abilities: ['contacts', 'opportunities', 'lists'] }
const table: Source = { abilities: ['contacts', 'opportunities', 'mapping'] }
const ads: Source = { abilities: ['spend'] }

describe('The tabs of a source [SYNC-03]', () => {
  it('depend on its kind', () => {
    expect(tabsOf(crm, admin)).toEqual(['runs', 'set-aside', 'counts', 'people'])
    expect(tabsOf(table, admin)).toEqual(['runs', 'set-aside', 'counts', 'mapping', 'people'])
    expect(tabsOf(ads, admin)).toEqual(['spend', 'runs', 'set-aside'])
  })

  it('have no contacts for users who may not see them', () => {
    expect(tabsOf(crm, { ...admin, readsContacts: false })).not.toContain('people')
  })

  it('show the rows of a table only to users who may choose its columns', () => {
    expect(tabsOf(table, { ...admin, changes: false })).not.toContain('mapping')
  })

  it('begin with the mapping while a table has to be chosen', () => {
    const tabs = tabsOf(table, admin)
    expect(shownTab({ needs: 'table' }, tabs, undefined)).toBe('mapping')
    expect(shownTab({ needs: null }, tabs, undefined)).toBe('runs')
    expect(shownTab({ needs: 'table' }, tabs, 'counts')).toBe('counts')
    expect(shownTab({ needs: null }, ['runs'], 'mapping')).toBe('runs')
  })

  it('begin with the spend of an ad account', () => {
    const tabs = tabsOf(ads, admin)
    expect(shownTab({ needs: null }, tabs, undefined)).toBe('spend')
    expect(shownTab({ needs: 'ad_account' }, tabs, undefined)).toBe('spend')
    expect(shownTab({ needs: null }, tabs, 'runs')).toBe('runs')
    expect(shownTab({ needs: null }, tabsOf(crm, admin), 'spend')).toBe('runs')
  })
})
