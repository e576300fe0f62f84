import { createHash } from 'node:crypto'
import type { HashedRow } from './model.ts'

/** Every column but the hash itself, in a fixed order: docs/connections.md describes it. */
export const hashOf = (row: Omit<HashedRow, 'hash' | 'at'>): string => {
  const text = JSON.stringify([
    row.prev_hash,
    row.client_id,
    row.seq,
    row.id,
    row.connection_id,
    row.at_us,
    row.user_id,
    row.request_id,
    row.kind,
    row.version,
    row.fields,
    row.contact_ids,
  ])
  return createHash('sha256').update(text).digest('hex')
}
