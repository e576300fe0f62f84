import { describe, expect, it } from 'vitest'
import { atlasSheet } from '../testing.ts'
import { groupByCause, valueIn } from './causes.ts'

describe('The skipped rows of a sheet [API-21] [VAL-10]', () => {
  it('are grouped by cause and column, the largest group first, by row number', () => {
    const groups = groupByCause(atlasSheet.problems).map(({ cause, column, rows }) => [cause, column, rows.map(({ row }) => row)])
    expect(groups).toEqual([
      ['ambiguous_date', 'Date in', [214, 902]],
      ['missing_id', null, [77]],
      ['bad_date', 'Date in', [388]],
    ])
  })

  it('are in one group if the same is missing in several columns', () => {
    const problem = (row: number, column: string) => ({ row, column, code: 'missing_identifier', text: 'is empty' })
    expect(groupByCause([problem(2, 'Email'), problem(3, 'Phone')])).toHaveLength(1)
  })

  it('have a group of their own if we do not know the cause yet', () => {
    expect(groupByCause([{ row: 2, column: null, code: 'invented', text: 'Odd.' }])).toMatchObject([{ cause: 'other' }])
  })

  it('show the value that the server quotes', () => {
    expect([valueIn('is no date: “tbc”.'), valueIn('is empty')]).toEqual(['tbc', null])
  })
})
