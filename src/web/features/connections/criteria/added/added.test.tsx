// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Criteria, Leaf } from '#contract/criteria/criteria.ts'
import { openBuilder, prepareBuilder, replies } from '../testing/open-builder.tsx'
import { draftVersion, previewOf, taggedOnly } from '../testing.ts'

vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)

prepareBuilder()

const tagged = (...values: string[]): Leaf => ({ field: 'tag', op: 'has_any', values })
const fromCampaign: Leaf = { field: 'source_field', name: 'campaign', op: 'contains', values: ['spring'] }

const fieldsOf = (...fields: string[]): CriteriaVersion['fields'] => fields.map((key) => ({ key, label: key }))

/** Helio Solar shares version 1 with Northlight Growth, and edits version 2. */
const edit = (inForce: Partial<Criteria>, draft: Partial<Criteria>, fields = fieldsOf('email')) =>
  openBuilder(
    [
      { ...draftVersion, version: 2, criteria: { ...taggedOnly, ...draft } },
      { ...draftVersion, state: 'in_force', criteria: { ...taggedOnly, ...inForce }, fields },
    ],
    { state: 'ACTIVE', versionInForce: 1 },
  )

const marks = () => screen.queryAllByText('New')

describe('What a new version adds to the version in force [PARTNER-06]', () => {
  it('is marked by a word at a new condition, and screen readers hear it at its first field', async () => {
    await edit({}, { filter: { all: [taggedOnly.filter, fromCampaign] } })
    expect(screen.getByLabelText('Field, condition 1')).toBeDefined()
    expect(screen.getByLabelText('Field, condition 2, new')).toBeDefined()
    expect(marks()).toHaveLength(1)
    await userEvent.clear(screen.getByLabelText('Value, condition 2'))
    expect(marks()).toHaveLength(0)
  })

  it('is marked at the new values of a condition that is in force, however they are spelled', async () => {
    await edit({ filter: tagged('northlight') }, { filter: tagged('Northlight', 'spring') })
    expect(screen.getByRole('button', { name: 'Remove Northlight' })).toBeDefined()
    const pill = screen.getByRole('button', { name: 'Remove spring, new' }).parentElement as HTMLElement
    expect(within(pill).getByText('New')).toBeDefined()
    expect(screen.getByLabelText('Field, condition 1')).toBeDefined()
    expect(marks()).toHaveLength(1)
  })

  it('is not a condition that only moved into a group', async () => {
    await edit(
      { filter: tagged('northlight') },
      { filter: { any: [fromCampaign, { all: [tagged('northlight'), fromCampaign] }] } },
    )
    expect(screen.getByLabelText('Field, condition 2')).toBeDefined()
    expect(screen.getByLabelText('Field, condition 3, new')).toBeDefined()
  })

  it('is marked in the list of fields, in the figure, and above the column of the sample', async () => {
    const inForce: Partial<Criteria> = { type_of_data: 'FIELDS', fields: ['first_name', 'city'] }
    replies['previewCriteria'] = () => ({
      ...previewOf(2318),
      sample: { columns: ['first_name', 'opportunity.amount'], rows: [['Maya', '6400']], newRows: [] },
    })
    await edit(inForce, { ...inForce, fields: ['first_name', 'opportunity.amount', 'email'] }, fieldsOf('first_name', 'city'))
    expect(screen.getByLabelText('Amount New')).toBeDefined()
    expect(screen.getByLabelText('First name')).toBeDefined()
    expect(await screen.findByText('+2 −1')).toBeDefined()
    const headers = within(screen.getByRole('table')).getAllByRole('columnheader')
    expect(headers.map(({ textContent }) => textContent.trim())).toEqual(['Contact', 'Amount New'])
    await userEvent.click(screen.getByRole('radio', { name: 'Outcomes' }))
    const included = within(screen.getByRole('list', { name: 'Fields that are shared' })).getAllByRole('listitem')
    expect(included.map(({ textContent }) => textContent)).toContain('StageNew')
  })

  it('is marked in the sentence, with a word that screen readers say', async () => {
    const value = (text: string) => ({ text, isValue: true })
    replies['previewCriteria'] = () => ({ ...previewOf(2318), sentence: [value('Northlight'), value('spring')] })
    await edit({}, { filter: tagged('northlight', 'spring') })
    await screen.findByText('2,318')
    expect(screen.getAllByText(/^(Northlight|spring)/, { selector: 'strong' }).map(({ textContent }) => textContent)).toEqual([
      'Northlight',
      'spring (New)',
    ])
  })

  it('is marked at rows of the sample, beside who it is', async () => {
    const rows = [
      ['Maya', 'maya@example.com'],
      ['Noor', 'noor@example.com'],
    ]
    replies['previewCriteria'] = () => ({ ...previewOf(2318), sample: { columns: ['first_name', 'email'], rows, newRows: [0] } })
    await edit({}, { since: null })
    const table = within(await screen.findByRole('table'))
    expect(table.getByRole('row', { name: /^Maya New/ })).toBeDefined()
    expect(table.getByRole('row', { name: /^Noor(?! New)/ })).toBeDefined()
  })

  it('is marked at the first day, and at what the agency may do with it', async () => {
    await edit(
      { since: '2025-01-01', allow_audiences: false },
      { since: '2025-07-01', allow_audiences: true, allow_export: true },
    )
    for (const name of ['Created since New', 'May build ad audiences New', 'May export rows New'])
      expect(screen.getByLabelText(name)).toBeDefined()
    expect(screen.getByLabelText('Only new contacts')).toBeDefined()
  })

  it('is not told while nothing is in force', async () => {
    await openBuilder([draftVersion])
    expect(await screen.findByText('2,318')).toBeDefined()
    expect(marks()).toHaveLength(0)
  })

  it('is not "the same" when as many contacts are added as removed', async () => {
    const changed = { contacts: 12, opportunities: 0, names: [] }
    replies['previewCriteria'] = () => ({ ...previewOf(2318), change: { added: changed, removed: changed } })
    await edit({}, { filter: tagged('spring') })
    expect(await screen.findByText('+12 −12')).toBeDefined()
  })
})
