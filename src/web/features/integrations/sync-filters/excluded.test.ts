import { describe, expect, it } from 'vitest'
import { excludedWith } from './excluded.ts'

const sizes = [
  { name: 'newsletter', people: 971 },
  { name: 'vip', people: 40 },
]
const source = { contacts: 6491 }

describe('how many people a choice of tags leaves out [API-14]', () => {
  it('is told from the size of the tag', () => {
    expect(excludedWith(source, { tags: ['Newsletter '] }, sizes)).toEqual({ n: 5520, of: 6491, isLeast: false })
  })

  it('is the least where several tags may be on one person', () => {
    expect(excludedWith(source, { tags: ['newsletter', 'vip'] }, sizes)).toEqual({ n: 5480, of: 6491, isLeast: true })
  })

  it('is everybody where nobody carries the tag, and not known where no tag is', () => {
    expect(excludedWith(source, { tags: ['mistyped'] }, sizes)).toMatchObject({ n: 6491 })
    expect(excludedWith(source, { tags: ['vip'] }, [])).toBeUndefined()
  })
})
