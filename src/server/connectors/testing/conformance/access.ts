import { expect, it } from 'vitest'
import type { Connector } from '../../kit/connector.ts'
import type { OAuth, TokenSet } from '../../kit/access.ts'
import { openAppSession, openSession } from '../../kit/calls/session.ts'
import { readStream, giveConsent } from '../bench.ts'
import type { Source } from './source.ts'

const fieldsOf = ({ bench }: Source, id: string): Record<string, string> => {
  const { admin, vendor } = bench.vendor
  const account = bench.sandbox.store.account({ vendor: vendor.prefix, account: id })
  return account ? admin.howToConnect(account) : {}
}

const describeConsent = (auth: OAuth, source: () => Source): void => {
  it('sends Nora back without access when she declines [SYNC-03]', async () => {
    const { bench, open } = source()
    const { id } = await open('empty')
    const consent = { state: 'the state', challenge: 'c', fields: fieldsOf(source(), id) }
    const back = await giveConsent(auth.consentUrl(bench.app, consent), id, 'deny')
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(back.searchParams.get('state')).toBe('the state')
    expect(back.searchParams.get('code')).toBeNull()
  })

  it('gets no access for an invented code', async () => {
    const { bench, open } = source()
    const { id } = await open('empty')
    const appSession = openAppSession(bench.sessionSettings)
    const grant = { code: 'made-up', verifier: 'v'.repeat(43), fields: fieldsOf(source(), id) }
    await expect(auth.exchange(appSession, grant)).rejects.toMatchObject({ kind: expect.stringMatching(/^(auth_lost|refused)$/) })
  })
}

const describeRenewal = (source: () => Source): void => {
  it('renews expired access, once [SYNC-09]', async () => {
    const { bench, connector, open, main, keysIn } = source()
    const { id, session, keys } = await open('some')
    bench.vendor.admin.expireTokens(id)
    const { pages } = await readStream(connector, session, { name: main.name })
    expect(keysIn(pages).length).toBeGreaterThan(0)
    await readStream(connector, session, { name: main.name })
    expect(keys.renewals).toBe(1)
  })
}

const describeExpiry = (source: () => Source): void => {
  it('reports that Nora has to reconnect when access has expired [SYNC-09]', async () => {
    const { bench, connector, open, main } = source()
    const { id, session } = await open('some')
    bench.vendor.admin.expireTokens(id)
    await expect(readStream(connector, session, { name: main.name })).rejects.toMatchObject({ kind: 'auth_lost' })
  })
}

const describeKey = (source: () => Source): void => {
  it('refuses an invented key [SYNC-04]', async () => {
    const { bench, connector, open } = source()
    const { account, tokens, session } = await open('empty')
    const keys = { current: async () => 'patWRONGWRONGWRONG.wrong', renew: async () => 'patWRONGWRONGWRONG.wrong' }
    const facts = { ...account.facts, ...fieldsOf(source(), account.hubId ?? '') }
    const wrong = openSession(bench.sessionSettings, { account: { ...session.account, facts }, keys, sync: {} })
    await expect(connector.identify(wrong, tokens)).rejects.toMatchObject({ kind: 'auth_lost' })
  })
}

const describeTable = (source: () => Source): void => {
  it('names the table that Nora connected as others read it [SYNC-05]', async () => {
    const { connector, open } = source()
    const { account, session } = await open('some')
    const tables = (await connector.tables?.list(session)) ?? []
    expect(tables.map(({ id }) => id)).toContain(account.facts['table_id'])
  })
}

const describeLogin = (source: () => Source): void => {
  it('names the login of Nora as others read it', async () => {
    const { account } = await source().open('some')
    expect(account.facts['login_id'] ?? account.managerAccountId).toEqual(expect.any(String))
  })
}

export const describeAccess = ({ auth, manifest, locations, tables }: Connector, source: () => Source): void => {
  it("identifies Nora's account, the same each time [SYNC-02]", async () => {
    const opened = await source().open('some')
    const again = await source().again(opened.id)
    expect(opened.account.name).not.toBe('')
    expect(again.account).toEqual(opened.account)
  })

  it('identifies the same account again, with nothing but what was stored of it [SYNC-09]', async () => {
    const { connector, open } = source()
    const { account, session } = await open('some')
    const kept: TokenSet = { accessToken: '', refreshToken: null, expiresAt: null, facts: account.facts }
    expect(await connector.identify(session, kept)).toEqual(account)
  })

  it('is lost with a text when Nora has revoked our access [SYNC-09]', async () => {
    const { bench, connector, open, main } = source()
    const { id, session } = await open('some')
    bench.vendor.admin.revokeTokens(id)
    const sentence = expect.stringMatching(/\w+ .*\.$/)
    const reading = readStream(connector, session, { name: main.name })
    await expect(reading).rejects.toMatchObject({ kind: 'auth_lost', message: sentence })
  })

  if (tables) describeTable(source)
  // If an account can be connected separately, it has no shared login.
  if (manifest.sharedLogin !== undefined && locations?.token === undefined) describeLogin(source)
  if (auth.kind === 'key') describeKey(source)
  else {
    describeConsent(auth, source)
    if (auth.renew === undefined) describeExpiry(source)
    else describeRenewal(source)
  }
}
