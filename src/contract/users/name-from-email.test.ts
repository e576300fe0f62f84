import { describe, expect, it } from 'vitest'
import { nameFromEmail } from './name-from-email.ts'
import { nameOf, nameOrNone } from '../kit/texts.ts'

const wide = 'W'.repeat(80).toLowerCase()

describe('The name that is suggested for an email address [VAL-07]', () => {
  it.each([
    ['maya.lopez@harbor.example', 'Maya', 'Lopez'],
    ['info@harbor.example', 'Info', ''],
    ['maya_lopez@harbor.example', 'Maya', 'Lopez'],
    ['maya-lopez@harbor.example', 'Maya', 'Lopez'],
    ['anna-maria.lopez@harbor.example', 'Anna-Maria', 'Lopez'],
    ['maya.lopez+crm.test@harbor.example', 'Maya', 'Lopez'],
    ['+crm@harbor.example', '+crm', ''],
    ['maya.lopez2@harbor.example', 'Maya', 'Lopez'],
    ['maya1987@harbor.example', 'Maya', ''],
    ['4711@harbor.example', '4711', ''],
    ['@harbor.example', 'User', ''],
    ['m.lopez@harbor.example', 'M', 'Lopez'],
    ['maya.j.lopez@harbor.example', 'Maya', 'Lopez'],
    ['maya.l@harbor.example', 'Maya', 'L'],
    ['maya.de.la.cruz@harbor.example', 'Maya', 'De La Cruz'],
    ['MAYA.LOPEZ@HARBOR.EXAMPLE', 'Maya', 'Lopez'],
    ['ben.McCoy@harbor.example', 'Ben', 'McCoy'],
    ['мария.иванова@пример.рф', 'Мария', 'Иванова'],
    ['josé.garcía@harbor.example', 'José', 'García'],
    ['..--__@harbor.example', '..--__', ''],
    [`${wide}.${wide}@harbor.example`, `W${'w'.repeat(49)}`, `W${'w'.repeat(49)}`],
  ])('of %s is %s %s', (email, name, lastname) => {
    expect(nameFromEmail(email)).toEqual({ name, lastname })
  })

  it('follows the rules of names, for any address', () => {
    const alphabet = ['a', 'Z', '7', '.', '-', '_', '+', '@', 'é', '漢', '😀', ' ']
    for (let seed = 1; seed < 2000; seed += 1) {
      const letters = Array.from({ length: seed % 90 }, (_, index) => alphabet[(seed * 31 + index * index * 7) % alphabet.length])
      const { name, lastname } = nameFromEmail(letters.join(''))
      expect(nameOf('a name').safeParse(name)).toEqual({ success: true, data: name })
      expect(nameOrNone.safeParse(lastname)).toEqual({ success: true, data: lastname })
    }
  })
})
