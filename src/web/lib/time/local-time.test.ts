import { expect, it } from 'vitest'
import { localOf } from './local-time.ts'

it('formats an instant as a local time field expects it, so that it can be parsed again', () => {
  const instant = new Date(2026, 0, 5, 7, 3).toISOString()
  expect(localOf(instant)).toBe('2026-01-05T07:03')
  expect(new Date(localOf(instant)).toISOString()).toBe(instant)
})
