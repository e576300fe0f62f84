import type { ConnectorManifest } from '#contract/integrations/connectors.ts'

/**
 * Vendors may take a minute or two for a page of data. It must be shorter than a worker's session: otherwise a missing
 * answer would never be noticed.
 */
export const usualAnswerMs = 120_000

/** What the contract shows of a connector, except what depends on the installation. */
type Shown = Omit<ConnectorManifest, 'scopes' | 'permissions' | 'hasTags' | 'chooses' | 'isAvailable' | 'isSandbox'>

/**
 * What a connector is, as data. Screens, documents and limits are derived from it. What the contract does not name
 * never leaves the server.
 */
export interface Manifest extends Shown {
  /** Requested permissions, each with what it allows us to do. */
  scopes: Readonly<Record<string, string>>
  /** The timeout for a run's requests, in milliseconds, if it is not `usualAnswerMs`. */
  answerMs?: number
  /** Named addresses of the vendor, each with the production value. `api` is always present. */
  addresses: Readonly<Record<string, string>> & { readonly api: string }
  /**
   * Hosts that an address from a user, or from the vendor, may have: complete names, `.vendor.com` for all subdomains,
   * or `*.vendor.com` for direct subdomains.
   */
  hosts: readonly string[]
  /**
   * Settings of the operator beyond client id and secret, such as a developer token, each with the value that the
   * sandbox accepts.
   */
  secrets?: Readonly<Record<string, string>>
  /** Its contacts have tags and can be filtered by them. Without tags, such a filter would match no contact. */
  hasTags?: true
  /** If one login reaches several accounts: its name, shared by all that are connected with it. */
  sharedLogin?: string
}

/** By the vendor's names. */
export const scopesOf = ({ scopes }: Pick<Manifest, 'scopes'>): string[] => Object.keys(scopes)
