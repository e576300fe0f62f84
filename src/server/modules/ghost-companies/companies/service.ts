// Which ghost companies an agency has, for modules that ghost companies themselves depend on.
import type { Tx } from '#server/platform/db/scope.ts'
import type { GhostCompanyRef } from '../model.ts'
import { clearConnecting, selectClaimed, selectOpen } from './queries.ts'

/** The names of those that are neither deleted nor claimed, by their ids. */
export const listNames = async (tx: Tx, clientId: string): Promise<Map<string, string>> =>
  new Map((await selectOpen(tx, clientId)).map(({ id, name }) => [id, name]))

/** Those whose companies have taken over what the agency kept for them. */
export const listClaimed = async (tx: Tx, clientId: string): Promise<Set<string>> =>
  new Set((await selectClaimed(tx, clientId)).map(({ id }) => id))

export const isOpen = async (tx: Tx, { clientId, ghostCompanyId }: GhostCompanyRef): Promise<boolean> =>
  (await listNames(tx, clientId)).has(ghostCompanyId)

/** The user is back from the vendor. */
export const endConnecting = (tx: Tx, ref: GhostCompanyRef): Promise<void> => clearConnecting(tx, ref)
