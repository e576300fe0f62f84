// What every step of an agreement begins with, and how its versions change on both sides.
import type { Criteria } from '#contract/criteria/criteria.ts'
import type { Access } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { lockClient } from '../../clients/service.ts'
import { assertStillAllowed } from '../../users/access/service.ts'
import { refOf, type ConnectionRow } from '../model.ts'
import { applyVersion, startSharing } from '../sharing/start.ts'
import { checkVersion, lockSeen, type Sides, type Work } from '../sides.ts'
import { insertComment, selectVersion, updateVersion, type VersionRow } from './queries.ts'
import { criteriaOf } from './show.ts'

export interface Step {
  id: string
  version?: number | undefined
}

export interface Locked {
  work: Work & { caller: Caller }
  sides: Sides & { other: ConnectionRow }
}

/** Both sides, locked, after the caller's access was checked again. */
export const begin = async (
  tx: Tx,
  context: Context,
  dispatcher: Dispatcher,
  { id, version, access }: Step & { access: Access },
): Promise<Locked> => {
  const { clientId } = context.caller
  await lockClient(tx, clientId)
  const caller = await assertStillAllowed(tx, context.caller, { clientId, access })
  const { own, other } = await lockSeen(tx, caller, { clientId, connectionId: id })
  if (other === undefined) throw new AppError('ACTION_NOT_ALLOWED')
  checkVersion({ own, other }, version)
  return { work: { tx, dispatcher, caller }, sides: { own, other } }
}

/** On both sides: the copy of the agency follows the company's version. */
export const markVersion = async (
  tx: Tx,
  { own, other }: Locked['sides'],
  version: number,
  change: Parameters<typeof updateVersion>[2],
): Promise<void> => {
  for (const row of [own, other]) await updateVersion(tx, { ...refOf(row), version }, change)
}

export const requirePending = async (tx: Tx, { own }: Sides): Promise<VersionRow> => {
  const { pending_version: pending } = own
  const row = pending === null ? undefined : await selectVersion(tx, refOf(own), pending)
  if (!row) throw new AppError('ACTION_NOT_ALLOWED')
  return row
}

/** The version in force, if there is one. */
export const findAgreed = async (tx: Tx, row: ConnectionRow): Promise<VersionRow | undefined> =>
  row.version_in_force === null ? undefined : selectVersion(tx, refOf(row), row.version_in_force)

/** Criteria for what is created later go on from when the version before them did. */
const sharesFrom = (next: Criteria, before: VersionRow | undefined, at: Date): Date | null => {
  if (!next.future_only) return null
  return (before && criteriaOf(before).future_only ? before.shares_from : null) ?? at
}

/** A version comes into force, and replaces the one before it. */
export const putInForce = async ({ work, sides }: Locked, next: VersionRow, at: Date): Promise<void> => {
  const { tx } = work
  const criteria = criteriaOf(next)
  const before = await findAgreed(tx, sides.own)
  if (before) await markVersion(tx, sides, before.version, { state: 'replaced', in_force_to: at })
  const shares_from = sharesFrom(criteria, before, at)
  await markVersion(tx, sides, next.version, { state: 'in_force', decided_at: at, in_force_from: at, shares_from })
  const [company, agency] = sides.own.side === 'COMPANY' ? [sides.own, sides.other] : [sides.other, sides.own]
  if (before) await applyVersion(work, { company, agency }, { criteria, before: criteriaOf(before) })
  else await startSharing(work, { company, agency })
}

/** Written into both accounts. */
export const comment = async (
  { tx, caller }: Locked['work'],
  { own, other }: Locked['sides'],
  { kind, text, at }: { kind: 'changes_requested' | 'data_requested' | 'rejected'; text: string; at: Date },
): Promise<void> => {
  const written = { connection_id: own.id, id: newId(), side: own.side, kind, text, created_at: at }
  await insertComment(tx, { ...written, client_id: own.client_id, user_id: caller.userId })
  await insertComment(tx, { ...written, client_id: other.client_id, user_id: null })
}
