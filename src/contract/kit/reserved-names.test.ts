import { describe, expect, it } from 'vitest'
import { isReservedName } from './reserved-names.ts'

describe('A name that could be mistaken for us', () => {
  it.each([
    'Tributary staff',
    '  TRIBUTARY   STAFF ',
    'Tributary',
    'Tributary.',
    'Tributary 2',
    'TributaryStaff',
    'Support at Tributary',
    'Tributary Support Team',
    'Trіbutаry ѕtaff',
    'Tr1butary Staff',
    'Trlbutary Staff',
    'Tribütary Stáff',
    'Ｔｒｉｂｕｔａｒｙ　ｓｔａｆｆ',
    'Tribu\u200Btary st\u00ADaff',
  ])('is reserved: %s', (name) => {
    expect(isReservedName(name)).toBe(true)
  })

  it.each(['Staff', 'Tributary Coffee', 'Maya Tributary', 'Harbor Support Team', 'Trib Staff', 'Мария', '日本'])(
    'is not: %s',
    (name) => {
      expect(isReservedName(name)).toBe(false)
    },
  )
})
