// Opens a session with a vendor: on behalf of an account, or for the application itself.
import { setTimeout as pause } from 'node:timers/promises'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Outbound } from '#server/platform/outbound/send.ts'
import type { Connector } from '../connector.ts'
import type { Account, AppSession, Session, VendorApp } from '../access.ts'
import { createVendorHttp, type Budget, type TokenProvider, type VendorAnswer } from './http.ts'
import { tokenRefusalOf } from './oauth.ts'

export interface SessionSettings {
  connector: Connector
  app: VendorApp
  outbound: Outbound
  budget: Budget
  now?: () => Date
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  signal?: AbortSignal
  onRequest?: () => void
  onThrottled?: (ms: number) => void
  /** The timeout for data. Token calls have a shorter one, because others wait for the token. */
  timeoutMs?: number
  isTriedOnce?: true
}

const waitFor = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
  await pause(ms, undefined, signal ? { signal } : {})
}

const partsOf = ({ connector, outbound, budget, wait = waitFor, ...settings }: SessionSettings) => ({
  vendor: connector.manifest.name,
  outbound,
  budget,
  wait,
  ...(settings.signal ? { signal: settings.signal } : {}),
  ...(settings.onRequest ? { onRequest: settings.onRequest } : {}),
  ...(settings.onThrottled ? { onThrottled: settings.onThrottled } : {}),
  ...(settings.isTriedOnce ? { isTriedOnce: settings.isTriedOnce } : {}),
})

export const openSession = (
  settings: SessionSettings,
  { account, keys, sync }: { account: Account; keys: TokenProvider; sync: SyncSettings },
): Session => {
  const { connector, app, now = () => new Date(), wait = waitFor, signal } = settings
  const http = createVendorHttp({
    ...partsOf(settings),
    ...(settings.timeoutMs === undefined ? {} : { timeoutMs: settings.timeoutMs }),
    base: connector.calls.baseOf(app, account),
    authorize: (token) => connector.calls.authorize(token, { app, account }),
    refusalOf: (answer: VendorAnswer) => connector.calls.refusalOf(answer),
    keys,
  })
  return { app, account, settings: sync, http, now, wait: (ms) => wait(ms, signal) }
}

/** Relative paths lead to the vendor's `api` address; token calls use a complete address. */
export const openAppSession = (settings: SessionSettings): AppSession => {
  const { app, connector, now = () => new Date() } = settings
  const { auth, manifest } = connector
  const own = auth.kind === 'oauth' ? auth.refusalOf : undefined
  const http = createVendorHttp({
    ...partsOf(settings),
    base: app.addresses.api,
    authorize: () => ({}),
    refusalOf: own ?? tokenRefusalOf(manifest.name),
    isForTokens: true,
  })
  return { app, http, now }
}
