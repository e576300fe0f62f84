import { describe, expect, it } from 'vitest'
import { currencyRule } from './currencies.ts'
import { emailRule, mendName, nameOrNoneRule, nameRule, reasonRule } from './text-rules.ts'
import { currency, email, nameOf, nameOrNone, reason } from './texts.ts'

const typed = [
  '',
  ' ',
  'Maya',
  ' Maya Lopez ',
  'maya@harbor.example.com',
  ' maya@harbor.example.com ',
  'maya@',
  '@harbor',
  'maya lopez@harbor',
  'maya@häfen.example',
  `${'m'.repeat(250)}@h.io`,
  'm'.repeat(50),
  'm'.repeat(51),
  '\u{1F600}'.repeat(50),
  '\u{1F600}'.repeat(51),
  `M${'\u0301\u0323'.repeat(199)}`,
  `M${'\u0301\u0323'.repeat(200)}`,
  '\u3164',
  '\u2800\u2800',
  '\u200E\u200F',
  'Ma\u0000ya',
  '\u200B\u200B\u200B\u200B\u200B\u200B',
  'Ma\u202Eya',
  'evil.\u200Bcom',
  'Ma\u00ADya',
  'نیک\u200Cنام',
  '❤\uFE0F Studio',
  'because',
  'why',
  `because ${'y'.repeat(300)}`,
  'EUR',
  'eur',
  'XAU',
  '\uD800',
]

describe('A form and the server report the same about a text', () => {
  it.each([
    ['email', emailRule, email],
    ['name', nameRule('a name'), nameOf('a name')],
    ['name or none', nameOrNoneRule, nameOrNone],
    ['reason', reasonRule, reason],
    ['currency', currencyRule, currency],
  ] as const)('%s', (_what, rule, schema) => {
    const messages = typed.map((text) => [text, schema.safeParse(text).error?.issues[0]?.message])
    expect(typed.map((text) => [text, rule(text)])).toEqual(messages)
    expect(messages.some(([, message]) => message === undefined)).toBe(true)
    expect(messages.some(([, message]) => message !== undefined)).toBe(true)
  })
})

it.each(['evil.\u200Bcom', 'Ma\u00ADya', 'Ma\u034Fya', 'Ma\u2060ya', 'Ma\u{E0041}ya'])(
  'a name with an invisible character, such as %j, is refused',
  (name) => {
    expect(nameRule('a name')(name)).toBe('Invisible characters are not allowed')
    expect(mendName(name)).toMatch(/^(evil\.com|Maya)$/)
  },
)

it.each(['نیک\u200Cنام', '❤\uFE0F Studio', '👩\u200D💻 Works'])('%s is a name', (name) => {
  expect(nameRule('a name')(name)).toBeUndefined()
  expect(mendName(name)).toBe(name)
})
