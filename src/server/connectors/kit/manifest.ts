import type { ProviderType } from '#contract/providers.ts'

/** Something that a person is asked for before we go to the vendor. */
interface ManifestField {
  name: string
  label: string
  /** What to enter and where to find it. */
  help: string
  placeholder: string
  kind: 'text' | 'url' | 'secret'
  isRequired: boolean
}

type Ability =
  | 'contacts'
  | 'opportunities'
  | 'pipelines'
  | 'stage_history'
  | 'lists'
  | 'owners'
  | 'deletions'
  | 'merges'
  | 'touches'
  | 'webhooks'
  | 'spend'
  | 'mapping'

/** What a connector is, as data. Screens, documents and limits are drawn from it. */
export interface Manifest {
  type: ProviderType
  name: string
  category: 'social' | 'crm' | 'spreadsheet'
  /** One line: what it brings. */
  about: string
  /** Our own drawing, 24 by 24: a colour and the paths on it. */
  logo: { color: string; paths: readonly string[] }
  auth: 'oauth' | 'key'
  fields: readonly ManifestField[]
  scopes: readonly string[]
  abilities: readonly Ability[]
  /** What one account of the vendor allows: so many requests in so many milliseconds. */
  limit: {
    requests: number
    perMs: number
    /** Requests in a day, where the vendor counts them by the day too. */
    perDay?: number
  }
  /** Minutes between two runs unless somebody chooses otherwise. */
  intervalMinutes: number
  /** Named addresses of the vendor, each with the one that holds outside the sandbox. `api` is always there. */
  addresses: Readonly<Record<string, string>> & { readonly api: string }
  /** Hosts that an address given by a person, or by the vendor, may have: whole names, `.vendor.com` for everything below, or `*.vendor.com` for what stands directly below. */
  hosts: readonly string[]
  /** Settings of the operator beyond client id and secret, such as a developer token, each with the value that the sandbox knows. */
  secrets?: Readonly<Record<string, string>>
  /** Its people carry tags: they may be chosen by them. Where nobody has one, such a choice would let nobody in. */
  hasTags?: true
  /** Each of its rows knows when it was made, so that no column has to be chosen for that. */
  datesRows?: true
  /** Where the vendor ends a whole login with one token: its name, shared by all that are connected with it. */
  sharedLogin?: string
  /** What the person has to choose once connected. */
  chooses?: 'ad_account' | 'table'
  /** Words of the vendor for its records. */
  words: { contacts: string; opportunities: string; account: string }
}
