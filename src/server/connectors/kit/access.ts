// Whom a vendor lets in: the installation, the account, its tokens, and how they are had.
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { VendorAnswer, VendorHttp } from './calls/http.ts'
import type { Refusal } from './failures.ts'

/** How an installation is known to a vendor. */
export interface VendorApp {
  clientId: string
  clientSecret: string
  addresses: Readonly<Record<string, string>> & { readonly api: string }
  /** By the names of `manifest.secrets`. */
  secrets: Readonly<Record<string, string>>
  /** Where the vendor sends people back to. */
  redirectUri: string
  /** The sandbox's origin, where the vendor is the sandbox. */
  sandboxOrigin: string | null
}

/** The one account of a vendor that an integration is bound to. */
export interface Account {
  /** The vendor's id of it; null until a person has chosen one. */
  hubId: string | null
  /** What a person calls it. */
  name: string
  /** Its own address, where accounts have one. */
  url: string | null
  managerAccount: string | null
  managerAccountId: string | null
  /**
   * Anything else that later calls need. Never a secret. Two of them are read outside of connectors: `table_id`, the table that was
   * named while connecting (`tables`), and `login_id`, whose login it is where one token ends all that is connected with it
   * (`manifest.sharedLogin`); where that is absent, the manager account counts as the login.
   */
  facts: Readonly<Record<string, string>>
}

export interface TokenSet {
  accessToken: string
  refreshToken: string | null
  /** Null: the vendor does not say, or never. */
  expiresAt: Date | null
  /** What the vendor said along with them, such as the account's id or address. */
  facts: Readonly<Record<string, string>>
}

/** A line to the vendor on behalf of one account. */
export interface Session {
  app: VendorApp
  account: Account
  settings: SyncSettings
  http: VendorHttp
  now: () => Date
  /** For limits that hold for some calls alone; those for all calls are kept by `http`. */
  wait: (ms: number) => Promise<void>
}

/** A line without an account: for the vendor's token calls. */
export interface AppSession {
  app: VendorApp
  http: VendorHttp
  now: () => Date
}

export interface Consent {
  state: string
  /** S256 of the verifier. */
  challenge: string
  /** What the person entered in the manifest's fields. */
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
  /** What refusals of token calls mean, where the vendor does not word them as OAuth does. */
  refusalOf?: (answer: VendorAnswer) => Refusal | null
  exchange: (line: AppSession, grant: Grant) => Promise<TokenSet>
  /** Absent: there is nothing to renew with, people connect again. */
  renew?: (line: AppSession, refreshToken: string, account: Account) => Promise<TokenSet>
  revoke?: (
    line: AppSession,
    tokens: { accessToken: string | null; refreshToken: string | null },
    account: Account,
  ) => Promise<void>
}

/** A key that a person copies from the vendor. Kept where others keep their access token. */
export interface KeyAuth {
  kind: 'key'
  /** The key and the account's address, from what was entered. */
  read: (app: VendorApp, fields: Readonly<Record<string, string>>) => { key: string; url: string | null }
}
