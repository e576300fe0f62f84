import { describe, expect, it } from 'vitest'
import { shownTab, tabsOf } from './source-tabs.ts'

const admin = { readsPeople: true, changes: true }

type Source = Parameters<typeof tabsOf>[0]
const crm: Source = { abilities: ['contacts', 'opportunities', 'lists'] }
const table: Source = { abilities: ['contacts', 'opportunities', 'mapping'] }
const ads: Source = { abilities: ['spend'] }

describe('what is shown about a source [SYNC-03]', () => {
  it('depends on its kind', () => {
    expect(tabsOf(crm, admin)).toEqual(['runs', 'set-aside', 'counts', 'people'])
    expect(tabsOf(table, admin)).toEqual(['runs', 'set-aside', 'counts', 'mapping', 'people'])
    expect(tabsOf(ads, admin)).toEqual(['spend', 'runs', 'set-aside'])
  })

  it('holds no people for whoever may not see them', () => {
    expect(tabsOf(crm, { ...admin, readsPeople: false })).not.toContain('people')
  })

  it('shows what stands in a table only to whoever may choose its columns', () => {
    expect(tabsOf(table, { ...admin, changes: false })).not.toContain('mapping')
  })

  it('begins with the mapping while a table has to be chosen', () => {
    const tabs = tabsOf(table, admin)
    expect(shownTab({ needs: 'table' }, tabs, undefined)).toBe('mapping')
    expect(shownTab({ needs: null }, tabs, undefined)).toBe('runs')
    expect(shownTab({ needs: 'table' }, tabs, 'counts')).toBe('counts')
    expect(shownTab({ needs: null }, ['runs'], 'mapping')).toBe('runs')
  })

  it('begins with what an ad account has cost', () => {
    const tabs = tabsOf(ads, admin)
    expect(shownTab({ needs: null }, tabs, undefined)).toBe('spend')
    expect(shownTab({ needs: 'ad_account' }, tabs, undefined)).toBe('spend')
    expect(shownTab({ needs: null }, tabs, 'runs')).toBe('runs')
    expect(shownTab({ needs: null }, tabsOf(crm, admin), 'spend')).toBe('runs')
  })
})
