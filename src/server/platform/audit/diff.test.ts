import { describe, expect, it } from 'vitest'
import { diffOf } from './diff.ts'

describe('The diff of an audit entry [ADMIN-04]', () => {
  it('contains what changed, before and after, and nothing else', () => {
    const before = { role: 'user', status: 'ACTIVE', companies: ['a'] }
    expect(diffOf(before, { ...before, role: 'admin' })).toEqual({ role: ['user', 'admin'] })
  })

  it('contains added and removed fields', () => {
    expect(diffOf(undefined, { status: 'INVITED' })).toEqual({ status: [null, 'INVITED'] })
    expect(diffOf({ status: 'INVITED' }, undefined)).toEqual({ status: ['INVITED', null] })
    expect(diffOf({ note: 'old' }, {})).toEqual({ note: ['old', null] })
  })

  it('compares lists by their content', () => {
    expect(diffOf({ companies: ['a', 'b'] }, { companies: ['a', 'b'] })).toEqual({})
    expect(diffOf({ companies: ['a'] }, { companies: ['a', 'b'] })).toEqual({ companies: [['a'], ['a', 'b']] })
  })

  it('masks names', () => {
    expect(diffOf({ name: 'Maya', lastname: 'Ellison', email: 'maya@example.com' }, { name: 'Mia' })).toEqual({
      name: ['M•••', 'M••'],
      lastname: ['E••••••', null],
      email: ['m•••@e••••••.com', null],
    })
  })

  it('masks an email anywhere in a text', () => {
    expect(diffOf({ account: null }, { account: 'Google Ads of ana@northlight.example.com' })).toEqual({
      account: [null, expect.stringMatching(/^Google Ads of a••@n•+\.com$/)],
    })
  })

  it.each(['password', 'newPassword', 'accessToken', 'client_secret', 'code', 'apiKey', 'api_key'])(
    'never contains a %s',
    (field) => {
      expect(diffOf({ [field]: 'one' }, { [field]: 'two' })).toEqual({})
    },
  )
})
