import type { ClaimState } from '#contract/connections/claims.ts'
import type { TypeOfData } from '#contract/criteria/criteria.ts'

/** What a company shares with an agency under a connection. */
export interface SharedSource {
  id: string
  companyId: string
  company: string
  typeOfData: TypeOfData
  /** What the agency gets of each record. */
  fields: ReadonlySet<string>
  allowsExport: boolean
  versionInForce: number
  /** When each version came into force, newest first. */
  versions: { version: number; from: Date }[]
}

/** A company that is invited to take over what an agency keeps for it, or has done so. */
export interface ClaimOfGhost {
  connectionId: string
  state: 'invited' | ClaimState
  since: Date
}

/** A company that is or was connected to an agency. */
export interface ConnectedCompany {
  companyId: string
  company: string
  /** One that shares, if there is one, else the newest. */
  connectionId: string
  isSharing: boolean
}
