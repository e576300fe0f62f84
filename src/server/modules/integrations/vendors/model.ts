// What leads to a vendor, and what is learned on the way.
import type { ProviderType } from '#contract/integrations/providers.ts'
import type { AccountToken, Connector } from '#server/connectors/kit/connector.ts'
import type { Session, VendorApp } from '#server/connectors/kit/access.ts'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { withoutPersonalData } from '#server/platform/masks.ts'
import type { Outbound } from '#server/platform/outbound/send.ts'
import type { Sealer } from '#server/platform/secrets.ts'

/** A token for one account of a login. */
export interface KeptToken extends AccountToken {
  /** The token of the login that it was had with: a new one of these ends it. */
  with: string
}

export interface AccountTokens {
  get: (source: string) => KeptToken | undefined
  keep: (source: string, token: KeptToken) => void
}

/** The way to every vendor that this installation is known to. */
export interface VendorApps {
  database: Database
  sealer: Sealer
  outbound: Outbound
  keepsLimits: boolean
  dailyShare: number | undefined
  publicUrl: string
  sandboxUrl: string | null
  appOf: (type: ProviderType) => VendorApp | null
  accountTokens: AccountTokens
  /** Aborted when the process is about to stop: whoever waits for a vendor lets go. */
  stopping: AbortSignal
  stop: () => void
  close: () => Promise<void>
}

export interface VendorSession {
  connector: Connector
  app: VendorApp
  session: Session
}

export interface SessionOptions {
  signal?: AbortSignal
  onRequest?: () => void
  onThrottled?: (ms: number) => void
  /** Somebody waits for the answer: it counts, but nobody is refused because a day's reading was long. */
  isForPerson?: true
  /** Asked as the login, not as the one account of it that the integration is bound to. */
  isForLogin?: true
}

export interface Health {
  status: 'active' | 'error'
  /** Why, in words, where it is not active. */
  reason: string | null
  /** For whoever mends it. */
  technical?: string | null
}

const technicalMax = 500

/** What helps whoever mends it, as short as it may be kept, and without anybody in it. */
export const technicalOf = (error: unknown): string | null =>
  error instanceof ConnectorFailure && error.technical !== undefined
    ? withoutPersonalData(error.technical).slice(0, technicalMax)
    : null
