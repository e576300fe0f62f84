import { sheetType } from '#contract/ghost-companies/sheets.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { Input, Route } from '#contract/kit/route.ts'
import { may, seesContacts } from '#contract/users/permissions.ts'
import { connectorOf } from '#server/connectors/registry.ts'
import type { Replacing } from '#server/platform/db/statements/replaced.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { Served } from '#server/platform/http/serve.ts'
import type { Viewer } from '../syncs/runs/model.ts'
import { hasFinishedRun, isKept, selectConnectedTypes, selectIntegrations, selectStartedTypes } from './list-queries.ts'
import { lockIntegrationRow } from './lock-queries.ts'
import * as queries from './queries.ts'
import type { IntegrationRow, IntegrationRef } from './model.ts'
import { toIntegration } from './mapper.ts'

/** `client_id` in a call must be the caller's own account. Any other one is not found. */
export const ownClient = ({ caller }: Context, clientId: string | undefined): string => {
  if (clientId !== undefined && clientId !== caller.clientId) throw new AppError('NOT_FOUND')
  return caller.clientId
}

/** A vendor's payload contains more than the chosen fields, so only users who administer sources and see its contacts see it. */
export const maySeeRaw = ({ caller }: Context): boolean => may(caller, 'integrations', 'x') && seesContacts(caller)

/** A user who sees some companies only sees no sheet of another ghost company. */
const isSeen = ({ caller: { companies } }: Context, { ghost_company_id: ghost }: IntegrationRow): boolean =>
  ghost === null || companies === 'all' || companies.includes(ghost)

/** Fails as if the source did not exist. Of one that does not exist the caller says so. */
export const checkSeen = async (context: Context, integrationId: string): Promise<void> => {
  const { clientId, companies } = context.caller
  if (companies === 'all') return
  const row = await context.inClient((tx) => queries.selectIntegration(tx, { clientId, integrationId }))
  if (row && !isSeen(context, row)) throw new AppError('NOT_FOUND')
}

/** Where the contract has the ids of sources. */
const namedIn = ({ params, query, body }: Input<Route>): string[] => {
  const fields: unknown[] = [params, query, body].flatMap((part: unknown) => {
    const { id, integration_id: named } = (part ?? {}) as Record<string, unknown>
    return part === params ? [id, named] : [named]
  })
  return fields.filter((field) => typeof field === 'string')
}

/** Calls about a source, which are refused to users who do not see it. */
export const ofSeenSources = (all: readonly Served[]): Served[] =>
  all.map(({ handle, ...served }) => ({
    ...served,
    ...(handle && {
      handle: async (input, context) => {
        for (const id of namedIn(input)) await checkSeen(context, id)
        return handle(input, context)
      },
    }),
  }))

interface Sight {
  clientId: string
  viewer: Viewer
}

/** Reads an account: users their own, staff any. */
export const viewClient = <T>(
  context: Context,
  clientIdParam: string | undefined,
  look: (tx: Tx, sight: Sight) => Promise<T>,
): Promise<T> => {
  const { isStaff, clientId } = context.caller
  if (isStaff && clientIdParam !== undefined && clientIdParam !== clientId)
    return context.asStaff('look at the sources of an account', (tx) => look(tx, { clientId: clientIdParam, viewer: 'staff' }))
  const own = ownClient(context, clientIdParam)
  return context.inClient((tx) => look(tx, { clientId: own, viewer: 'member' }))
}

/** Reads one source in the same way. Staff name it by its id alone. */
export const viewIntegration = <T>(
  context: Context,
  integrationId: string,
  look: (tx: Tx, sight: IntegrationRef & Sight & { source: IntegrationRow }) => Promise<T>,
): Promise<T> => {
  const { isStaff, clientId } = context.caller
  const lookAs = async (tx: Tx, sight: Sight): Promise<T> => {
    const source = await findIntegration(tx, { clientId: sight.clientId, integrationId })
    if (!isSeen(context, source)) throw new AppError('NOT_FOUND')
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
  { active, client_id: clientIdParam }: { active?: boolean | undefined; client_id?: string | undefined },
): Promise<{ items: Integration[]; total: number }> =>
  viewClient(context, clientIdParam, async (tx, { clientId, viewer }) => {
    const rows = (await selectIntegrations(tx, clientId, { active })).filter((row) => isSeen(context, row))
    return { items: rows.map((row) => toIntegration(row, viewer)), total: rows.length }
  })

/** Several sources, in the order of the given ids. */
export const readIntegrations = async (tx: Tx, clientId: string, ids: readonly string[]): Promise<Integration[]> => {
  const rows = new Map((await selectIntegrations(tx, clientId, { ids })).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? []).map((row) => toIntegration(row, 'member'))
}

/** The sources that read the sheets of ghost companies. */
export const listSheets = async (
  tx: Tx,
  clientId: string,
  { ghostCompanyIds, viewer }: { ghostCompanyIds: readonly string[]; viewer: Viewer },
): Promise<Integration[]> =>
  (await selectIntegrations(tx, clientId, { ghostCompanyIds })).map((row) => toIntegration(row, viewer))

export const readIntegration = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<Integration> => {
  const [found] = await readIntegrations(tx, clientId, [integrationId])
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** The row. Fails if this client has no such source. */
export const findIntegration = async (tx: Tx, ref: IntegrationRef): Promise<IntegrationRow> => {
  const row = await queries.selectIntegration(tx, ref)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** The row. Undefined: it was deleted. */
export const lookUpIntegration = (tx: Tx, ref: IntegrationRef): Promise<IntegrationRow | undefined> =>
  queries.selectIntegration(tx, ref)

/** Whether its data was erased, or is being erased. */
export const isErased = async (tx: Tx, ref: IntegrationRef): Promise<boolean> => {
  const row = await queries.selectIntegration(tx, ref)
  return !row || (row.status === 'disconnected' && row.erase_at !== null && row.erase_at.getTime() <= Date.now())
}

/** For staff, who know an integration by its id alone. */
export const locateIntegration = async (tx: Tx, integrationId: string): Promise<IntegrationRef> => {
  const found = await queries.selectIntegrationAnywhere(tx, integrationId)
  if (!found) throw new AppError('NOT_FOUND')
  return { clientId: found.client_id, integrationId }
}

/** Locks the row against being erased or reconnected until this transaction ends. */
export const lockIntegration = async (tx: Tx, ref: IntegrationRef): Promise<void> => {
  await lockIntegrationRow(tx, ref)
}

/** Replaces addresses in the stored facts of accounts. */
export const moveAddresses = (tx: Tx, replacing: Replacing): Promise<void> => queries.moveAddresses(tx, replacing)

/** Locks the row until this transaction ends, and returns it. Fails if this client has no such source. */
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

/** Whether the account has connected a source. */
export const hasIntegration = async (tx: Tx, clientId: string): Promise<boolean> =>
  (await selectIntegrations(tx, clientId)).some(({ status }) => status !== 'disconnected')

/** Which of these accounts have connected a CRM. */
export const findCrmOwners = async (tx: Tx, clientIds: readonly string[]): Promise<Set<string>> => {
  const rows = clientIds.length === 0 ? [] : await selectConnectedTypes(tx, clientIds)
  return new Set(rows.filter(({ type }) => connectorOf(type)?.manifest.category === 'crm').map((row) => row.client_id))
}

/** Whether contacts have been or are being read from a connected source. */
export const hasStartedSync = async (tx: Tx, clientId: string): Promise<boolean> =>
  (await selectStartedTypes(tx, clientId)).some((type) => connectorOf(type)?.manifest.category !== 'social')

/** Whether all of the source has been read: a sync has finished, or its rows were kept by a claim. */
export const hasFinishedSync = async (tx: Tx, ref: IntegrationRef): Promise<boolean> =>
  (await hasFinishedRun(tx, ref)) || (await isKept(tx, ref))

/** A sheet that nobody reads, for rows that a company takes over from an agency. */
export const createKeptSheet = (tx: Tx, ref: IntegrationRef, name: string): Promise<void> =>
  queries.insertKept(tx, ref, { type: sheetType, name })

/** The health of each integration, and the progress of its newest run. */
export const checkStatus = (context: Context, clientIdParam: string | undefined) =>
  viewClient(context, clientIdParam, async (tx, { clientId, viewer }) => {
    const rows = (await selectIntegrations(tx, clientId)).filter((row) => isSeen(context, row))
    return { items: rows.map((row) => toHealth(toIntegration(row, viewer))), total: rows.length }
  })
