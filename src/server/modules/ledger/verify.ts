import { firstOf, type Found, type Link } from '#server/platform/audit/chain.ts'
import { hashOf } from './hash.ts'
import type { HashedRow } from './model.ts'

/** What is wrong with rows that follow a link, up to the first that is. */
export const checkLinks = (rows: readonly HashedRow[], after: Link): Found => {
  let before = after
  for (const row of rows) {
    const { seq, hash } = row
    const found: Found = {
      missing: seq === before.seq + 1 ? null : before.seq + 1,
      changed: hash === hashOf(row) ? null : seq,
      rewritten: row.prev_hash === before.hash ? null : seq,
    }
    if (firstOf([found])) return found
    before = { seq, hash }
  }
  return {}
}
