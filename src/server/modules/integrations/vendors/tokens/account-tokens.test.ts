import { describe, expect, it } from 'vitest'
import type { Session } from '#server/connectors/kit/access.ts'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import { createAccountTokenProvider, createAccountTokens } from './account-tokens.ts'
import type { AccountTokens } from '../model.ts'

const later = (ms: number) => new Date(Date.now() + ms)
const hour = 3_600_000

/** A login whose token can change or end, and how often a token of an account was requested. */
const loginWith = (tokens: AccountTokens = createAccountTokens()) => {
  const login = { token: 'login 1', isGone: false, requests: 0, lasts: hour }
  const current = async () => {
    if (login.isGone) throw new ConnectorFailure('auth_lost', 'Gone.')
    return login.token
  }
  const ask = async () => {
    await current()
    login.requests += 1
    return { accessToken: `account ${login.requests}`, expiresAt: later(login.lasts) }
  }
  const session = {} as Session
  const open = (source = 'harbor') =>
    createAccountTokenProvider({ tokens, source, login: { keys: { current, renew: current }, session }, ask })
  return { login, open }
}

describe('The token of one account of a login', () => {
  it('is requested once by all concurrent callers, and kept for the next session', async () => {
    const { login, open } = loginWith()
    const keys = open()
    const all = await Promise.all(Array.from({ length: 5 }, () => keys.current()))
    expect(new Set(all)).toEqual(new Set(['account 1']))
    expect(await open().current()).toBe('account 1')
    expect(await open('pier').current()).toBe('account 2')
    expect(login.requests).toBe(2)
  })

  it('is requested once more when it was refused, for all callers that notice it', async () => {
    const { login, open } = loginWith()
    const [one, other] = [open(), open()]
    await Promise.all([one.current(), one.current()])
    await other.current()
    expect(await Promise.all([one.renew('account 1'), one.renew('account 1')])).toEqual(['account 2', 'account 2'])
    expect(await other.renew('account 1')).toBe('account 2')
    expect(await one.renew('account 1')).toBe('account 2')
    expect(login.requests).toBe(2)
  })

  it('is not reused when it is about to expire, or when the login has another token', async () => {
    const { login, open } = loginWith()
    login.lasts = 30_000
    await open().current()
    login.lasts = hour
    expect(await open().current()).toBe('account 2')
    login.token = 'login 2'
    expect(await open().current()).toBe('account 3')
    expect(await open().current()).toBe('account 3')
  })

  it('is not reused once the login has lost access', async () => {
    const { login, open } = loginWith()
    await open().current()
    login.isGone = true
    await expect(open().current()).rejects.toMatchObject({ kind: 'auth_lost' })
  })

  it('is dropped when too many others are kept', async () => {
    const tokens = createAccountTokens()
    const token = { accessToken: 'a', expiresAt: null, with: 'login' }
    for (let number = 0; number <= 10_000; number += 1) tokens.keep(String(number), token)
    expect(tokens.get('0')).toBeUndefined()
    expect(tokens.get('1')).toEqual(token)
  })
})
