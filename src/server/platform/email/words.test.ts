import { expect, it } from 'vitest'
import { becauseOf, invitationHeading, plain, quoted } from './words.ts'

it.each([
  'Visit evil.example.com',
  'free.money',
  'ask me@evil',
  'evil/now',
  'https:evil',
  'WWW.evil',
  'evil.рф',
  'me\uFF20evil',
  'one\ntwo',
  '203.0.113.7',
])('a name with an address, such as %j, is not repeated in an email', (name) => {
  expect(plain(name, 'an account')).toBe('an account')
})

it.each(['\u3002', '\uFF0E', '\uFF61', '\u2024', '\uFE52', '\u06D4', '\uA4F8'])(
  'a name with an address is found with the full stop %j too',
  (stop) => {
    expect(plain(`visit evil${stop}com today`, 'an account')).toBe('an account')
    expect(plain(`J${stop} R${stop} Smith`, 'an account')).toBe(`J${stop} R${stop} Smith`)
  },
)

it.each(['\u200B', '\u200D', '\u00AD', '\u034F', '\u2060', '\uFE0F'])(
  'an address is found with the invisible character %j in it',
  (invisible) => {
    expect(plain(`evil.${invisible}com login`, 'an account')).toBe('an account')
    expect(quoted(`Go to evil.c${invisible}om now`, 'They wrote')).toEqual([])
    expect(plain(`Zoë${invisible} Smith`, 'an account')).toBe(`Zoë${invisible} Smith`)
  },
)

it.each(['J. R. Smith', 'St. John & Sons', 'Acme Inc.', "O'Neil, Ltd.", 'No. 5', 'Version 2.4.1', 'Zoë'])(
  '%s is a name',
  (name) => {
    expect(plain(name, 'an account')).toBe(name)
  },
)

it.each([
  'Sign in at https://evil.example.com',
  'See evil.com/refund',
  'Write to me@evil',
  'Go to evil\u3002com',
  'www.evil',
  'Open 203.0.113.7/login',
])('a reason with a link, such as %j, is not repeated in an email', (reason) => {
  expect(becauseOf(reason, 'Ask an admin.')).toEqual(['Reason: Ask an admin.'])
})

it('a reason is one paragraph, and may have colons and slashes', () => {
  expect(becauseOf('Ticket 4711: moved to sales/marketing.\nThank you.', 'Ask an admin.')).toEqual([
    'Reason: Ticket 4711: moved to sales/marketing. Thank you.',
  ])
  expect(becauseOf(undefined, 'Ask an admin.')).toEqual([])
})

it.each([
  [{ inviter: 'Ana Whitfield', account: 'Northlight' }, 'Ana Whitfield invited you to Northlight on Tributary'],
  [{ account: 'Northlight' }, "You're invited to Northlight on Tributary"],
  [{ inviter: 'Ana Whitfield', account: 'Win at evil.com' }, 'Ana Whitfield invited you to Tributary'],
  [{ inviter: 'www.evil', account: 'Win at evil.com' }, "You're invited to Tributary"],
  [{}, "You're invited to Tributary"],
])('an invitation names who invites and the account, as far as they are names: %j', (by, heading) => {
  expect(invitationHeading(by)).toBe(heading)
})
