// What a company takes over from an agency that kept it as a ghost company.
import type { ClaimSource } from '#contract/connections/claims.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'
import type { By } from '../../acts/model.ts'
import { listDataSources, lockDataSource } from '../../crm/service.ts'
import { cancelSheet, findSheet } from '../../integrations/connect/consent/service.ts'
import { eraseSource } from '../../integrations/disconnect/service.ts'
import type { VendorApps } from '../../integrations/vendors/model.ts'
import { isErased } from '../../integrations/service.ts'
import { endEndpointOf } from '../../webhooks/endpoints/service.ts'
import { findOpen, readCompany } from '../find.ts'
import { toCompany } from '../mapper.ts'
import type { GhostCompanyRef } from '../model.ts'
import * as queries from '../queries.ts'

/** Refuses one that nobody can take over: without people, or with another invitation. */
export const assertClaimable = async (tx: Tx, caller: Caller, id: string): Promise<void> => {
  const { ref } = await findOpen(tx, caller, id)
  const { claimable, claim, company_name: name } = toCompany(await readCompany(tx, ref))
  if (claimable) return
  const detail =
    claim === null
      ? `There are no contacts of ${name} yet. Connect its sheet first.`
      : `${name} was invited already. Cancel that invitation or connection first.`
  throw new AppError('ACTION_NOT_ALLOWED', { detail })
}

/** A data source of a ghost company. */
type GhostSource = Pick<ClaimSource, 'kind' | 'name'> & { id: string }

interface Ghost {
  name: string
  /** The sheet first. */
  sources: GhostSource[]
}

/** What there is of one that is neither deleted nor claimed. */
export const findGhost = async (tx: Tx, ref: GhostCompanyRef): Promise<Ghost | undefined> => {
  const row = await queries.selectCompany(tx, ref)
  if (!row || row.deleted_at !== null || row.claimed_at !== null) return undefined
  const { clientId } = ref
  const sheet = await findSheet(tx, ref)
  const isThere = sheet !== undefined && !(await isErased(tx, { clientId, integrationId: sheet.id }))
  const endpoints = (await listDataSources(tx, clientId)).filter(
    ({ kind, company_id: companyId }) => kind === 'webhook_endpoint' && companyId === ref.ghostCompanyId,
  )
  return {
    name: row.name,
    sources: [
      ...(isThere ? [{ id: sheet.id, kind: 'sheet' as const, name: sheet.account ?? sheet.name }] : []),
      ...endpoints.map(({ id }) => ({ id, kind: 'webhook' as const, name: 'Webhook' })),
    ],
  }
}

interface Parts {
  vendors: VendorApps
  dispatcher: Dispatcher
}

/**
 * The agency no longer has it: nothing is read or arrives any longer, its rows are not listed from now on, and jobs erase them.
 * Whoever adds rows is waited for, so that the caller reads all of them. Answers how many events were not applied yet.
 */
export const closeGhost = async (
  tx: Tx,
  { by, ...parts }: Parts & { by: By },
  ref: GhostCompanyRef,
  { sources }: Ghost,
): Promise<{ waiting: number }> => {
  const { clientId, ghostCompanyId } = ref
  await queries.markClaimed(tx, ref)
  await cancelSheet(tx, ref)
  const ended = await endEndpointOf(tx, parts.dispatcher, { clientId, companyId: ghostCompanyId })
  for (const { id: dataSourceId } of sources) await lockDataSource(tx, { clientId, dataSourceId })
  for (const { id: integrationId, kind } of sources)
    if (kind === 'sheet') await eraseSource(tx, parts, { clientId, integrationId }, by)
  return { waiting: ended?.waiting ?? 0 }
}
