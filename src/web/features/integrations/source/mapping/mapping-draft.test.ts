import { describe, expect, it } from 'vitest'
import {
  countChanges,
  draftOf,
  filledIn,
  missingFields,
  hasIdentifier,
  inTable,
  lacksDate,
  openSuggestions,
  settingsOf,
  withColumn,
} from './mapping-draft.ts'

const tables = [{ id: '0', name: 'Leads', row_count: 42 }]

describe('The draft of a mapping [SYNC-05]', () => {
  it('starts from the saved settings, and is saved unchanged', () => {
    const saved = { table_id: '0', table_name: 'Leads', contain_header: false, map: { email: 'B' }, won_values: ['Won', 'Yes'] }
    expect(settingsOf(draftOf(saved), saved)).toEqual(saved)
  })

  it('counts what differs from the saved settings, each field once', () => {
    const saved = draftOf({ table_id: '0', map: { email: 'B', phone: 'C' } })
    expect(countChanges(saved, saved)).toBe(0)
    expect(countChanges({ ...saved, map: { email: 'B', created_at: 'D' }, dateFormat: 'day_first' }, saved)).toBe(3)
  })

  it('keeps settings that are edited elsewhere', () => {
    const saved = { tags: ['vip'], date_format: 'iso' as const }
    expect(settingsOf({ ...draftOf(saved), dateFormat: '' }, saved)).toEqual({ tags: ['vip'], contain_header: true })
  })

  it('has the chosen table, and each value once', () => {
    const draft = { ...draftOf({}), ...inTable('0', tables), won: ' won ,yes, won,' }
    expect(settingsOf(draft, {})).toMatchObject({ table_name: 'Leads', won_values: ['won', 'yes'] })
  })

  it('begins with the only table, then with the suggestion for its columns', () => {
    const preview = {
      tables,
      table_id: '0',
      has_named_columns: false,
      rows: [],
      columns: [],
      suggestion: { email: 'B' },
      people: [],
      time_zone: 'UTC',
      problems: [],
    }
    const once = filledIn(draftOf({}), preview)
    expect(once).toMatchObject({ tableId: '0', tableName: 'Leads', map: null })
    const twice = filledIn(once, preview)
    expect(twice.map).toEqual({ email: 'B' })
    expect(filledIn(twice, preview)).toBe(twice)
  })

  it('identifies contacts only by email, phone or row key', () => {
    expect([{ full_name: 'A' }, { phone: 'A' }, { row_key: 'A' }, null].map(hasIdentifier)).toEqual([false, true, true, false])
  })

  it('needs a column for the creation date if the table itself does not have it', () => {
    const problems = [{ code: 'missing_mapping' as const }]
    expect(lacksDate({ email: 'A' }, problems)).toBe(true)
    expect(lacksDate({ email: 'A' }, [])).toBe(false)
    expect(lacksDate({ created_at: 'B' }, problems)).toBe(false)
  })

  it('detects missing columns', () => {
    expect(missingFields({ email: 'A', phone: 'Z' }, [{ id: 'A' }])).toEqual(['phone'])
  })

  it('removes a choice, and then suggests again', () => {
    const map = withColumn({ email: 'A', phone: 'B' }, 'phone', '')
    expect(map).toEqual({ email: 'A' })
    expect(openSuggestions(map, { email: 'C', phone: 'B' })).toEqual({ phone: 'B' })
  })
})
