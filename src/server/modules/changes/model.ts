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
  /**
   * It serves any number of targets, such as connections. Each is added by `addTarget`, advances by itself, and is rebuilt
   * by a job of its own, which may take long.
   */
  hasTargets?: true
  /** `rebuild`: these changes cannot be handled one by one. Nothing may have been written then. */
  handle: (tx: Tx, clientId: string, changes: readonly LoggedChange[], target: string) => Promise<'handled' | 'rebuild'>
  /** Starts again from the rows and replaces what it had before. */
  rebuild: (tx: Tx, clientId: string, target: string) => Promise<void>
}

/** What a follower wrote is outdated already: it is undone, and done again at once. */
export class Outdated extends Error {
  override name = 'Outdated'
}

export const defineFollower = (follower: Follower): Follower => follower

/** The name under which a follower, or one of its targets, is stored. */
export const storedName = (name: string, target: string): string => (target === '' ? name : `${name}/${target}`)

/** A follower that advances: as a whole, or for one target. */
export interface Following {
  follower: Follower
  target: string
}

/** Which of these followers a stored name belongs to. */
export const followingOf = (followers: readonly Follower[], stored: string): Following | undefined => {
  const [name, target = ''] = stored.split('/')
  const follower = followers.find((one) => one.name === name && (one.hasTargets === true) === (target !== ''))
  return follower && { follower, target }
}
