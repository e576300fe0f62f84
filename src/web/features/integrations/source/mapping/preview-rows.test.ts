import { describe, expect, it } from 'vitest'
import type { MappingPreview } from '#contract/mapping.ts'
import { draftOf } from './mapping-draft.ts'
import { previewRows } from './preview-rows.ts'

const person = {
  name: 'Nora Nobody',
  identifier: 'nora@example.com',
  created: '+1 212 555 0100',
  source: '',
  stage: '',
  amount: '',
}
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
  people: [person, person],
  problems: [{ row: 3, column: 'Phone', code: 'bad_date', text: 'is not a date that we can read' }],
}
const draft = draftOf({ table_id: '0', map: { email: 'email', phone: 'phone', created_at: 'phone' } })

describe('the preview of a mapping [SYNC-05]', () => {
  it('tells which rows would be set aside, and which of their cells cannot be read', () => {
    const [first, second] = previewRows(preview, draft)
    expect(first).toEqual({ number: 2, person, problem: null, odd: new Set() })
    expect(second).toEqual({ number: 3, person, problem: 'is not a date that we can read', odd: new Set(['created']) })
  })

  it('shows no cell as unreadable where it is about a date that is not shown', () => {
    const closing = draftOf({ table_id: '0', map: { email: 'email', created_at: 'email', closed_at: 'phone' } })
    expect(previewRows(preview, closing)[1]).toMatchObject({ problem: 'is not a date that we can read', odd: new Set() })
  })

  it('counts rows as the table does: from one where no row holds the names', () => {
    expect(previewRows(preview, { ...draft, hasHeader: false }).map(({ number }) => number)).toEqual([1, 2])
    expect(previewRows({ ...preview, has_named_columns: true }, draft).map(({ number }) => number)).toEqual([1, 2])
  })
})
