// What a session with a vendor needs, and what we learn from it.
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
  /** The token of the login with which it was requested: when that changes, this one is void. */
  with: string
}

export interface AccountTokens {
  get: (source: string) => KeptToken | undefined
  keep: (source: string, token: KeptToken) => void
}

/** The applications at all vendors that this installation has. */
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
  /** Aborted when the process is about to stop: requests to vendors end. */
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
  /** A user waits for the answer: the request counts, but is not refused because syncs used up the daily share. */
  isForUser?: true
  /** Calls the vendor as the login, not as the one account that the integration is bound to. */
  isForLogin?: true
}

export interface Health {
  status: 'active' | 'error'
  /** The reason as a text for users, if it is not active. */
  reason: string | null
  /** For staff and engineers. */
  technical?: string | null
}

const technicalMax = 500

/** The technical detail for staff and engineers, shortened and without personal data. */
export const technicalOf = (error: unknown): string | null =>
  error instanceof ConnectorFailure && error.technical !== undefined
    ? withoutPersonalData(error.technical).slice(0, technicalMax)
    : null
