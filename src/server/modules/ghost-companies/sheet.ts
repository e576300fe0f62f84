// The Google Sheet of a ghost company. It is an integration, so its mapping, its syncs and its rows are those of sources.
import type { GhostSheet } from '#contract/ghost-companies/sheets.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import type { Log } from '#server/platform/log.ts'
import { record } from '../acts/service.ts'
import { cancelSheet, chooseSheet, startSheet } from '../integrations/connect/consent/service.ts'
import { disconnectSource } from '../integrations/disconnect/service.ts'
import type { VendorApps } from '../integrations/vendors/model.ts'
import { isErased } from '../integrations/service.ts'
import { listProblems } from '../syncs/problems/service.ts'
import { deleteEndpointOf } from '../webhooks/endpoints/service.ts'
import { acts } from './acts.ts'
import { findOpen, readCompany, takeTurn, viewCompany } from './find.ts'
import { toSheet, type KnownCompany } from './mapper.ts'
import * as queries from './queries.ts'
import type { GhostCompanyRef } from './model.ts'

export interface SheetParts {
  vendors: VendorApps
  dispatcher: Dispatcher
  log: Pick<Log, 'warn'>
}

const problemsShown = 100

/** Rows quote what the cells contain, which staff do not see. */
const show = async (tx: Tx, { row, sheet }: KnownCompany, { showsValues }: { showsValues: boolean }): Promise<GhostSheet> => {
  if (!sheet) return toSheet(sheet, { items: [], skipped: 0 })
  const ref = { clientId: row.client_id, integrationId: sheet.id }
  return toSheet(sheet, await listProblems(tx, ref, { limit: problemsShown, showsValues }))
}

export const getSheet = (context: Context, id: string): Promise<GhostSheet> =>
  viewCompany(context, id, (tx, known) => {
    if (known.row.deleted_at !== null) throw new AppError('NOT_FOUND')
    return show(tx, known, { showsValues: known.viewer === 'member' })
  })

/** Before its data is read, the agency states that it may process it. */
const acknowledge = async (tx: Tx, caller: Caller, id: string, mayProcess: boolean) => {
  const known = await findOpen(tx, caller, id)
  if (mayProcess) await queries.acknowledge(tx, known.ref, caller.userId)
  else if (known.row.acknowledged_at === null)
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'Confirm first that you may process the data of this company.' })
  if (known.sheet && (await isErased(tx, { clientId: caller.clientId, integrationId: known.sheet.id })))
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'The data of this company is still being erased. Try again in a moment.' })
  return known
}

interface Wanted {
  agencyClientId?: string | undefined
  url?: string | undefined
  mayProcess: boolean
}

export const connectSheet = async (
  context: Context,
  parts: SheetParts,
  id: string,
  { agencyClientId, url, mayProcess }: Wanted,
): Promise<{ oauth_url: string }> => {
  const { clientId } = context.caller
  if (agencyClientId !== undefined && agencyClientId !== clientId) throw new AppError('TENANT_MISMATCH')
  const { ref, sheet } = await context.inClient(async (tx) => acknowledge(tx, await takeTurn(tx, context, 'w'), id, mayProcess))
  const { oauthUrl, until } = await startSheet(context, parts, { sheet, url, ghostCompanyId: id })
  await context.inClient((tx) => queries.setConnecting(tx, ref, until))
  return { oauth_url: oauthUrl }
}

export const chooseFile = async (context: Context, parts: SheetParts, id: string, url: string): Promise<GhostSheet> => {
  const { ref, sheet } = await context.inClient((tx) => findOpen(tx, context.caller, id))
  if (!sheet) throw new AppError('ACTION_NOT_ALLOWED', { detail: 'Connect Google Sheets first.' })
  await chooseSheet(context, parts, sheet, url)
  return context.inClient(async (tx) => show(tx, await readCompany(tx, ref), { showsValues: true }))
}

/** Nobody who is at Google can finish any more. */
const stopConnecting = async (tx: Tx, ref: GhostCompanyRef): Promise<void> => {
  await cancelSheet(tx, ref)
  await queries.setConnecting(tx, ref, null)
}

export const disconnectSheet = (context: Context, parts: SheetParts, id: string): Promise<GhostSheet> =>
  context.asSystem('ghost companies: disconnect a sheet', async (tx) => {
    const caller = await takeTurn(tx, context, 'x')
    const { ref, row, sheet } = await findOpen(tx, caller, id)
    const { clientId } = ref
    if (!sheet) throw new AppError('ACTION_NOT_ALLOWED', { detail: 'No sheet is connected.' })
    await stopConnecting(tx, ref)
    await disconnectSource(tx, { context, parts }, { clientId, integrationId: sheet.id }, { erase: 'later' })
    await record(tx, acts['ghost_company.disconnected'], { clientId, object: { id, name: row.name } })
    return show(tx, await readCompany(tx, ref), { showsValues: true })
  })

interface Erased {
  people: number
  opportunities: number
}

/** What came by webhook is erased first: whoever has the key must not send anything that stays. */
const eraseEndpoint = async (context: Context, { dispatcher }: SheetParts, id: string): Promise<Erased> => {
  await context.inClient(async (tx) => findOpen(tx, await takeTurn(tx, context, 'd'), id))
  const { people, opportunities } = await deleteEndpointOf(context, dispatcher, id)
  return { people, opportunities }
}

/** Rows of the sheet are erased in the background, and it is disconnected now. */
const eraseSheet = async (tx: Tx, context: Context, parts: SheetParts, id: string) => {
  const caller = await takeTurn(tx, context, 'd')
  const known = await findOpen(tx, caller, id)
  const { ref, sheet } = known
  await stopConnecting(tx, ref)
  const none: Erased = { people: 0, opportunities: 0 }
  if (!sheet) return { ...known, caller, erased: none }
  const integration = { clientId: ref.clientId, integrationId: sheet.id }
  if (await isErased(tx, integration)) return { ...known, caller, erased: none }
  const { held } = await disconnectSource(tx, { context, parts }, integration, { erase: 'now' })
  return { ...known, caller, erased: { people: held.contacts, opportunities: held.opportunities } }
}

type Ended = Awaited<ReturnType<typeof eraseSheet>>

const erase = async (
  context: Context,
  parts: SheetParts,
  id: string,
  { reason, finish }: { reason: string; finish: (tx: Tx, ended: Ended) => Promise<void> },
): Promise<Erased> => {
  const sent = await eraseEndpoint(context, parts, id)
  return context.asSystem(`ghost companies: ${reason}`, async (tx) => {
    const ended = await eraseSheet(tx, context, parts, id)
    const people = sent.people + ended.erased.people
    const opportunities = sent.opportunities + ended.erased.opportunities
    const erased = { people, opportunities }
    await finish(tx, { ...ended, erased })
    return erased
  })
}

const recordedOf = ({ ref, row, caller, erased }: Ended) => ({
  clientId: ref.clientId,
  by: caller,
  object: { id: row.id, name: row.name },
  counts: { contacts: erased.people, opportunities: erased.opportunities },
})

export const deleteData = (context: Context, parts: SheetParts, id: string): Promise<Erased> =>
  erase(context, parts, id, {
    reason: 'erase the data of one',
    finish: async (tx, ended) => {
      const recorded = recordedOf(ended)
      await record(tx, acts['ghost_company.data_deleted'], { ...recorded, after: recorded.counts })
    },
  })

export const deleteCompany = async (context: Context, parts: SheetParts, id: string): Promise<{ deleted: true }> => {
  await erase(context, parts, id, {
    reason: 'delete one',
    finish: async (tx, ended) => {
      await queries.markDeleted(tx, ended.ref)
      await record(tx, acts['ghost_company.deleted'], { ...recordedOf(ended), before: { company_name: ended.row.name } })
    },
  })
  return { deleted: true }
}
