import type { StoredCounts } from '#contract/integrations/integrations.ts'
import { limits } from '#contract/kit/limits.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, ScopedWork } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { countStored } from '../../crm/deletion/service.ts'
import { acts } from '../acts.ts'
import { dataSourceOf, titleOf, type IntegrationRow, type IntegrationRef } from '../model.ts'
import { markDisconnected } from '../queries.ts'
import * as integrations from '../service.ts'
import { isRunning } from '../../syncs/runs/service.ts'
import { stopReading } from '../../syncs/service.ts'
import { lockTokens } from '../vendors/tokens/remove.ts'
import type { ConnectParts } from '../connect/parts.ts'
import { eraseJob } from '../job-names.ts'
import { lockAndCheck } from '../lock-and-check.ts'
import { giveUpAccess } from './revoke.ts'

const keepFor = limits.erasedAfterDays * 24 * 3600 * 1000

interface DisconnectParams {
  dry_run: boolean
  erase: 'later' | 'now'
  reason?: string | undefined
}

interface Disconnection {
  status: 'active' | 'error' | 'disconnected' | 'erasing'
  erase_at: string | null
  held: StoredCounts
}

/** Admins of an account are notified of what staff do to one of its sources. */
const noticeFor = ({ caller }: Context, row: IntegrationRow, reason?: string) => {
  if (row.client_id === caller.clientId) return null
  const data = { name: titleOf(row), actor: 'Tributary staff', ...(reason === undefined ? {} : { reason }) }
  return { about: row.id, change: String(row.version), data }
}

const apply =
  (parts: ConnectParts, context: Context, ref: IntegrationRef, params: DisconnectParams): ScopedWork<Disconnection> =>
  async (tx) => {
    const { clientId, integrationId } = ref
    const held = await countStored(tx, dataSourceOf(ref))
    await lockAndCheck(tx, context, { clientId, right: 'x' })
    await lockTokens(tx, ref)
    const row = await integrations.lockExisting(tx, ref)
    const isNow = params.erase === 'now'
    if (row.status === 'disconnected' && !isNow)
      throw new AppError('ACTION_NOT_ALLOWED', { detail: 'This source is already disconnected.' })
    const eraseAt = isNow ? new Date() : new Date(Date.now() + keepFor)
    await stopReading(tx, row)
    await giveUpAccess(tx, parts, row)
    const { userId, isStaff } = context.caller
    await markDisconnected(tx, ref, { userId: isStaff ? null : userId, eraseAt, reason: params.reason ?? null })
    if (isNow) await parts.dispatcher.enqueue(tx, eraseJob, ref, { clientId, key: integrationId })
    const { caller } = context
    await record(tx, acts[isNow ? 'integration.erasing' : 'integration.disconnected'], {
      clientId,
      by: { origin: caller.isStaff ? 'staff' : 'user', actor: caller.email },
      object: { id: integrationId, name: titleOf(row) },
      after: { contacts: held.contacts, opportunities: held.opportunities },
      reason: params.reason,
      dispatcher: parts.dispatcher,
      notice: noticeFor(context, row, params.reason),
    })
    return { status: isNow ? 'erasing' : 'disconnected', erase_at: eraseAt.toISOString(), held }
  }

/** Staff must give a reason, and only the account itself may erase everything immediately. */
const checkStaff = ({ caller }: Context, clientId: string, { dry_run: isDry, erase, reason }: DisconnectParams): void => {
  if (!caller.isStaff) return
  if (!isDry && reason === undefined)
    throw new AppError('VALIDATION_FAILED', { detail: "Give a reason to disconnect another account's source.", field: 'reason' })
  if (erase === 'now' && clientId !== caller.clientId)
    throw new AppError('FORBIDDEN', {
      detail: "Only the account's own admins can erase its data right away. You can disconnect the source.",
    })
}

/** While a run is open, the two counts of the card are returned, which the run keeps up to date. */
const countsOnCard = async (tx: Tx, ref: IntegrationRef): Promise<StoredCounts> => {
  const held = await countStored(tx, dataSourceOf(ref))
  if (!(await isRunning(tx, ref))) return held
  const { contacts, opportunities } = await integrations.readIntegration(tx, ref)
  return { ...held, contacts, opportunities }
}

/** What disconnecting would delete. */
const previewOf = async (
  tx: Tx,
  ref: IntegrationRef,
  { row, erase }: { row: IntegrationRow } & Pick<DisconnectParams, 'erase'>,
) => ({
  status: row.status as Disconnection['status'],
  erase_at: new Date(Date.now() + (erase === 'now' ? 0 : keepFor)).toISOString(),
  held: await countsOnCard(tx, ref),
})

/**
 * Ends our access immediately, and in the background at the vendor too. Synced data stays for 30 days, or is erased
 * now. A dry run only returns the counts.
 */
export const disconnectIntegration = async (
  context: Context,
  parts: ConnectParts,
  integrationId: string,
  params: DisconnectParams,
): Promise<Disconnection> => {
  const { ref, foretold } = await integrations.viewIntegration(context, integrationId, async (tx, { clientId }) => {
    checkStaff(context, clientId, params)
    const ref = { clientId, integrationId }
    const row = await integrations.findIntegration(tx, ref)
    return { ref, foretold: params.dry_run ? await previewOf(tx, ref, { row, erase: params.erase }) : undefined }
  })
  if (foretold) return foretold
  return context.asSystem('connecting: disconnect a source', apply(parts, context, ref, params))
}
