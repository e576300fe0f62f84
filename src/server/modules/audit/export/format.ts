import type { AuditEntry } from '#contract/audit.ts'
import { csvLineOf } from '#server/platform/files/csv.ts'
import type { selectEntriesAfter } from '../queries.ts'

export type ExportedRow = Awaited<ReturnType<typeof selectEntriesAfter>>[number]

const columns = [
  ['At', ({ at }) => at],
  ['Account', ({ clientId }) => clientId],
  ['Account name', ({ clientName }) => clientName],
  ['Acted in', ({ actedInName, actedInId }) => actedInName ?? actedInId],
  ['Number', ({ seq }) => String(seq)],
  ['Kind of actor', ({ actorKind }) => actorKind],
  ['Actor', ({ actorId }) => actorId],
  ['Actor name', ({ actorName }) => actorName],
  ['Action', ({ action }) => action],
  ['Kind of object', ({ objectType }) => objectType],
  ['Object', ({ objectId }) => objectId],
  ['Changes', ({ diff }) => JSON.stringify(diff)],
  ['Reason', ({ reason }) => reason],
  ['Request', ({ requestId }) => requestId],
  ['Hash', ({ hash }) => hash],
] as const satisfies readonly (readonly [string, (entry: AuditEntry) => string | null])[]

export const csvHeader = csvLineOf(columns.map(([title]) => title))

export const csvLine = (entry: AuditEntry): string => csvLineOf(columns.map(([, read]) => read(entry)))

/**
 * Older entries contain which staff user acted and from where, which the account may not see; their hash cannot be
 * computed without it.
 */
const withheld = { actor_id: null, ip_prefix: null, user_agent_hash: null, isWithheld: true }

const withheldReason = { reason: null, isWithheld: true }

interface Reader {
  isStaff: boolean
  hidesReason: (row: ExportedRow) => boolean
}

/** Every column that the hash covers, by its name in docs/audit.md, and the time in a readable form. */
export const jsonLine =
  ({ isStaff, hidesReason }: Reader) =>
  (exported: ExportedRow): string => {
    const { at, at_us, ...row } = exported
    const isHidden = !isStaff && row.actor_kind === 'staff' && row.actor_id !== null
    const hidden = { ...(isHidden ? withheld : {}), ...(hidesReason(exported) ? withheldReason : {}) }
    return `${JSON.stringify({ ...row, at_us, at: at.toISOString(), ...hidden })}\n`
  }
