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
  /** Of staff, the account that they belong to. */
  homeId?: string
  ipPrefix?: string
  userAgentHash?: string
  requestId?: string
}

/** The product itself: what comes with time, or by a person who has no account yet. */
export const systemActor: Actor = { kind: 'system', id: null }

const entryOf = (actor: Actor & { actsIn?: string }, { action, object, before, after, reason }: Act) => ({
  actor_kind: actor.kind,
  actor_id: actor.id,
  on_behalf_of: actor.actsIn ?? null,
  action,
  object_type: object.type,
  object_id: object.id ?? null,
  diff: diffOf(before, after),
  reason: reason ?? null,
  ip_prefix: actor.ipPrefix ?? null,
  user_agent_hash: actor.userAgentHash ?? null,
  request_id: actor.requestId ?? null,
})

/** An account learns that staff acted in it; who of them, and from where, stands in the log of staff. */
const recordsOf = (actor: Actor, act: Act) => {
  const { kind, homeId, requestId } = actor
  if (kind !== 'staff' || homeId === act.clientId) return [{ clientId: act.clientId, entry: entryOf(actor, act) }]
  const nobody: Actor = { kind, id: null, ...(requestId === undefined ? {} : { requestId }) }
  return [
    { clientId: act.clientId, entry: entryOf(nobody, act) },
    ...(homeId === undefined ? [] : [{ clientId: homeId, entry: entryOf({ ...actor, actsIn: act.clientId }, act) }]),
  ]
}

/**
 * Appends to the log of each account. Comes last in its transaction: whoever appends for the same account waits until it commits.
 * Accounts are taken in one order, so that no two transactions wait for each other.
 */
export const appendActs = async (tx: Tx, actor: Actor, acts: readonly Act[]): Promise<void> => {
  const records = acts.flatMap((act) => recordsOf(actor, act))
  for (const clientId of [...new Set(records.map((record) => record.clientId))].toSorted()) {
    const entries = records.filter((record) => record.clientId === clientId).map(({ entry }) => entry)
    await sql`select audit_append(${clientId}, ${jsonText(entries)})`.execute(tx)
  }
}
