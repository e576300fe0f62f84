import type { Claim, ClaimCounts, ClaimState } from '#contract/connections/claims.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import { findGhost } from '../../ghost-companies/claiming/service.ts'
import { iso, refOf, type ConnectionRow } from '../model.ts'
import { readFigures, type Figures, type Ghost } from './figures.ts'
import { selectClaim, type ClaimRow } from './queries.ts'

export interface OpenClaim {
  row: ClaimRow
  agencyId: string
  ghost: Ghost
}

/** Of the company's row: what there is to choose about. Undefined: the agency has deleted it, or the company has chosen. */
export const findChoice = async (tx: Tx, connection: ConnectionRow): Promise<OpenClaim | undefined> => {
  const row = await selectClaim(tx, refOf(connection))
  const { partner_id: agencyId } = connection
  if (row?.state !== 'open' || agencyId === null) return undefined
  const ghost = await findGhost(tx, { clientId: agencyId, ghostCompanyId: row.ghost_id })
  return ghost && { row, agencyId, ghost }
}

const untold = { people: null, opportunities: null, won: null, since: null, until: null, sources: [] }

const toClaim = (row: ClaimRow, figures: Figures | undefined): Claim => ({
  state: row.state as ClaimState,
  company_name: row.company_name,
  opened_at: row.opened_at.toISOString(),
  chosen_at: iso(row.chosen_at),
  ...(figures ?? untold),
  counts: row.counts as unknown as ClaimCounts | null,
  integration_id: row.integration_id,
})

/** The agency reads the state alone. */
export const showClaim = async (tx: Tx, connection: ConnectionRow): Promise<Claim> => {
  const row = await selectClaim(tx, refOf(connection))
  if (!row) throw new AppError('NOT_FOUND')
  if (row.state !== 'open') return toClaim(row, (row.figures as Figures | null) ?? undefined)
  if (connection.side === 'AGENCY') return toClaim(row, undefined)
  const open = await findChoice(tx, connection)
  if (!open) throw new AppError('NOT_FOUND')
  return toClaim(row, await readFigures(tx, open.agencyId, open.ghost))
}
