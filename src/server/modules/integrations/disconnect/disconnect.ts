import type { StoredCounts } from '#contract/integrations/integrations.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { countStored } from '../../crm/deletion/service.ts'
import { isRunning } from '../../syncs/runs/service.ts'
import type { ConnectParts } from '../connect/parts.ts'
import { dataSourceOf, type IntegrationRow, type IntegrationRef } from '../model.ts'
import * as integrations from '../service.ts'
import { calculateErasure, disconnectSource } from './service.ts'

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
  erase_at: calculateErasure(row, { erase })?.toISOString() ?? null,
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
  return context.asSystem('connecting: disconnect a source', async (tx) => {
    const { held, eraseAt } = await disconnectSource(tx, { context, parts }, ref, params)
    return { status: params.erase === 'now' ? 'erasing' : 'disconnected', erase_at: eraseAt?.toISOString() ?? null, held }
  })
}
