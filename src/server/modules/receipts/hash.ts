import { createHash } from 'node:crypto'
import type { Receipt } from '#contract/connections/sharing.ts'

/** Everything that a receipt says, in one form. Both accounts have the same. */
export const hashOf = ({ id, kind, version, startedAt, finishedAt, stores, cannotRecall }: Omit<Receipt, 'hash'>): string => {
  const text = JSON.stringify([
    id,
    kind,
    version,
    startedAt,
    finishedAt,
    stores.map(({ name, found, removed, failed }) => [name, found, removed, failed]),
    cannotRecall.map(({ what, who, when }) => [what, who, when]),
  ])
  return createHash('sha256').update(text).digest('hex')
}
