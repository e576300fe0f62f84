/** The record that somebody decides over: of which company, and what is never shared by anyone's criteria. */
export interface Company {
  clientId: string
  /** Contacts with this tag are never shared, whatever criteria say. */
  exclusionTag: string
  /** Contacts and opportunities that are never shared. */
  excludedIds: readonly string[]
}

export const defaultExclusionTag = 'do-not-share'

/** Records to which an evaluation is restricted. */
export interface RecordIds {
  contactIds: readonly string[]
  opportunityIds: readonly string[]
}
