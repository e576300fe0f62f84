import type { ConnectorManifest } from '#contract/integrations/connectors.ts'

/** Vendors work at a page of data for a minute or two. It must be less than a worker sits at a run: what never comes would never be noticed. */
export const usualAnswerMs = 120_000

/** What the contract shows of a connector, in its own words, but for what depends on the installation. */
type Shown = Omit<ConnectorManifest, 'scopes' | 'permissions' | 'hasTags' | 'chooses' | 'isAvailable' | 'isSandbox'>

/** What a connector is, as data. Screens, documents and limits are drawn from it. What the contract does not name never leaves the server. */
export interface Manifest extends Shown {
  /** Permissions that people are asked for, each with what it lets us do. */
  scopes: Readonly<Record<string, string>>
  /** How long the vendor may take to answer a run, in milliseconds, where that is not `usualAnswerMs`. */
  answerMs?: number
  /** Named addresses of the vendor, each with the one that holds outside the sandbox. `api` is always there. */
  addresses: Readonly<Record<string, string>> & { readonly api: string }
  /** Hosts that an address given by a person, or by the vendor, may have: whole names, `.vendor.com` for everything below, or `*.vendor.com` for what stands directly below. */
  hosts: readonly string[]
  /** Settings of the operator beyond client id and secret, such as a developer token, each with the value that the sandbox knows. */
  secrets?: Readonly<Record<string, string>>
  /** Its people carry tags: they may be chosen by them. Where nobody has one, such a choice would let nobody in. */
  hasTags?: true
  /** Where one login reaches several accounts: its name, shared by all that are connected with it. */
  sharedLogin?: string
}

/** As the vendor names them. */
export const scopesOf = ({ scopes }: Pick<Manifest, 'scopes'>): string[] => Object.keys(scopes)
