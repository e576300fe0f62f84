// A connector on its own against its sandbox: everything but the database.
import { createHash, randomBytes } from 'node:crypto'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { createOutbound, type Outbound } from '#server/platform/outbound/send.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { slugOf, vendorAppOf } from '../kit/app.ts'
import { streamsOf, type Connector, type StreamName } from '../kit/connector.ts'
import type { Account, Session, TokenSet, VendorApp } from '../kit/access.ts'
import type { Budget, TokenProvider } from '../kit/calls/http.ts'
import { openAppSession, openSession, type SessionSettings } from '../kit/calls/session.ts'
import type { Json, Page } from '../kit/records.ts'

type Installed = Sandbox['installed'][number]

export interface Bench {
  sandbox: Sandbox
  app: VendorApp
  /** The sandbox's admin API, faults and request log for this vendor. */
  vendor: Installed
  /** How long the connector waited in total: waiting takes no time here. */
  waited: number[]
  /** For sessions with other tokens. */
  sessionSettings: SessionSettings
  /** Gives consent, or enters the key. */
  enter(account: string): Promise<Entry>
  /** The same, and opens a session. */
  connect(account: string, settings?: SyncSettings): Promise<Connected>
  close(): Promise<void>
}

export interface Connected {
  session: Session
  tokens: TokenSet
  account: Account
  keys: TokenProvider & { renewals: number }
}

const open: Budget = { take: async () => {}, pause: async () => {} }

const unknown: Account = { hubId: null, name: '', url: null, managerAccount: null, managerAccountId: null, facts: {} }

/** What a user does on the consent page. Returns the address that they are sent back to. */
export const giveConsent = async (consentUrl: string, account: string, answer: 'allow' | 'deny' = 'allow'): Promise<URL> => {
  const page = await fetch(consentUrl)
  if (page.status !== 200) throw new Error(`The consent page says ${page.status}: ${await page.text()}`)
  const response = await fetch(consentUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ account, answer }).toString(),
  })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`The consent page did not send us back: ${await response.text()}`)
  return new URL(location)
}

type Fields = Readonly<Record<string, string>>

/** What a user brings to connect: a code of the consent page, or nothing if a key was entered. */
export interface Entry {
  fields: Fields
  code: string
  verifier: string
}

const entryOf = async ({ connector, app }: SessionSettings, account: string, fields: Fields): Promise<Entry> => {
  const verifier = randomBytes(32).toString('base64url')
  if (connector.auth.kind === 'key') return { fields, code: '', verifier }
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const back = await giveConsent(connector.auth.consentUrl(app, { state: 'the state', challenge, fields }), account)
  if (back.searchParams.get('state') !== 'the state') throw new Error('The state did not come back')
  return { fields, code: back.searchParams.get('code') ?? '', verifier }
}

const tokensOf = async (sessionSettings: SessionSettings, entry: Entry): Promise<TokenSet> => {
  const { connector, app } = sessionSettings
  if (connector.auth.kind === 'oauth') return connector.auth.exchange(openAppSession(sessionSettings), entry)
  const { key, url } = connector.auth.read(app, entry.fields)
  return { accessToken: key, refreshToken: null, expiresAt: null, facts: url === null ? {} : { url } }
}

const keysOf = (sessionSettings: SessionSettings, tokens: TokenSet, account: () => Account): Connected['keys'] => {
  let current = tokens
  return {
    renewals: 0,
    current: async () => current.accessToken,
    async renew() {
      const { auth } = sessionSettings.connector
      if (auth.kind !== 'oauth' || !auth.renew || current.refreshToken === null) throw new Error('There is nothing to renew with')
      this.renewals += 1
      const renewed = await auth.renew(openAppSession(sessionSettings), current.refreshToken, account())
      current = { ...renewed, refreshToken: renewed.refreshToken ?? current.refreshToken }
      return current.accessToken
    },
  }
}

/** Exchanges it for access, and opens a session with it. */
export const openAccess = async (
  sessionSettings: SessionSettings,
  entry: Entry,
  settings: SyncSettings = {},
): Promise<Connected> => {
  const tokens = await tokensOf(sessionSettings, entry)
  let account: Account = { ...unknown, url: tokens.facts['url'] ?? null, facts: { ...entry.fields, ...tokens.facts } }
  const keys = keysOf(sessionSettings, tokens, () => account)
  account = await sessionSettings.connector.identify(openSession(sessionSettings, { account, keys, sync: settings }), tokens)
  return { session: openSession(sessionSettings, { account, keys, sync: settings }), tokens, account, keys }
}

export const startBench = async (connector: Connector): Promise<Bench> => {
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0 })
  const app = vendorAppOf(connector.manifest, { vendors: {}, sandboxUrl: sandbox.url, publicUrl: 'http://localhost:8400' })
  const vendor = sandbox.installed.find((one) => one.vendor.prefix === slugOf(connector.manifest.type))
  if (!app || !vendor) throw new Error(`${connector.manifest.name} has no sandbox`)
  vendor.faults.limitsAreOn = false
  const outbound: Outbound = createOutbound({ trusted: [sandbox.url] })
  const waited: number[] = []
  const wait = async (ms: number): Promise<void> => void waited.push(ms)
  const sessionSettings: SessionSettings = { connector, app, outbound, budget: open, wait }

  const enter: Bench['enter'] = async (id) => {
    const stored = (await (await fetch(`${sandbox.url}/__admin/${vendor.vendor.prefix}`)).json()) as {
      accounts: { id: string; connect: Record<string, string> }[]
    }
    return entryOf(sessionSettings, id, stored.accounts.find((one) => one.id === id)?.connect ?? {})
  }
  const connect: Bench['connect'] = async (id, settings) => openAccess(sessionSettings, await enter(id), settings)
  const close = async (): Promise<void> => {
    await outbound.close()
    await sandbox.close()
  }
  return { sandbox, app, vendor, waited, sessionSettings, enter, connect, close }
}

const pagesMax = 100_000

/** Reads a stream to its end, from a watermark or from the beginning. */
export const readStream = async (
  connector: Connector,
  session: Session,
  { name, since = null }: { name: StreamName; since?: Json | null },
): Promise<{ pages: Page[]; watermark: Json | null }> => {
  const stream = streamsOf(connector).find((one) => one.name === name)
  if (!stream) throw new Error(`There is no stream ${name}`)
  const pages: Page[] = []
  let cursor: Json | null = null
  for (let count = 0; count < pagesMax; count += 1) {
    const page: Page = await stream.read(session, { cursor, since })
    pages.push(page)
    if (page.next === null) return { pages, watermark: page.watermark ?? null }
    // What is stored comes back as JSON.
    cursor = JSON.parse(JSON.stringify(page.next)) as Json
  }
  throw new Error('The stream has no end')
}
