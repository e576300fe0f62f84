// Google users with sheets, and an editor that changes the sheets while they are read.
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { fillAccount } from '#sandbox/kit/fill.ts'
import type { Session } from '../../kit/access.ts'
import type { Page } from '../../kit/records.ts'
import { readStream, giveConsent, type Bench, type Connected } from '../../testing/bench.ts'
import { googleSheet } from '../index.ts'

export const contactsOf = (pages: readonly Page[]) => pages.flatMap(({ contacts = [] }) => contacts)
export const dealsOf = (pages: readonly Page[]) => pages.flatMap(({ opportunities = [] }) => opportunities)
export const rejectedOf = (pages: readonly Page[]) => pages.flatMap(({ rejected = [] }) => rejected)
export const readAll = async ({ session }: { session: Session }): Promise<Page[]> =>
  (await readStream(googleSheet, session, { name: 'contacts' })).pages

/** Google's own calls for changing a sheet, with a login that may. */
const editorFor = async ({ app }: Bench, account: string) => {
  const base = app.addresses.api
  const { clientId, clientSecret, redirectUri } = app
  const scope = 'https://www.googleapis.com/auth/spreadsheets'
  const consent = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, scope })
  const back = await giveConsent(`${base}/o/oauth2/v2/auth?${consent.toString()}`, account)
  const code = back.searchParams.get('code') ?? ''
  const form = {
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: redirectUri,
  }
  const answer = await fetch(`${base}/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const call = async (method: string, path: string, body: unknown): Promise<Record<string, string>> => {
    const response = await fetch(`${base}/v4/spreadsheets${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status !== 200) throw new Error(await response.text())
    return (await response.json()) as Record<string, string>
  }
  return {
    create: (properties: object) => call('POST', '', { properties }),
    write: (id: string, range: string, values: unknown[][]) =>
      call('PUT', `/${id}/values/${encodeURIComponent(range)}?valueInputOption=USER_ENTERED`, { values }),
    append: (id: string, values: unknown[][]) =>
      call('POST', `/${id}/values/A1:append?valueInputOption=USER_ENTERED`, { values }),
    update: (id: string, ...requests: object[]) => call('POST', `/${id}:batchUpdate`, { requests }),
  }
}

export const createContacts = (bench: Bench) => {
  let number = 0
  /** A Google user with one sheet of leads. */
  const newUser = (people = 0, deals = 0): string => {
    number += 1
    const id = `ada.${number}@example.com`
    bench.vendor.admin.createAccount({ id, name: `Leads of Ada ${number}` })
    const { crm } = bench.vendor.admin
    if (crm) fillAccount(crm, id, { people, deals, seed: number })
    return id
  }
  /** A new sheet with these rows, connected. */
  const withRows = async (rows: unknown[][], settings: SyncSettings = {}, properties: object = {}) => {
    const ada = newUser()
    const editor = await editorFor(bench, ada)
    const { spreadsheetId: id = '' } = await editor.create({ title: 'By hand', ...properties })
    await editor.append(id, rows)
    const first = await bench.connect(ada, settings)
    const account = { ...first.account, hubId: id, facts: { ...first.account.facts, table_id: '0' } }
    const connected: Connected = { ...first, account, session: { ...first.session, account } }
    return { editor, id, connected }
  }
  return { newUser, withRows, editorFor: (account: string) => editorFor(bench, account) }
}
