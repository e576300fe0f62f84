/** The company whose records are shared, and what of them is never shared, whatever criteria say. */
interface Company {
  clientId: string
  /** Contacts with this tag are never shared, nor are their opportunities. */
  exclusionTag: string
  /** Contacts and opportunities that are never shared. */
  excludedIds: readonly string[]
}

export interface Sharing extends Company {
  /** When the agency accepted, for criteria that share only what is created later. Null: now. */
  acceptedAt: Date | null
}

/** Records to which an evaluation is restricted. */
export interface RecordIds {
  contactIds: readonly string[]
  opportunityIds: readonly string[]
}

/** How a contact is called whose name is not shared. */
export const pseudonymOf = (contactId: string): string => `Lead ${contactId.slice(-7).toUpperCase()}`

export interface Counts {
  contacts: number
  opportunities: number
}

/** Two digits: more would pretend that an estimate is exact. */
export const rounded = (estimate: number): number => Number(estimate.toPrecision(2))

/** What criteria would share now. */
export interface Preview {
  shared: Counts
  /** Estimated from a sample. */
  isEstimate: boolean
  /** What matches but is never shared. */
  excluded: Counts
  sample: Sample
  /** Compared with the criteria in force. */
  change: { added: Changed; removed: Changed } | null
}

interface Changed extends Counts {
  /** Of some of the contacts. */
  names: string[]
}

/** Some contacts as the agency will see them, each with its newest shared opportunity. */
export interface Sample {
  /** Keys of fields; `lead` is how somebody is called whose name is not shared. */
  columns: string[]
  rows: (string | null)[][]
  /** The places of rows about contacts that the criteria in force do not share. If there is such a contact, the first row is one. */
  newRows: number[]
}

export interface Sensitive {
  /** The key of a field, or what a condition is about. */
  field: string
  kind: string
}
