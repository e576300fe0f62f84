// What a company looks at before it chooses what becomes of what an agency kept for it. The rows are in the agency's account.
import type { Claim, ClaimedRow, listClaimed as listRoute } from '#contract/connections/claims.ts'
import type { Input, Reply } from '#contract/kit/route.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { listRows } from '../../crm/stored/service.ts'
import { findSeen } from '../sides.ts'
import { idsOf } from './figures.ts'
import { selectClaim } from './queries.ts'
import { findChoice, showClaim } from './show.ts'
import { refOf } from '../model.ts'

export const getClaim = (context: Context, connectionId: string): Promise<Claim> =>
  context.asSystem('connections: what an agency kept for a company, in numbers', async (tx) =>
    showClaim(tx, await findSeen(tx, context, connectionId)),
  )

type Listed = Awaited<ReturnType<typeof listRows>>['items'][number]

const toRow = ({ first_name: first, last_name: last, created_at: created, ...row }: Listed): ClaimedRow => ({
  ...row,
  name: [first, last].filter(Boolean).join(' ') || null,
  created: created.toISOString(),
})

export const listClaimed = (
  context: Context,
  connectionId: string,
  { search, page, size }: Input<typeof listRoute>['query'],
): Promise<Reply<typeof listRoute>> =>
  context.asSystem('connections: what an agency kept for a company, row by row', async (tx) => {
    const connection = await findSeen(tx, context, connectionId)
    if (connection.side !== 'COMPANY') throw new AppError('NOT_FOUND')
    const open = await findChoice(tx, connection)
    if (open) {
      const sources = { clientId: open.agencyId, ids: idsOf(open.ghost) }
      const { items, total } = await listRows(tx, sources, { search, page, size })
      return { items: items.map(toRow), total }
    }
    const claim = await selectClaim(tx, refOf(connection))
    if (claim === undefined || claim.state === 'open') throw new AppError('NOT_FOUND')
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'You have already chosen what becomes of these people.' })
  })
