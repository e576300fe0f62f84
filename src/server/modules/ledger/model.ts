import type { LedgerKind } from '#contract/connections/ledger.ts'
import type { Row } from '#server/platform/db/scope.ts'

/** What one request read of the contacts that a company shares. */
export interface Read {
  connectionId: string
  companyId: string
  /** The version of the criteria in force. */
  version: number
  /** Those that had a value. */
  fields: readonly string[]
  /** The agency's ids. */
  contactIds: readonly string[]
}

/** Who read, and how. */
export interface Reading {
  userId: string
  clientId: string
  requestId: string
  kind: LedgerKind
}

/** A company's ledger of one connection. */
export interface LedgerRef {
  clientId: string
  connectionId: string
}

export type LedgerRow = Row<'ledger_entry'>

/** What the ledger says of one request. */
export interface SeenEntry {
  row: LedgerRow
  contacts: number
  fields: string[]
}

/** Times to the microsecond, which the hash covers. */
export type HashedRow = LedgerRow & { at_us: number }

export interface LedgerFilter {
  contactId?: string | undefined
  userId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** Files with contacts that a user of the agency downloaded: one, or earlier ones together. */
export interface ExportedFiles {
  userId: string
  files: number
  /** When the last of them was downloaded. */
  at: Date
  contacts: number
}
