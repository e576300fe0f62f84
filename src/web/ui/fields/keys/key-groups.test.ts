import { describe, expect, it } from 'vitest'
import { inGroups } from './key-groups.ts'

describe('A secret key', () => {
  it('is shown in groups of four, and the last one may be shorter', () => {
    expect(inGroups('JBSWY3DPEHPK3PXP')).toEqual(['JBSW', 'Y3DP', 'EHPK', '3PXP'])
    expect(inGroups('ABCDEF')).toEqual(['ABCD', 'EF'])
  })

  it('may be missing', () => {
    expect(inGroups('')).toEqual([])
  })
})
