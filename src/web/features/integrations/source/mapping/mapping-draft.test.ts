import { describe, expect, it } from 'vitest'
import {
  draftOf,
  filledIn,
  goneFields,
  hasIdentifier,
  inTable,
  lacksDate,
  openSuggestions,
  settingsOf,
  withColumn,
} from './mapping-draft.ts'

const tables = [{ id: '0', name: 'Leads', row_count: 42 }]

describe('a mapping that is being edited [SYNC-05]', () => {
  it('is what was saved before, and is saved as what it is', () => {
    const saved = { table_id: '0', table_name: 'Leads', contain_header: false, map: { email: 'B' }, won_values: ['Won', 'Yes'] }
    expect(settingsOf(draftOf(saved), saved)).toEqual(saved)
  })

  it('leaves alone what is set elsewhere', () => {
    const saved = { tags: ['vip'], date_format: 'iso' as const }
    expect(settingsOf({ ...draftOf(saved), dateFormat: '' }, saved)).toEqual({ tags: ['vip'], contain_header: true })
  })

  it('names the table that was chosen, and each value once', () => {
    const draft = { ...draftOf({}), ...inTable('0', tables), won: ' won ,yes, won,' }
    expect(settingsOf(draft, {})).toMatchObject({ table_name: 'Leads', won_values: ['won', 'yes'] })
  })

  it('begins with the only table, then with what its columns suggest', () => {
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

  it('recognises people by email, phone or row key only', () => {
    expect([{ full_name: 'A' }, { phone: 'A' }, { row_key: 'A' }, null].map(hasIdentifier)).toEqual([false, true, true, false])
  })

  it('needs a column for the day of creation where the table itself does not know it', () => {
    const problems = [{ code: 'missing_mapping' as const }]
    expect(lacksDate({ email: 'A' }, problems)).toBe(true)
    expect(lacksDate({ email: 'A' }, [])).toBe(false)
    expect(lacksDate({ created_at: 'B' }, problems)).toBe(false)
  })

  it('notices columns that are gone', () => {
    expect(goneFields({ email: 'A', phone: 'Z' }, [{ id: 'A' }])).toEqual(['phone'])
  })

  it('takes a choice back, and then suggests again', () => {
    const map = withColumn({ email: 'A', phone: 'B' }, 'phone', '')
    expect(map).toEqual({ email: 'A' })
    expect(openSuggestions(map, { email: 'C', phone: 'B' })).toEqual({ phone: 'B' })
  })
})
