import { describe, expect, it } from 'vitest'
import { cellsOf } from './cells.ts'

describe('a row that was set aside', () => {
  it('is read cell by cell where it comes from a sheet', () => {
    expect(cellsOf('{"values":{"first_name":"Elif","created":"31/02/2026","amount":20334}}')).toEqual([
      ['First name', 'Elif'],
      ['Created', '31/02/2026'],
      ['Amount', '20334'],
    ])
  })

  it('is shown as it is where it has another form, or is cut off', () => {
    expect(cellsOf('{"id":"17","properties":{}}')).toBeNull()
    expect(cellsOf('{"values":{"first_na')).toBeNull()
    expect(cellsOf('null')).toBeNull()
  })
})
