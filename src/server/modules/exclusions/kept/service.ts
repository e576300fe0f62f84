// For modules that exclusions depend on.
import type { RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import { insertTagged } from './queries.ts'

/**
 * Called before contacts lose their tags. A contact whose tag says that it is never shared stays excluded one by one, and
 * with it its opportunities, and the contact into which it is merged.
 */
export const keepExcluded = (tx: Tx, origin: { clientId: string; at: Date }, which: RawBuilder<unknown>): Promise<void> =>
  insertTagged(tx, origin, which)
