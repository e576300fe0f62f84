// Access to a vendor: the installation, the account, its tokens, and how they are obtained.
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { VendorAnswer, VendorHttp } from './calls/http.ts'
import type { Refusal } from './failures.ts'

/** The application of this installation at a vendor. */
export interface VendorApp {
  clientId: string
  clientSecret: string
  addresses: Readonly<Record<string, string>> & { readonly api: string }
  /** By the names of `manifest.secrets`. */
  secrets: Readonly<Record<string, string>>
  /** Where the vendor sends users back to. */
  redirectUri: string
  /** The sandbox's origin, if the vendor is the sandbox. */
  sandboxOrigin: string | null
}

/** The one account of a vendor that an integration is bound to. */
export interface Account {
  /** The vendor's id of it; null until a user has chosen one. */
  hubId: string | null
  /** The name that users see. */
  name: string
  /** Its own address, if accounts have one. */
  url: string | null
  managerAccount: string | null
  managerAccountId: string | null
  /**
   * Anything else that later calls need. Never a secret. Two of them are read outside of connectors: `table_id`, the
   * table that was named while connecting (`tables`), and `login_id`, the login whose token is shared by all that is
   * connected with it (`manifest.sharedLogin`); if that is absent, the manager account counts as the login.
   */
  facts: Readonly<Record<string, string>>
}

export interface TokenSet {
  accessToken: string
  refreshToken: string | null
  /** Null: the vendor does not say, or it never expires. */
  expiresAt: Date | null
  /** What the vendor returned along with them, such as the account's id or address. */
  facts: Readonly<Record<string, string>>
}

/** A session with the vendor on behalf of one account. */
export interface Session {
  app: VendorApp
  account: Account
  settings: SyncSettings
  http: VendorHttp
  now: () => Date
  /** For limits that apply to some calls only; `http` enforces those for all calls. */
  wait: (ms: number) => Promise<void>
}

/** A session without an account, for the vendor's token calls. */
export interface AppSession {
  app: VendorApp
  http: VendorHttp
  now: () => Date
}

export interface Consent {
  state: string
  /** S256 of the verifier. */
  challenge: string
  /** What the user entered in the manifest's fields. */
  fields: Readonly<Record<string, string>>
}

interface Grant {
  code: string
  verifier: string
  fields: Readonly<Record<string, string>>
}

export interface OAuth {
  kind: 'oauth'
  consentUrl: (app: VendorApp, consent: Consent) => string
  /** The meaning of refused token calls, if the vendor does not follow OAuth. */
  refusalOf?: (answer: VendorAnswer) => Refusal | null
  exchange: (session: AppSession, grant: Grant) => Promise<TokenSet>
  /** Absent: there is nothing to renew, users connect again. */
  renew?: (session: AppSession, refreshToken: string, account: Account) => Promise<TokenSet>
  revoke?: (
    session: AppSession,
    tokens: { accessToken: string | null; refreshToken: string | null },
    account: Account,
  ) => Promise<void>
}

/** A key that a user copies from the vendor. Stored in place of an access token. */
export interface KeyAuth {
  kind: 'key'
  /** The key and the account's address, from the entered fields. */
  read: (app: VendorApp, fields: Readonly<Record<string, string>>) => { key: string; url: string | null }
}
