import { expect, it } from 'vitest'
import { compareRows } from './differences.ts'

const contacts = { about: 'rows', where: 'hubspot contact' } as const

it('reports no difference for the same rows in any order', () => {
  expect(compareRows(contacts, ['Ada', 'Ben'], ['Ben', 'Ada'])).toBeUndefined()
})

it('reports how many rows are missing, duplicated and wrong', () => {
  const counted = (calm: string[], killed: string[]) => compareRows(contacts, calm, killed)
  expect(counted(['Ada', 'Ben'], ['Ada'])).toMatchObject({ missing: 1, doubled: 0, wrong: 0 })
  expect(counted(['Ada', 'Ben'], ['Ada', 'Ben', 'Ben'])).toMatchObject({ missing: 0, doubled: 1, wrong: 0 })
  expect(counted(['Ada', 'Ben'], ['Ada', 'Bea'])).toMatchObject({
    missing: 0,
    doubled: 0,
    wrong: 1,
    example: { calm: 'Ben', killed: 'Bea' },
  })
})
