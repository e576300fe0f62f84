import type { Tx } from '#server/platform/db/scope.ts'

export type ChangeKind = 'created' | 'changed' | 'deleted' | 'merged'

/** What happened to some records of one object. */
export interface Change {
  object: string
  kind: ChangeKind
  /** Empty: records of this object have no ids of ours, and any of the data source's may have changed. */
  ids: readonly string[]
}

export interface LoggedChange extends Change {
  seq: number
  at: Date
  dataSourceId: string
}

/**
 * Keeps something equal to a client's CRM rows. Both functions run as the system and write in the transaction that
 * advances the follower. A change may be handled when later ones are already visible, and again after a rebuild: read
 * the current rows.
 */
export interface Follower {
  name: string
  handle: (tx: Tx, clientId: string, changes: readonly LoggedChange[]) => Promise<void>
  /** Starts again from the rows and replaces what it had before. */
  rebuild: (tx: Tx, clientId: string) => Promise<void>
}

export const defineFollower = (follower: Follower): Follower => follower
