// Ends a source, in the caller's transaction.
import type { StoredCounts } from '#contract/integrations/integrations.ts'
import { limits } from '#contract/kit/limits.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { countStored } from '../../crm/deletion/service.ts'
import { stopReading } from '../../syncs/service.ts'
import { acts } from '../acts.ts'
import type { ConnectParts } from '../connect/parts.ts'
import { eraseJob } from '../job-names.ts'
import { lockAndCheck } from '../lock-and-check.ts'
import { dataSourceOf, titleOf, type IntegrationRef, type IntegrationRow } from '../model.ts'
import { markDisconnected } from '../queries.ts'
import { lockExisting } from '../service.ts'
import { lockTokens } from '../vendors/tokens/remove.ts'
import { giveUpAccess } from './revoke.ts'

const keepFor = limits.erasedAfterDays * 24 * 3600 * 1000

interface Ending {
  erase: 'later' | 'now'
  reason?: string | undefined
}

/** When the rows are erased. Null: those of a ghost company are kept until a user erases them. */
export const calculateErasure = ({ ghost_company_id: ghost }: IntegrationRow, { erase }: Ending): Date | null => {
  if (erase === 'now') return new Date()
  return ghost === null ? new Date(Date.now() + keepFor) : null
}

/** Admins of an account are notified of what staff do to one of its sources. */
const noticeFor = ({ caller }: Context, row: IntegrationRow, reason?: string) => {
  if (row.client_id === caller.clientId) return null
  const data = { name: titleOf(row), actor: 'Tributary staff', ...(reason === undefined ? {} : { reason }) }
  return { about: row.id, change: String(row.version), data }
}

/** Our access ends. Returns what is stored of the source, and when it is erased. */
export const disconnectSource = async (
  tx: Tx,
  { context, parts }: { context: Context; parts: Pick<ConnectParts, 'vendors' | 'dispatcher'> },
  ref: IntegrationRef,
  ending: Ending,
): Promise<{ held: StoredCounts; eraseAt: Date | null }> => {
  const { clientId, integrationId } = ref
  const { erase, reason } = ending
  const held = await countStored(tx, dataSourceOf(ref))
  await lockAndCheck(tx, context, { clientId, right: 'x' })
  await lockTokens(tx, ref)
  const row = await lockExisting(tx, ref)
  const isNow = erase === 'now'
  if (row.status === 'disconnected' && !isNow)
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'This source is already disconnected.' })
  const eraseAt = calculateErasure(row, ending)
  await stopReading(tx, row)
  await giveUpAccess(tx, parts, row)
  const { userId, isStaff, email } = context.caller
  await markDisconnected(tx, ref, { userId: isStaff ? null : userId, eraseAt, reason: reason ?? null })
  if (isNow) await parts.dispatcher.enqueue(tx, eraseJob, ref, { clientId, key: integrationId })
  await record(tx, acts[isNow ? 'integration.erasing' : 'integration.disconnected'], {
    clientId,
    by: { origin: isStaff ? 'staff' : 'user', actor: email },
    object: { id: integrationId, name: titleOf(row) },
    after: { contacts: held.contacts, opportunities: held.opportunities },
    reason,
    dispatcher: parts.dispatcher,
    notice: noticeFor(context, row, reason),
  })
  return { held, eraseAt }
}
