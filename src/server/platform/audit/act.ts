import { sql } from 'kysely'
import { jsonText } from '../db/json.ts'
import type { Tx } from '../db/scope.ts'
import { diffOf, type Facts } from './diff.ts'

/** Something that was done and that others may have to account for. */
export interface Act {
  /** module.verb in the past tense, such as `user.suspended`. */
  action: string
  /** The account that it was done to. */
  clientId: string
  object: { type: string; id?: string }
  before?: Facts
  after?: Facts
  reason?: string | undefined
}

export interface Actor {
  kind: 'user' | 'key' | 'system' | 'staff'
  id: string | null
  onBehalfOf?: string
  ipPrefix?: string
  userAgentHash?: string
  requestId?: string
}

/** The product itself: what comes with time, or by a person who has no account yet. */
export const systemActor: Actor = { kind: 'system', id: null }

const entryOf = (actor: Actor, { action, object, before, after, reason }: Act) => ({
  actor_kind: actor.kind,
  actor_id: actor.id,
  on_behalf_of: actor.onBehalfOf ?? null,
  action,
  object_type: object.type,
  object_id: object.id ?? null,
  diff: diffOf(before, after),
  reason: reason ?? null,
  ip_prefix: actor.ipPrefix ?? null,
  user_agent_hash: actor.userAgentHash ?? null,
  request_id: actor.requestId ?? null,
})

/**
 * Appends to the log of each account. Comes last in its transaction: whoever appends for the same account waits until it commits.
 * Accounts are taken in one order, so that no two transactions wait for each other.
 */
export const appendActs = async (tx: Tx, actor: Actor, acts: readonly Act[]): Promise<void> => {
  for (const clientId of [...new Set(acts.map((act) => act.clientId))].toSorted()) {
    const entries = acts.filter((act) => act.clientId === clientId).map((act) => entryOf(actor, act))
    await sql`select audit_append(${clientId}, ${jsonText(entries)})`.execute(tx)
  }
}
