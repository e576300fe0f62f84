import { describe, expect, it } from 'vitest'
import { companiesFrom, companyIds } from './companies.ts'

const [helio, cedar] = ['0199f3c2-0000-7000-8000-000000000001', '0199f3c2-0000-7000-8000-000000000002'] as const

describe('The companies in the address', () => {
  it('are ids, each once, and anything else is left out', () => {
    expect(companiesFrom(`${helio},${cedar},${helio.toUpperCase()},nobody`)).toBe(`${helio},${cedar}`)
    expect(companiesFrom('nobody')).toBeUndefined()
    expect(companiesFrom(7)).toBeUndefined()
    expect(companyIds(`${helio},${cedar}`)).toEqual([helio, cedar])
    expect(companyIds(undefined)).toEqual([])
  })
})
