// An admin approves or declines a pending removal.
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../acts/service.ts'
import { acts } from './acts.ts'
import { lockExisting } from '../integrations/service.ts'
import type { IntegrationRef } from '../integrations/model.ts'
import { selectOpenRun } from './runs/queries.ts'
import { causeOf } from './engine/streams/removal-limit.ts'
import {
  approveRemoval,
  rejectRemoval,
  lockRemovalStates,
  unkeep,
  type PendingRemovalRow,
  type RemovalState,
} from './engine/streams/removal-queries.ts'
import { settlePendingRemoval } from './health/alerts.ts'

type Waiting = RemovalState & { held: PendingRemovalRow }

const isWaiting = (state: RemovalState): state is Waiting => state.held !== null

const nothingWaits = () => new AppError('ACTION_NOT_ALLOWED', { detail: 'There is nothing to remove.' })

const countsOf = (name: string, states: readonly RemovalState[]): Record<string, number> =>
  Object.fromEntries(states.map(({ object, held, kept }) => [`${name}_${object}`, held?.vanished ?? kept]))

/** The kept records as a removal that was found now. With filters, only a full read can tell which records are left out. */
const foundAnew = ({ vendorCount, ownCount, kept, keptAt }: RemovalState, settings: SyncSettings): PendingRemovalRow => {
  const at = new Date().toISOString()
  const cause = causeOf(settings)
  return {
    vendor: vendorCount,
    own: ownCount ?? kept,
    vanished: kept,
    at,
    since: keptAt?.toISOString() ?? at,
    from: cause === 'choice' ? 'read' : 'ids',
    cause,
  }
}

/**
 * What the admin approves, in counts, and as it is stored for the run: the pending records, or the kept ones if none
 * are pending.
 */
export const approvalOf = async (tx: Tx, ref: IntegrationRef) => {
  const { settings } = await lockExisting(tx, ref)
  const states = await lockRemovalStates(tx, ref)
  const waiting = states.filter(isWaiting)
  const agreed = waiting.length > 0 ? waiting : states
  if (agreed.length === 0) throw nothingWaits()
  const writeFor = async (runId: string): Promise<void> => {
    for (const state of agreed) {
      if (!isWaiting(state)) await unkeep(tx, ref, state.object)
      const held = state.held ?? foundAnew(state, settings as SyncSettings)
      await approveRemoval(tx, ref, { object: state.object, held }, runId)
    }
  }
  return { counts: countsOf('agreed_removal', agreed), writeFor }
}

const checkKeepable = async (tx: Tx, { clientId, integrationId }: IntegrationRef, waiting: readonly Waiting[]): Promise<void> => {
  if (waiting.length === 0) throw nothingWaits()
  const open = await selectOpenRun(tx, clientId, integrationId)
  if (open && waiting.some(({ held }) => held.agreed_run === open.id))
    throw new AppError('ACTION_NOT_ALLOWED', {
      detail: "The removal was approved and is running. To keep what it hasn't removed yet, cancel the current sync first.",
    })
  if (waiting.some(({ named }) => named === 0))
    throw new AppError('ACTION_NOT_ALLOWED', {
      detail: 'Sync this source first. The sync finds out which contacts would be removed.',
    })
}

/** Declines the removal: pending records are kept from now on. Staff cannot decide about the contacts of an account. */
export const declineRemoval = async (context: Context, integrationId: string): Promise<void> => {
  const { clientId } = context.caller
  const ref = { clientId, integrationId }
  await context.asSystem('syncs: what would be removed is kept', async (tx) => {
    const { id } = await lockExisting(tx, ref)
    const waiting = (await lockRemovalStates(tx, ref)).filter(isWaiting)
    await checkKeepable(tx, ref, waiting)
    for (const state of waiting) await rejectRemoval(tx, ref, state)
    await settlePendingRemoval(tx, ref)
    await record(tx, acts['sync.removal_kept'], { clientId, object: { id }, after: countsOf('kept', waiting) })
  })
}
