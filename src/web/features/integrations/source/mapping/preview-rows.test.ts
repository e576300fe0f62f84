import { describe, expect, it } from 'vitest'
import type { MappingPreview } from '#contract/integrations/mapping.ts'
import { draftOf } from './mapping-draft.ts'
import { previewRows } from './preview-rows.ts'

const contact = {
  name: 'Nora Nobody',
  identifier: 'nora@example.com',
  created: null,
  source: '',
  stage: '',
  amount: null,
  currency: null,
}
const words = { name: 'Nora Nobody', identifier: 'nora@example.com', created: '', source: '', stage: '', amount: '' }
const preview: MappingPreview = {
  tables: [],
  table_id: '0',
  has_named_columns: false,
  rows: [],
  columns: [
    { id: 'email', name: 'E-mail', samples: [] },
    { id: 'phone', name: 'Phone', samples: [] },
  ],
  suggestion: {},
  people: [contact, contact],
  time_zone: 'UTC',
  problems: [{ row: 3, column: 'Phone', code: 'bad_date', text: 'is not a date that we can read' }],
}
const draft = draftOf({ table_id: '0', map: { email: 'email', phone: 'phone', created_at: 'phone' } })

describe('The preview of a mapping [SYNC-05]', () => {
  it('shows which rows would be skipped, and which of their cells cannot be parsed', () => {
    const [first, second] = previewRows(preview, draft)
    expect(first).toEqual({ number: 2, contact: words, problem: null, odd: new Set() })
    expect(second).toEqual({ number: 3, contact: words, problem: 'is not a date that we can read', odd: new Set(['created']) })
  })

  it('marks no cell for a problem with a date that is not shown', () => {
    const closing = draftOf({ table_id: '0', map: { email: 'email', created_at: 'email', closed_at: 'phone' } })
    expect(previewRows(preview, closing)[1]).toMatchObject({ problem: 'is not a date that we can read', odd: new Set() })
  })

  it('numbers rows like the table: from one if there is no heading row', () => {
    expect(previewRows(preview, { ...draft, hasHeader: false }).map(({ number }) => number)).toEqual([1, 2])
    expect(previewRows({ ...preview, has_named_columns: true }, draft).map(({ number }) => number)).toEqual([1, 2])
  })

  it('shows days with the name of the month, and amounts in their currency', () => {
    const shown = (created: string, zone = 'UTC') => {
      const people = [{ ...contact, created, amount: '1250.5', currency: 'EUR' }]
      return previewRows({ ...preview, people, time_zone: zone }, draft)[0]?.contact
    }
    expect(shown('2026-11-03T00:00:00.000Z')).toMatchObject({ created: 'Nov 3, 2026', amount: '€1,250.50' })
    expect(shown('2026-03-11T00:00:00.000Z')).toMatchObject({ created: 'Mar 11, 2026' })
    expect(shown('2026-03-11T14:30:00.000Z')).toMatchObject({ created: 'Mar 11, 2026, 2:30 PM' })
  })

  it("shows times in the table's time zone, wherever the user is", () => {
    const people = [{ ...contact, created: '2026-11-03T05:00:00.000Z' }]
    const inNewYork = previewRows({ ...preview, people, time_zone: 'America/New_York' }, draft)
    const inNowhere = previewRows({ ...preview, people, time_zone: 'Nowhere' }, draft)
    expect([inNewYork[0]?.contact.created, inNowhere[0]?.contact.created]).toEqual(['Nov 3, 2026', 'Nov 3, 2026, 5:00 AM'])
  })
})
