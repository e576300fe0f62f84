import type { Tx } from '#server/platform/db/scope.ts'

export type ChangeKind = 'created' | 'changed' | 'deleted' | 'merged'

/** What happened to some records of one object. */
export interface Change {
  object: string
  kind: ChangeKind
  /** None: records of this object have no ids of ours, and any of the data source's may be different. */
  ids: readonly string[]
}

export interface LoggedChange extends Change {
  seq: number
  at: Date
  dataSourceId: string
}

/**
 * Keeps something equal to a client's CRM rows. Both functions run as the system and write in the transaction that moves the follower on.
 * A change may be handled after later ones are visible already, and again after a rebuild: look at the rows as they are now.
 */
export interface Follower {
  name: string
  handle: (tx: Tx, clientId: string, changes: readonly LoggedChange[]) => Promise<void>
  /** Begins anew from the rows, whatever it had before. */
  rebuild: (tx: Tx, clientId: string) => Promise<void>
}

export const defineFollower = (follower: Follower): Follower => follower
