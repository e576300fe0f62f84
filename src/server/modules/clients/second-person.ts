// What one of our own people may not do to an account alone.
import type { Tx } from '#server/platform/db/scope.ts'
import { deleteRequest, insertRequest, selectRequest, type Wish } from './request-queries.ts'

/** `agreed` for the second of two; the first one has asked, and whoever asks again still waits. The account is held meanwhile. */
export const askForSecond = async (tx: Tx, wish: Wish): Promise<'agreed' | 'asked' | 'waits'> => {
  const asked = await selectRequest(tx, wish)
  const isSame = asked !== undefined && asked.subject === (wish.subject ?? '')
  if (isSame && asked.requested_by === wish.staffId) return 'waits'
  await deleteRequest(tx, wish)
  if (isSame) return 'agreed'
  await insertRequest(tx, wish)
  return 'asked'
}
