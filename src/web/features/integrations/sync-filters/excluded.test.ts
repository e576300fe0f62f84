import { describe, expect, it } from 'vitest'
import { excludedWith } from './excluded.ts'

const sizes = [
  { name: 'newsletter', contacts: 971 },
  { name: 'vip', contacts: 40 },
]
const source = { contacts: 6491 }

describe('The number of contacts that a choice of tags excludes [API-14]', () => {
  it('is computed from the size of the tag', () => {
    expect(excludedWith(source, { tags: ['Newsletter '] }, sizes)).toEqual({ n: 5520, of: 6491, isLeast: false })
  })

  it('is a minimum if a contact can have several of the tags', () => {
    expect(excludedWith(source, { tags: ['newsletter', 'vip'] }, sizes)).toEqual({ n: 5480, of: 6491, isLeast: true })
  })

  it('is all contacts if no contact has the tag, and unknown if there are no tags', () => {
    expect(excludedWith(source, { tags: ['mistyped'] }, sizes)).toMatchObject({ n: 6491 })
    expect(excludedWith(source, { tags: ['vip'] }, [])).toBeUndefined()
  })
})
