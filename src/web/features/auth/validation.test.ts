import { describe, expect, it } from 'vitest'
import { emailRule } from '#contract/kit/text-rules.ts'
import { processorTimeOf } from '#server/testing/processor-time.ts'
import { isUnusualEmail } from './validation.ts'

describe('An unusual email address [VAL-02]', () => {
  it('breaks the narrow rule and is accepted all the same', () => {
    for (const address of [
      'ana@northlight.agency',
      'ana+news@northlight.com',
      'ana@localhost',
      'ana@northlight.c',
      'ana@north..com',
    ]) {
      expect(isUnusualEmail(address)).toBe(true)
      expect(emailRule(address)).toBeUndefined()
    }
  })

  it('is neither a common address nor an invalid one', () => {
    for (const address of ['ana@northlight.com', 'ana.whitfield@mail.north-light.co.uk', 'a_b-c@x.info', ' ana@northlight.com '])
      expect(isUnusualEmail(address)).toBe(false)
    for (const address of ['', 'ana', 'ana@', 'ana at northlight.com']) expect(isUnusualEmail(address)).toBe(false)
  })

  it('is detected quickly, however hostile the text', () => {
    for (const text of [`${'a-'.repeat(120)}@`, `${'a.'.repeat(120)}@b`, `a@${'b.'.repeat(120)}`, `a@${'b-'.repeat(120)}!`])
      expect(processorTimeOf(7, () => isUnusualEmail(text))).toBeLessThan(100)
  })
})
