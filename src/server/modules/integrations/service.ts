import type { Integration } from '#contract/integrations/integrations.ts'
import { may } from '#contract/users/permissions.ts'
import type { Replacing } from '#server/platform/db/statements/replaced.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { Viewer } from '../syncs/runs/model.ts'
import { selectIntegrations } from './list-queries.ts'
import { lockIntegrationRow } from './lock-queries.ts'
import * as queries from './queries.ts'
import type { IntegrationRow, IntegrationRef } from './model.ts'
import { toIntegration } from './mapper.ts'

/** `client_id` in a call names the caller's own account; any other one is not there. */
export const ownClient = ({ caller }: Context, clientId: string | undefined): string => {
  if (clientId !== undefined && clientId !== caller.clientId) throw new AppError('NOT_FOUND')
  return caller.clientId
}

/** What a vendor sent holds more than anybody chose to read: only whoever administers the sources sees it. */
export const maySeeRaw = ({ caller }: Context): boolean => may(caller, 'integrations', 'x')

interface Sight {
  clientId: string
  viewer: Viewer
}

/** Looks at an account: its own people at theirs, our own people at any. */
export const viewClient = <T>(
  context: Context,
  wanted: string | undefined,
  look: (tx: Tx, sight: Sight) => Promise<T>,
): Promise<T> => {
  const { isStaff, clientId } = context.caller
  if (isStaff && wanted !== undefined && wanted !== clientId)
    return context.asStaff('look at the sources of an account', (tx) => look(tx, { clientId: wanted, viewer: 'staff' }))
  const own = ownClient(context, wanted)
  return context.inClient((tx) => look(tx, { clientId: own, viewer: 'member' }))
}

/** Looks at one source in the same way; our own people name it by its id alone. */
export const viewIntegration = <T>(
  context: Context,
  integrationId: string,
  look: (tx: Tx, sight: IntegrationRef & Sight & { source: IntegrationRow }) => Promise<T>,
): Promise<T> => {
  const { isStaff, clientId } = context.caller
  const lookAs = async (tx: Tx, sight: Sight): Promise<T> => {
    const source = await findIntegration(tx, { clientId: sight.clientId, integrationId })
    return look(tx, { ...sight, integrationId, source })
  }
  if (!isStaff) return context.inClient((tx) => lookAs(tx, { clientId, viewer: 'member' }))
  return context.asStaff('look at a source', async (tx) => {
    const found = await locateIntegration(tx, integrationId)
    return lookAs(tx, { clientId: found.clientId, viewer: 'staff' })
  })
}

export const listIntegrations = (
  context: Context,
  { active, client_id: wanted }: { active?: boolean | undefined; client_id?: string | undefined },
): Promise<{ items: Integration[]; total: number }> =>
  viewClient(context, wanted, async (tx, { clientId, viewer }) => {
    const rows = await selectIntegrations(tx, clientId, { active })
    return { items: rows.map((row) => toIntegration(row, viewer)), total: rows.length }
  })

/** Several, in the order in which they are named. */
export const readIntegrations = async (tx: Tx, clientId: string, ids: readonly string[]): Promise<Integration[]> => {
  const rows = new Map((await selectIntegrations(tx, clientId, { ids })).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? []).map((row) => toIntegration(row, 'member'))
}

export const readIntegration = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<Integration> => {
  const [found] = await readIntegrations(tx, clientId, [integrationId])
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** The row, or nothing here for this tenant. */
export const findIntegration = async (tx: Tx, ref: IntegrationRef): Promise<IntegrationRow> => {
  const row = await queries.selectIntegration(tx, ref)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** The row; undefined: it is gone. */
export const lookUpIntegration = (tx: Tx, ref: IntegrationRef): Promise<IntegrationRow | undefined> =>
  queries.selectIntegration(tx, ref)

/** For our own people, who know an integration by its id alone. */
export const locateIntegration = async (tx: Tx, integrationId: string): Promise<IntegrationRef> => {
  const found = await queries.selectIntegrationAnywhere(tx, integrationId)
  if (!found) throw new AppError('NOT_FOUND')
  return { clientId: found.client_id, integrationId }
}

/** Nobody else erases it or connects it again until this transaction is over. */
export const lockIntegration = async (tx: Tx, ref: IntegrationRef): Promise<void> => {
  await lockIntegrationRow(tx, ref)
}

/** Addresses in what vendors told of their accounts. */
export const moveAddresses = (tx: Tx, replacing: Replacing): Promise<void> => queries.moveAddresses(tx, replacing)

/** The row as it is now, and as it stays until this transaction is over; or nothing here for this tenant. */
export const lockExisting = async (tx: Tx, ref: IntegrationRef): Promise<IntegrationRow> => {
  const locked = await lockIntegrationRow(tx, ref)
  if (!locked) throw new AppError('NOT_FOUND')
  return locked.row
}

const toHealth = ({ id, type, status, status_since, last_run: run }: Integration) => {
  const shared = { integration_id: id, type, status }
  if (run === null) return { ...shared, run_id: null, run_status: null, phase: null, percent: null, rows: 0, since: status_since }
  const { id: run_id, status: run_status, phase, percent, records: rows, started_at } = run
  return { ...shared, run_id, run_status, phase, percent, rows, since: started_at ?? status_since }
}

/** How each integration is doing, and how far its newest run is. */
export const checkStatus = (context: Context, wanted: string | undefined) =>
  viewClient(context, wanted, async (tx, { clientId, viewer }) => {
    const rows = await selectIntegrations(tx, clientId)
    return { items: rows.map((row) => toHealth(toIntegration(row, viewer))), total: rows.length }
  })
