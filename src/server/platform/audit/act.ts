import { beforeCommit, transactionOf, type Tx } from '../db/scope.ts'
import { appendEntries } from './append-queries.ts'
import { diffOf, type Facts } from './diff.ts'

/** Something that was done and that is recorded in the audit log. */
export interface AuditedAct {
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
  /** For staff, their own account. */
  homeId?: string
  ipPrefix?: string
  userAgentHash?: string
  requestId?: string
}

/** The product itself: scheduled work, or a user who has no account yet. */
export const systemActor: Actor = { kind: 'system', id: null }

const entryOf = (actor: Actor & { actsIn?: string }, { action, object, before, after, reason }: AuditedAct) => ({
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

/** An account sees that staff acted in it; which staff user, and from where, is in the log of staff. */
const recordsOf = (actor: Actor, act: AuditedAct) => {
  const { kind, homeId, requestId } = actor
  if (kind !== 'staff' || homeId === act.clientId) return [{ clientId: act.clientId, entry: entryOf(actor, act) }]
  const unnamed: Actor = { kind, id: null, ...(requestId === undefined ? {} : { requestId }) }
  return [
    { clientId: act.clientId, entry: entryOf(unnamed, act) },
    ...(homeId === undefined ? [] : [{ clientId: homeId, entry: entryOf({ ...actor, actsIn: act.clientId }, act) }]),
  ]
}

interface NotedAct {
  actor: Actor
  act: AuditedAct
}

/** Accounts are locked in a fixed order, to avoid deadlocks. */
const append = async (tx: Tx, acts: readonly NotedAct[]): Promise<void> => {
  const records = acts.flatMap(({ actor, act }) => recordsOf(actor, act))
  for (const clientId of [...new Set(records.map((record) => record.clientId))].toSorted()) {
    const entries = records.filter((record) => record.clientId === clientId).map(({ entry }) => entry)
    await appendEntries(tx, clientId, entries)
  }
}

const actors = new WeakMap<object, Actor>()
const pending = new WeakMap<object, NotedAct[]>()

/** Sets the actor of this transaction. Before that, it is the product itself. */
export const actAs = (tx: Tx, actor: Actor): void => void actors.set(transactionOf(tx), actor)

/** Appending locks the account's chain until the commit, so all acts are appended at the end of the transaction. */
export const noteAct = (tx: Tx, act: AuditedAct, by?: Actor): void => {
  const transaction = transactionOf(tx)
  const noted = { act, actor: by ?? actors.get(transaction) ?? systemActor }
  const earlier = pending.get(transaction)
  if (earlier) return void earlier.push(noted)
  const acts = [noted]
  pending.set(transaction, acts)
  beforeCommit(tx, () => append(tx, acts))
}

export const hasNoted = (tx: Tx): boolean => pending.has(transactionOf(tx))

export const appendActs = (tx: Tx, actor: Actor, acts: readonly AuditedAct[]): Promise<void> =>
  append(
    tx,
    acts.map((act) => ({ actor, act })),
  )
