import { expect, it } from 'vitest'
import { profileChange } from './profile-change.ts'

const zoe = { name: 'Zoe', lastname: 'Berg', timeZone: 'Etc/GMT+5' }

it('sends a new name without the stored time zone, which may no longer be accepted [USER-05]', () => {
  expect(profileChange(zoe, { ...zoe, name: 'Zoë' })).toEqual({ name: 'Zoë' })
  expect(profileChange(zoe, { ...zoe, lastname: 'Bergström' })).toEqual({ lastname: 'Bergström' })
  expect(profileChange(zoe, zoe)).toEqual({})
})

it('sends another time zone, or null to use that of the account [USER-05]', () => {
  expect(profileChange(zoe, { ...zoe, timeZone: 'Europe/Lisbon' })).toEqual({ timeZone: 'Europe/Lisbon' })
  expect(profileChange(zoe, { ...zoe, timeZone: null })).toEqual({ timeZone: null })
  expect(profileChange({ ...zoe, timeZone: null }, { ...zoe, timeZone: null })).toEqual({})
})
