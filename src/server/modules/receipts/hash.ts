import { createHash } from 'node:crypto'
import type { Receipt } from '#contract/connections/sharing.ts'
import type { Unrecallable } from './model.ts'

type Hashed = Omit<Receipt, 'hash' | 'cannotRecall'> & { cannotRecall: readonly Unrecallable[] }

/** Everything that a receipt says, in one form; users by their ids. Both accounts have the same. */
export const hashOf = ({ id, kind, version, startedAt, finishedAt, stores, cannotRecall }: Hashed): string => {
  const text = JSON.stringify([
    id,
    kind,
    version,
    startedAt,
    finishedAt,
    stores.map(({ name, found, removed, failed }) => [name, found, removed, failed]),
    cannotRecall.map(({ what, userId, when }) => [what, userId, when]),
  ])
  return createHash('sha256').update(text).digest('hex')
}
