import { describe, expect, it } from 'vitest'
import { syncFieldNames, type SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { FieldValue } from '../records.ts'
import { catalogueOf } from './book.ts'
import { cellsOf, columnsByLetter, columnsOfHeader, letterOf } from './columns.ts'
import { problemsOf } from './problems.ts'
import { readRows } from './read.ts'
import { checkRules, missingColumns, missingText, fieldPaths, rulesOf } from './rules.ts'
import { suggestMap } from './suggest.ts'

const header = ['Lead ID', 'Email', 'Phone', 'Name', 'Created', 'Source', 'Stage', 'Outcome', 'Amount', 'Note']
const columns = columnsOfHeader(header)

const read = (lines: readonly (readonly FieldValue[])[], settings: SyncSettings = {}, zone = 'UTC') => {
  const rules = rulesOf(columns, settings, { zone, hasSerials: true })
  const rows = lines.map((values, index) => ({ place: `row ${index + 2}`, cells: cellsOf(columns, values), raw: {} }))
  const { book, ...taken } = readRows(rules, rows)
  return { ...taken, ...catalogueOf(book, rules.words) }
}

describe('Columns of a sheet', () => {
  it('are identified by their header, ignoring case, spaces and punctuation', () => {
    expect(columnsOfHeader(['  E-Mail ', 'Lead  ID?']).map(({ id }) => id)).toEqual(['e_mail', 'lead_id'])
  })

  it('get a name if the header is blank and another if it is duplicated', () => {
    expect(columnsOfHeader(['Email', 'email', '', 'E-mail', '#', 'Email'], 7)).toEqual([
      { id: 'email', name: 'Email' },
      { id: 'email_2', name: 'email (2)' },
      { id: 'column_c', name: 'column_C' },
      { id: 'e_mail', name: 'E-mail' },
      { id: 'column_e', name: '#' },
      { id: 'email_3', name: 'Email (3)' },
      { id: 'column_g', name: 'column_G' },
    ])
  })

  it('are identified by their letter without a header', () => {
    expect([letterOf(0), letterOf(25), letterOf(26), letterOf(59)]).toEqual(['A', 'Z', 'AA', 'BH'])
    expect(columnsByLetter(2)).toEqual([
      { id: 'A', name: 'column_A' },
      { id: 'B', name: 'column_B' },
    ])
  })
})

describe('A suggested mapping', () => {
  it('finds the usual names', () => {
    expect(
      suggestMap(
        columnsOfHeader(['Timestamp', 'E-mail address', 'Mobile', 'Full name', 'Lead status', 'Deal value', 'utm_campaign']),
      ),
    ).toEqual({
      created_at: 'timestamp',
      email: 'e_mail_address',
      phone: 'mobile',
      full_name: 'full_name',
      stage: 'lead_status',
      amount: 'deal_value',
      campaign: 'utm_campaign',
    })
  })

  it('gives a column to one field, and the better name wins', () => {
    const map = suggestMap(
      columnsOfHeader(['Status', 'Stage', 'Date', 'Created', 'First name', 'Last name', 'Name', 'Id', 'Lead ID']),
    )
    expect(map).toEqual({
      stage: 'stage',
      created_at: 'created',
      first_name: 'first_name',
      last_name: 'last_name',
      row_key: 'lead_id',
    })
  })
})

describe('A row', () => {
  it('is a contact, and an opportunity if it mentions one', () => {
    const { contacts, opportunities, pipelines, rejected } = read([
      [
        'L-1',
        'Ada@Example.com',
        12_025_550_101,
        'Ada Berg',
        '2026-03-04',
        'Google Ads',
        'Closed won',
        '',
        '$5,000',
        'called twice',
      ],
      ['L-2', 'ben@example.com', '', 'Dunn, Ben', '2026-03-05'],
    ])
    expect(rejected).toEqual([])
    expect(contacts).toMatchObject([
      {
        externalId: 'L-1',
        firstName: 'Ada',
        lastName: 'Berg',
        email: 'Ada@Example.com',
        phone: '12025550101',
        source: 'Google Ads',
        createdAt: '2026-03-04T00:00:00.000Z',
        fields: { Note: 'called twice' },
        touches: [{ key: 'first', kind: 'click', source: 'Google Ads', at: '2026-03-04T00:00:00.000Z' }],
      },
      { externalId: 'L-2', firstName: 'Ben', lastName: 'Dunn', touches: [] },
    ])
    expect(opportunities).toMatchObject([
      {
        externalId: 'L-1',
        name: 'Ada Berg',
        amount: '5000',
        currency: 'USD',
        pipelineId: 'default',
        stageId: 'closed_won',
        outcome: 'won',
        contactIds: ['L-1'],
      },
    ])
    expect(pipelines).toEqual([
      {
        externalId: 'default',
        name: 'default',
        order: 0,
        stages: [{ externalId: 'closed_won', name: 'Closed won', order: 0, outcome: 'won' }],
      },
    ])
  })

  it('without a key is identified by its contact and date, in any position', () => {
    const map = { email: 'email', created_at: 'created' } as const
    const lines = [
      ['', 'ada@example.com', '', '', '2026-03-04'],
      ['', 'ada@example.com', '', '', '2026-04-04'],
    ]
    const [first, second] = read(lines, { map }).contacts
    const [moved] = read([['', ' ADA@example.com ', '', '', 46_085]], { map }, 'Asia/Tokyo').contacts
    expect(moved?.externalId).toBe(first?.externalId)
    expect(second?.externalId).not.toBe(first?.externalId)
  })

  it('is skipped with a reason that names the column and its value, and the rest is saved', () => {
    const { contacts, rejected } = read([
      ['L-1', 'ada@example.com'],
      ['L-1', 'ben@example.com'],
      ['', 'n/a', '', 'Nobody'],
      ['L-4', '', '', '', '03/04/2026'],
      ['L-5', '', '', '', '2026-02-30'],
      ['#N/A', 'cleo@example.com'],
    ])
    expect(contacts).toHaveLength(2)
    expect(rejected.map(({ externalId, code }) => [externalId, code])).toEqual([
      ['row 3', 'duplicate_key'],
      ['row 4', 'missing_identifier'],
      ['row 5', 'ambiguous_date'],
      ['row 6', 'bad_date'],
    ])
    expect(rejected.map(({ reason }) => reason)).toEqual([
      'Lead ID is the same as in an earlier row: “L-1”. We skipped this row.',
      "Email isn't an email address: “n/a”, and Phone is empty, and Lead ID is empty.",
      'Created can be read in two ways: “03/04/2026”. Choose whether the day or the month comes first.',
      "Created is a date that doesn't exist: “2026-02-30”.",
    ])
  })

  it('is saved without an amount that cannot be read, and reports where it is and what to do', () => {
    const { contacts, opportunities, rejected } = read([['L-6', 'ada@example.com', '', '', '', '', 'New', '', 'plenty']])
    expect(contacts).toMatchObject([{ externalId: 'L-6', email: 'ada@example.com' }])
    expect(opportunities).toMatchObject([{ externalId: 'L-6', amount: null, stageId: expect.stringMatching(/new/i) }])
    expect(rejected).toEqual([
      expect.objectContaining({ object: 'opportunity', externalId: 'L-6', code: 'bad_amount', isTaken: true }),
    ])
    expect(rejected[0]?.reason).toBe("Amount isn't an amount: “plenty”. We left it empty. Enter a plain number, such as 1234.50.")
  })

  it('keeps the values of email and phone columns, even if they are invalid', () => {
    const { contacts, rejected } = read([['L-7', 'ask Ada', 'after 6 pm']])
    expect(contacts).toMatchObject([{ externalId: 'L-7', email: 'ask Ada', phone: 'after 6 pm' }])
    expect(rejected).toEqual([])
  })

  it('reports a name that is longer than we keep, and distinguishes long keys', () => {
    const key = 'L'.repeat(300)
    const { contacts, rejected } = read([
      [`${key}1`, '', '', 'A'.repeat(2500)],
      [`${key}2`, '', '', 'Ben'],
    ])
    expect(new Set(contacts.map(({ externalId }) => externalId)).size).toBe(2)
    expect(rejected).toEqual([
      expect.objectContaining({ object: 'contact', externalId: contacts[0]?.externalId, code: 'too_large', isTaken: true }),
    ])
    expect(rejected[0]?.reason).toMatch(/^.+ has 2,500 characters, and we kept the first 2,000\. Shorten it there\.$/)
  })

  it('is won or lost by the outcome column, otherwise by the stage, with the chosen words', () => {
    const outcomes = (settings: SyncSettings) =>
      read(
        [
          ['1', '', '', '', '', '', 'Proposal', 'yes'],
          ['2', '', '', '', '', '', 'Won', 'lost'],
          ['3', '', '', '', '', '', 'CLOSED-LOST'],
          ['4', '', '', '', '', '', 'Onboarding', false],
          ['5', '', '', '', '', '', '', '', 10],
        ],
        settings,
      ).opportunities.map(({ outcome }) => outcome)
    expect(outcomes({})).toEqual(['won', 'lost', 'lost', 'open', 'open'])
    expect(outcomes({ won_values: ['Onboarding', 'Won'] })).toEqual(['open', 'lost', 'lost', 'open', 'open'])
  })

  it('distinguishes stages that look like object properties', () => {
    const { pipelines } = read([
      ['1', '', '', '', '', '', 'constructor'],
      ['2', '', '', '', '', '', '__proto__'],
    ])
    expect(pipelines[0]?.stages.map(({ name }) => name)).toEqual(['constructor', '__proto__'])
  })
})

describe('A table', () => {
  it('whose mapped column was deleted is refused with its name', () => {
    const rules = rulesOf(columns, { map: { email: 'e_mail_of_lead' } }, { hasSerials: true })
    expect(() => checkRules(rules)).toThrow(
      'The column "e_mail_of_lead", mapped to Email, was deleted or renamed. Restore its name and sync again',
    )
  })

  it('whose mapped column was deleted names our field as the mapping screen does', () => {
    const map = { email: 'email', created_at: 'day_of_call', stage_changed_at: 'moved' }
    const rules = rulesOf([{ id: 'email', name: 'Email' }], { map }, { hasSerials: true })
    const texts = missingColumns(rules.columns, rules.map).map(missingText)
    expect(texts[0]).toContain(`"day_of_call", mapped to ${syncFieldNames.created_at}`)
    expect(texts[1]).toContain('"moved", mapped to In this stage since')
  })

  it('without any identifying column is refused', () => {
    const rules = rulesOf(columns, { map: { stage: 'stage' } }, { hasSerials: true })
    expect(() => checkRules(rules)).toThrow('Choose a column that identifies contacts')
  })

  it('with a thousand stages is refused', () => {
    const lines = Array.from({ length: 1000 }, (_, index) => [`L-${index}`, '', '', '', '', '', `Note ${index}`])
    expect(() => read(lines)).toThrow('more than 300 different values')
  })

  it('shows its problems before it is read', () => {
    const rows = [header, ['L-1', 'ada@example.com', '', '', '03/04/2026'], [], ['L-1'], ['L-1']]
    expect(problemsOf({ rows, columns: [] }, { contain_header: true })).toEqual([
      { row: 2, column: 'Created', code: 'ambiguous_date', text: expect.stringContaining('two ways') },
      { row: 5, column: '', code: 'duplicate_key', text: 'Same as row 4' },
    ])
    expect(problemsOf({ rows, columns: [] }, { contain_header: true, date_format: 'day_first' })).toMatchObject([
      { row: 4, code: 'duplicate_key' },
      { row: 5, code: 'duplicate_key' },
    ])
    expect(problemsOf({ rows, columns: [] }, { contain_header: false })).toMatchObject([{ row: 0, code: 'missing_mapping' }])
    expect(problemsOf({ rows, columns: [] }, { map: { email: 'gone' } })).toMatchObject([
      { row: 0, column: 'gone', code: 'missing_column' },
    ])
  })

  it('shows where each of our fields comes from', () => {
    expect(fieldPaths('contact', { map: { email: 'work_email', full_name: 'name' } }, 'values')).toEqual({
      email: 'values.work_email',
      firstName: 'values.name',
      lastName: 'values.name',
      'fields.*': 'values.*',
    })
  })
})
