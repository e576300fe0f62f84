// The ghost companies that a user sees, and changes of them, one at a time in an account.
import { whoMay } from '#contract/kit/route.ts'
import type { Right } from '#contract/users/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { lockClient } from '../clients/service.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { findSheet } from '../integrations/connect/consent/service.ts'
import { listSheets } from '../integrations/service.ts'
import type { Viewer } from '../syncs/runs/model.ts'
import { assertStillAllowed } from '../users/access/service.ts'
import { loadAround } from './around.ts'
import type { KnownCompany } from './mapper.ts'
import type { GhostCompanyRef, GhostCompanyRow } from './model.ts'
import * as queries from './queries.ts'

/** A user who sees some companies only sees the ghost companies among them. */
export const isSeen = ({ companies }: Pick<Caller, 'companies'>, id: string): boolean =>
  companies === 'all' || companies.includes(id)

interface SeenCompany extends KnownCompany {
  viewer: Viewer
}

const know = async (tx: Tx, row: GhostCompanyRow, viewer: Viewer): Promise<SeenCompany> => {
  const [sheet] = await listSheets(tx, row.client_id, { ghostCompanyIds: [row.id], viewer })
  const around = (await loadAround(tx, row.client_id, [row.id]))(row.id)
  return { row, sheet, around, viewer }
}

/** Reads one: users of the agency their own, staff any. */
export const viewCompany = <T>(
  context: Context,
  id: string,
  look: (tx: Tx, known: SeenCompany) => T | Promise<T>,
): Promise<T> => {
  const { caller } = context
  const lookAt = async (tx: Tx, row: GhostCompanyRow | undefined, viewer: Viewer): Promise<T> => {
    if (!row || !isSeen(caller, row.id)) throw new AppError('NOT_FOUND')
    return look(tx, await know(tx, row, viewer))
  }
  if (caller.isStaff)
    return context.asStaff('look at a ghost company', async (tx) =>
      lookAt(tx, await queries.selectCompanyAnywhere(tx, id), 'staff'),
    )
  const ref = { clientId: caller.clientId, ghostCompanyId: id }
  return context.inClient(async (tx) => lookAt(tx, await queries.selectCompany(tx, ref), 'member'))
}

/** Again, after a change. */
export const readCompany = async (tx: Tx, ref: GhostCompanyRef): Promise<KnownCompany> => {
  const row = await queries.selectCompany(tx, ref)
  if (!row) throw new AppError('NOT_FOUND')
  return know(tx, row, 'member')
}

/** One change at a time in an account, by a user who may still do it. */
export const takeTurn = async (tx: Tx, context: Context, right: Right): Promise<Caller> => {
  const { clientId } = context.caller
  await lockClient(tx, clientId)
  return assertStillAllowed(tx, context.caller, { clientId, access: whoMay('ghostCompanies', right) })
}

interface OpenCompany {
  ref: GhostCompanyRef
  row: GhostCompanyRow
  sheet: IntegrationRow | undefined
}

/** One that the user sees, and that is neither deleted nor claimed. */
export const findOpen = async (tx: Tx, caller: Caller, id: string): Promise<OpenCompany> => {
  const ref = { clientId: caller.clientId, ghostCompanyId: id }
  const row = isSeen(caller, id) ? await queries.selectCompany(tx, ref) : undefined
  if (!row || row.deleted_at !== null || row.claimed_at !== null) throw new AppError('NOT_FOUND')
  return { ref, row, sheet: await findSheet(tx, ref) }
}
