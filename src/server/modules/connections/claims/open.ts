// From the moment a company accepts an invitation that names a ghost company, it can choose what becomes of it.
import { findGhost } from '../../ghost-companies/claiming/service.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { bySide } from '../agreements/prepared.ts'
import type { Locked } from '../agreements/steps.ts'
import { refOf } from '../model.ts'
import { actingIn, type Work } from '../sides.ts'
import { insertClaim } from './queries.ts'

/** Unless the agency has deleted the ghost company meanwhile. Nothing moves, and its sheet is still read. */
export const openClaim = async (work: Work, sides: Locked['sides'], at: Date): Promise<void> => {
  const { tx, dispatcher, caller } = work
  const { agency, company } = bySide(sides)
  const { ghost_id: ghostId } = agency
  const ghost = ghostId === null ? undefined : await findGhost(tx, { clientId: agency.client_id, ghostCompanyId: ghostId })
  if (ghostId === null || !ghost) return
  for (const row of [agency, company]) {
    const { clientId, connectionId } = refOf(row)
    await insertClaim(tx, {
      client_id: clientId,
      connection_id: connectionId,
      ghost_id: ghostId,
      company_name: ghost.name,
      opened_at: at,
    })
    await record(tx, acts['connection.claim_opened'], {
      clientId,
      by: actingIn(work, row),
      object: { id: row.id, name: row.partner_name },
      after: { claim: 'open' },
      isByProduct: caller?.clientId !== clientId,
      dispatcher,
      notice:
        row === agency
          ? null
          : {
              about: row.id,
              change: at.toISOString(),
              data: { name: row.partner_name, connectionId: row.id },
              withoutEmail: 'all',
            },
    })
  }
}
