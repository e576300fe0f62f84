// Companies without an account: their names and their states.
import type { GhostCompany } from '#contract/ghost-companies/companies.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { record } from '../acts/service.ts'
import { listSheets, viewClient } from '../integrations/service.ts'
import { addCompany } from '../users/service.ts'
import { acts } from './acts.ts'
import { loadAround } from './around.ts'
import { findOpen, isSeen, readCompany, takeTurn, viewCompany } from './find.ts'
import { toCompany, toStatus } from './mapper.ts'
import * as queries from './queries.ts'

export const listCompanies = (
  context: Context,
  clientIdParam: string | undefined,
): Promise<{ items: GhostCompany[]; total: number }> =>
  viewClient(context, clientIdParam, async (tx, { clientId, viewer }) => {
    const rows = (await queries.selectCompanies(tx, clientId)).filter(({ id }) => isSeen(context.caller, id))
    const ids = rows.map(({ id }) => id)
    const sheets = await listSheets(tx, clientId, { ghostCompanyIds: ids, viewer })
    const aroundOf = await loadAround(tx, clientId, ids)
    const byCompany = new Map(sheets.map((sheet) => [sheet.ghost_company_id, sheet]))
    const items = rows.map((row) => toCompany({ row, sheet: byCompany.get(row.id), around: aroundOf(row.id) }))
    return { items, total: items.length }
  })

export const getStatus = (context: Context, id: string) => viewCompany(context, id, (_tx, known) => toStatus(known))

/** Upper and lower case, compatibility forms and repeated spaces do not count. */
const nameKeyOf = (name: string): string => name.normalize('NFKC').replaceAll(/\s+/g, ' ').toUpperCase().toLowerCase()

const reserve = async (tx: Tx, clientId: string, name: string, ownId?: string): Promise<string> => {
  const nameKey = nameKeyOf(name)
  const taken = await queries.selectByName(tx, clientId, nameKey)
  if (taken && taken.id !== ownId) throw new AppError('COMPANY_EXISTS', { field: 'company_name' })
  return nameKey
}

export const createCompany = (
  context: Context,
  { company_name: name, may_process: given }: { company_name: string; may_process?: true | undefined },
) =>
  // The creator may have to see it from now on, which is a change of a user.
  context.asSystem('ghost companies: create one', async (tx) => {
    const caller = await takeTurn(tx, context, 'w')
    const mayProcess = given ?? false
    const { clientId, userId } = caller
    const ref = { clientId, ghostCompanyId: newId() }
    const nameKey = await reserve(tx, clientId, name)
    await queries.insertCompany(tx, { ...ref, name, nameKey, acknowledgedBy: mayProcess ? userId : null })
    await addCompany(tx, { clientId, userId }, ref.ghostCompanyId)
    await record(tx, acts['ghost_company.created'], {
      clientId,
      by: caller,
      object: { id: ref.ghostCompanyId, name },
      after: { company_name: name, may_process: mayProcess },
    })
    return { id: ref.ghostCompanyId, company_name: name, agency_client_id: clientId, status: 'created' as const }
  })

export const renameCompany = (
  context: Context,
  id: string,
  { company_name: name, version }: { company_name: string; version?: number | undefined },
): Promise<GhostCompany> =>
  context.inClient(async (tx) => {
    const caller = await takeTurn(tx, context, 'w')
    const { ref, row } = await findOpen(tx, caller, id)
    if (version !== undefined && version !== row.version) throw new AppError('STALE_VERSION')
    if (name !== row.name) {
      const nameKey = await reserve(tx, ref.clientId, name, id)
      await queries.updateName(tx, ref, { name, nameKey })
      await record(tx, acts['ghost_company.renamed'], {
        clientId: ref.clientId,
        by: caller,
        object: { id, name },
        before: { company_name: row.name },
        after: { company_name: name },
      })
    }
    return toCompany(await readCompany(tx, ref))
  })
