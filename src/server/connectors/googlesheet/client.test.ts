import { describe, expect, it } from 'vitest'
import { benchForFile } from '../testing/bench-for-file.ts'
import { contactsOf, createContacts, readAll } from './testing/contacts.ts'
import { refusalOf } from './client.ts'
import { googleSheet } from './index.ts'

const bench = benchForFile(googleSheet)
const contacts = createContacts(bench)

describe('Connecting a Google sheet', () => {
  it('binds the spreadsheet of the address, its tab and the login [SYNC-05]', async () => {
    const ada = contacts.newUser()
    const { account, session, tokens } = await bench.connect(ada)
    expect(account).toEqual({
      hubId: expect.stringMatching(/^1[\w-]{43}$/),
      name: expect.stringMatching(/^Leads of Ada \d+$/),
      url: `${bench.app.addresses.api}/spreadsheets/d/${account.hubId}/edit#gid=0`,
      managerAccount: ada,
      managerAccountId: expect.stringMatching(/^\d+$/),
      facts: { time_zone: 'Etc/UTC', table_id: '0' },
    })
    await expect(googleSheet.identify(session, tokens)).resolves.toEqual(account)
  })

  it('reports immediately that an address is not that of a sheet', () => {
    const consentTo = (url: string) => () =>
      googleSheet.auth.kind === 'oauth' && googleSheet.auth.consentUrl(bench.app, { state: 's', challenge: 'c', fields: { url } })
    const { origin } = new URL(bench.app.addresses.api)
    expect(consentTo('https://evil.example.org/spreadsheets/d/12345678901234567890/edit')).toThrow("doesn't belong to the vendor")
    expect(consentTo(`${origin}/document/d/12345678901234567890/edit`)).toThrow("isn't a Google Sheets URL")
    expect(consentTo(`${origin}/spreadsheets/d/e/2PACX-12345678901234567890/pubhtml`)).toThrow('published copy')
    expect(consentTo(`${origin}/spreadsheets/u/1/d/12345678901234567890/edit?gid=3#gid=3`)()).toContain('access_type=offline')
  })

  it('is refused if the permission for sheets was declined, or the login cannot read the sheet', async () => {
    const { session, tokens } = await bench.connect(contacts.newUser())
    const facts = { url: session.account.url ?? '' }
    const mine = { ...session, account: { ...session.account, hubId: null, facts } }
    await expect(googleSheet.identify(mine, { ...tokens, facts: { scope: 'openid email' } })).rejects.toThrow(
      'keep the Google Sheets box checked',
    )
    const other = await bench.connect(contacts.newUser())
    const theirs = { ...session, account: { ...session.account, facts: { url: other.account.url ?? '' } } }
    await expect(googleSheet.identify(theirs, tokens)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('no longer shared'),
    })
  })
})

describe('Failures of Google Sheets', () => {
  it('renew an expired access once [SYNC-09], and report when it is lost for good', async () => {
    const ada = contacts.newUser(3)
    const connected = await bench.connect(ada)
    bench.vendor.admin.expireTokens(ada)
    expect(contactsOf(await readAll(connected))).toHaveLength(3)
    expect(connected.keys.renewals).toBe(1)
    bench.vendor.admin.revokeTokens(ada)
    await expect(readAll(connected)).rejects.toMatchObject({ kind: 'auth_lost' })
  })

  it('wait for quotas by the minute, and lose nothing [SYNC-10]', async () => {
    const connected = await bench.connect(contacts.newUser(2200))
    bench.vendor.faults.add({ kind: 'throttle', times: 2, after: 1 })
    bench.vendor.faults.add({ kind: 'outage', times: 1, after: 3 })
    expect(contactsOf(await readAll(connected))).toHaveLength(2200)
    expect(bench.waited.filter((ms) => ms === 20_000)).toHaveLength(2)
  })

  it.each(['malformed', 'odd_shape'] as const)('never treat a %s answer as an empty sheet', async (kind) => {
    const connected = await bench.connect(contacts.newUser(2))
    bench.vendor.faults.add({ kind, path: 'batchGet' })
    await expect(readAll(connected)).rejects.toMatchObject({ kind: 'bad_answer' })
  })

  it('end no access when the operator has not enabled Google Sheets', () => {
    const details = [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'SERVICE_DISABLED', domain: 'googleapis.com' },
    ]
    const error = { code: 403, message: 'Google Sheets API has not been used before or it is disabled.', status: 'X', details }
    expect(refusalOf({ status: 403, headers: {}, text: '', body: { error } })).toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/Its operator .* You don't need to reconnect\.$/),
    })
  })

  it('report that the sheet was deleted', async () => {
    const { session, ...rest } = await bench.connect(contacts.newUser(2))
    const account = { ...session.account, hubId: 'A-sheet-that-never-was-there' }
    await expect(readAll({ ...rest, session: { ...session, account } })).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('It was deleted'),
    })
  })
})
