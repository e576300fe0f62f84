import type { AuditEntry } from '#contract/audit.ts'

/** Entries are numbered within their account. */
export const keyOf = ({ clientId, seq }: AuditEntry) => `${clientId}.${seq}`
