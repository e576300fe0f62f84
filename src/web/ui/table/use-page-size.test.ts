import { expect, it } from 'vitest'
import { rowsThatFit } from './use-page-size.ts'

it.each([
  [800, 45, 12],
  [1000, 45, 16],
  [1000, 57, 13],
  [400, 45, 5],
  [100, 45, 5],
  [4000, 45, 50],
])('A window of %i px with rows of %i px has room for %i rows', (window, row, rows) => {
  expect(rowsThatFit({ window, around: 256, row })).toBe(rows)
})
