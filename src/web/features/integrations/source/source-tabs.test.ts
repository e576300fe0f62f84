import { describe, expect, it } from 'vitest'
import { shownTab, tabsOf } from './source-tabs.ts'

describe('what is shown about a source [SYNC-03]', () => {
  it('depends on its kind', () => {
    expect(tabsOf({ category: 'crm' }, true)).toEqual(['runs', 'set-aside', 'counts', 'people'])
    expect(tabsOf({ category: 'spreadsheet' }, true)).toEqual(['runs', 'set-aside', 'counts', 'mapping', 'people'])
    expect(tabsOf({ category: 'social' }, true)).toEqual(['runs', 'set-aside'])
  })

  it('holds no people for whoever may not see them', () => {
    expect(tabsOf({ category: 'crm' }, false)).not.toContain('people')
  })

  it('begins with the mapping while a table has to be chosen', () => {
    const tabs = tabsOf({ category: 'spreadsheet' }, true)
    expect(shownTab({ needs: 'table' }, tabs, undefined)).toBe('mapping')
    expect(shownTab({ needs: null }, tabs, undefined)).toBe('runs')
    expect(shownTab({ needs: 'table' }, tabs, 'counts')).toBe('counts')
    expect(shownTab({ needs: null }, ['runs'], 'mapping')).toBe('runs')
  })
})
