import { describe, expect, it } from 'vitest'
import { draftOf, leftOut, offered, settingsOf, toggled } from './draft.ts'

const vip = { value: 'vip', label: 'vip' }
const newsletter = { value: 'list-3', label: 'Newsletter' }
const unknown = (word: string) => ({ value: word, label: word, note: 'gone' })

describe('The draft of the sync filters [SYNC-04]', () => {
  it('keeps settings that are edited elsewhere, and leaves out empty ones', () => {
    const saved = { table_id: '0', map: { email: 'B' }, tags: ['vip'], source_field: 'lead_source' }
    expect(settingsOf(draftOf(saved), saved, true)).toEqual(saved)
    const emptied = { ...draftOf(saved), tags: [], sourceField: '  ' }
    expect(settingsOf(emptied, saved, true)).toEqual({ table_id: '0', map: { email: 'B' } })
  })

  it('has no tags if contacts have none', () => {
    const saved = { tags: ['vip'], lists: ['7'] }
    expect(settingsOf(draftOf(saved), saved, false)).toEqual({ lists: ['7'] })
  })

  it('matches a word to an option by id or name, in any case', () => {
    expect(toggled(['NEWSLETTER', 'vip'], newsletter)).toEqual(['vip'])
    expect(toggled(['vip'], newsletter)).toEqual(['vip', 'list-3'])
  })

  it('lists chosen options first, including those that the source no longer has', () => {
    const all = offered([vip, newsletter], ['spring', 'newsletter'], unknown)
    expect(all.map(({ value }) => value)).toEqual(['spring', 'list-3', 'vip'])
  })

  it('detects when contacts or opportunities would be excluded', () => {
    const draft = draftOf({})
    expect(leftOut({ ...draft, tags: ['vip'] }, {})).toBe('people')
    expect(leftOut({ ...draft, tags: ['vip', 'web'] }, { tags: ['VIP'] })).toBeNull()
    expect(leftOut(draft, { tags: ['vip'] })).toBeNull()
    expect(leftOut({ ...draft, tags: ['web'], dispos: ['won'] }, { tags: ['vip'] })).toBe('both')
    expect(leftOut({ ...draft, dispos: ['won'] }, { dispos: ['won', 'open'] })).toBe('opportunities')
  })
})
