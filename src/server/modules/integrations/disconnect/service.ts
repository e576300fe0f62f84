// Ends a source, in the caller's transaction.
import type { StoredCounts } from '#contract/integrations/integrations.ts'
import { limits } from '#contract/kit/limits.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { By } from '../../acts/model.ts'
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

type Parts = Pick<ConnectParts, 'vendors' | 'dispatcher'>

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
  { context, parts }: { context: Context; parts: Parts },
  ref: IntegrationRef,
  ending: Ending,
): Promise<{ held: StoredCounts; eraseAt: Date | null }> => {
  const { clientId, integrationId } = ref
  const { erase, reason } = ending
  const held = await countStored(tx, dataSourceOf(ref))
  await lockAndCheck(tx, context, { clientId, right: 'x' })
  await lockTokens(tx, ref)
  const row = await lockExisting(tx, ref)
  if (row.status === 'disconnected' && erase !== 'now')
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'This source is already disconnected.' })
  const eraseAt = calculateErasure(row, ending)
  const { userId, isStaff, email } = context.caller
  await endAccess(tx, parts, row, { userId: isStaff ? null : userId, eraseAt, reason: reason ?? null })
  await record(tx, acts[erase === 'now' ? 'integration.erasing' : 'integration.disconnected'], {
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

/** Nothing is read any longer. What is to be erased already is erased by a job. */
const endAccess = async (
  tx: Tx,
  parts: Parts,
  row: IntegrationRow,
  ending: Parameters<typeof markDisconnected>[2],
): Promise<void> => {
  const ref = { clientId: row.client_id, integrationId: row.id }
  await stopReading(tx, row)
  await giveUpAccess(tx, parts, row)
  await markDisconnected(tx, ref, ending)
  if (ending.eraseAt !== null && ending.eraseAt <= new Date())
    await parts.dispatcher.enqueue(tx, eraseJob, ref, { clientId: ref.clientId, key: ref.integrationId })
}

/** Erases a source as a consequence of what users of another account did, which the caller has checked. */
export const eraseSource = async (tx: Tx, parts: Parts, ref: IntegrationRef, by: By): Promise<void> => {
  const held = await countStored(tx, dataSourceOf(ref))
  await lockTokens(tx, ref)
  const row = await lockExisting(tx, ref)
  await endAccess(tx, parts, row, { userId: null, eraseAt: new Date(), reason: null })
  await record(tx, acts['integration.erasing'], {
    clientId: ref.clientId,
    by,
    object: { id: ref.integrationId, name: titleOf(row) },
    after: { contacts: held.contacts, opportunities: held.opportunities },
    isByProduct: true,
    dispatcher: parts.dispatcher,
    notice: null,
  })
}
