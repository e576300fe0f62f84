// The company chooses: what an agency kept for it becomes its own, or only counts of it do, or nothing. Both accounts change in one
// transaction, and from then on the agency sees what the agreement allows.
import type { Claim, ClaimChoice, ClaimState, chooseClaim as chooseRoute } from '#contract/connections/claims.ts'
import { whoMay, type Input } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { forManyRows } from '#server/platform/db/statements/planning.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { record } from '../../acts/service.ts'
import { lockClient } from '../../clients/service.ts'
import { copyRecords } from '../../crm/projecting/service.ts'
import { analyzeFilledTables } from '../../crm/service.ts'
import { closeGhost } from '../../ghost-companies/claiming/service.ts'
import { createKeptSheet } from '../../integrations/service.ts'
import type { VendorApps } from '../../integrations/vendors/model.ts'
import { storeCounts } from '../../syncs/service.ts'
import { assertStillAllowed } from '../../users/access/service.ts'
import { acts } from '../acts.ts'
import { refOf, type ConnectionRow } from '../model.ts'
import { actingIn, findSeen, lockSeen, type Sides, type Work } from '../sides.ts'
import { idsOf, readCounts, readFigures, type Figures } from './figures.ts'
import { lockClaim, updateChosen } from './queries.ts'
import { findChoice, showClaim, type OpenClaim } from './show.ts'

export interface ClaimParts {
  vendors: VendorApps
  dispatcher: Dispatcher
}

const stateAfter = { keep: 'kept', keep_counts: 'kept_counts', erase: 'erased' } as const satisfies Record<
  ClaimChoice,
  ClaimState
>

const words: Record<ClaimState, string> = {
  open: 'not to choose yet',
  kept: 'to keep everything',
  kept_counts: 'to keep counts only',
  erased: 'to erase everything',
}

/** Both accounts, so that nobody changes the ghost company or its sheet meanwhile; then both rows, and the claim. */
const lockAll = async (
  tx: Tx,
  context: Context,
  connectionId: string,
): Promise<{ sides: Sides; state: ClaimState; caller: Caller }> => {
  const { clientId } = context.caller
  const { side, partner_id: agencyId } = await findSeen(tx, context, connectionId)
  if (side !== 'COMPANY' || agencyId === null) throw new AppError('NOT_FOUND')
  await lockClient(tx, clientId)
  await lockClient(tx, agencyId)
  const caller = await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('criteria', 'x') })
  const sides = await lockSeen(tx, caller, { clientId, connectionId })
  const claim = await lockClaim(tx, { clientId, connectionId })
  if (!claim) throw new AppError('NOT_FOUND')
  return { sides, state: claim.state as ClaimState, caller }
}

const stale = (detail: string): AppError => new AppError('STALE_VERSION', { detail })

/** The rows become those of a source of the company, with their history and their times. */
const keepRows = async ({ tx, dispatcher }: Work, { row, agencyId, ghost }: OpenClaim, figures: Figures): Promise<string> => {
  const ref = { clientId: row.client_id, integrationId: newId() }
  await createKeptSheet(tx, ref, ghost.name)
  const into = { clientId: ref.clientId, dataSourceId: ref.integrationId, dispatcher }
  await forManyRows(tx, () => copyRecords(tx, into, { clientId: agencyId, ids: idsOf(ghost) }))
  await storeCounts(tx, ref, { contacts: figures.people, opportunities: figures.opportunities })
  await analyzeFilledTables(tx, { hasWritten: true })
  return ref.integrationId
}

const recordIn = (
  work: Work,
  row: ConnectionRow,
  { state, figures, at }: { state: 'kept' | 'kept_counts' | 'erased'; figures: Figures; at: Date },
) => {
  const counts = { contacts: figures.people, opportunities: figures.opportunities }
  const isOwn = work.caller?.clientId === row.client_id
  return record(work.tx, acts[`connection.claim_${state}`], {
    clientId: row.client_id,
    by: actingIn(work, row),
    object: { id: row.id, name: row.partner_name },
    counts,
    before: { claim: 'open' },
    after: { claim: state, ...counts },
    isByProduct: !isOwn,
    dispatcher: work.dispatcher,
    notice: isOwn
      ? null
      : {
          about: row.id,
          change: at.toISOString(),
          data: { name: row.partner_name, connectionId: row.id },
          withoutEmail: 'all',
        },
  })
}

type Chosen = Input<typeof chooseRoute>['body']

const carryOut = async (work: Work, parts: ClaimParts, { own, other }: Sides, { choice, people }: Chosen): Promise<void> => {
  const { tx, caller } = work
  const open = await findChoice(tx, own)
  if (!open || !other || !caller) throw new AppError('NOT_FOUND')
  const { agencyId, ghost, row } = open
  const at = new Date()
  const { waiting } = await closeGhost(
    tx,
    { ...parts, by: actingIn(work, other) },
    { clientId: agencyId, ghostCompanyId: row.ghost_id },
    ghost,
  )
  const figures = await readFigures(tx, agencyId, ghost)
  if (waiting > 0) throw stale('New events are coming in right now. Look again in a moment, then choose.')
  if (figures.people !== people)
    throw stale(`There are ${figures.people} people now, and you were shown ${people}. Look at them again, then choose.`)
  const integrationId = choice === 'keep' ? await keepRows(work, open, figures) : null
  const counts = choice === 'keep_counts' ? await readCounts(tx, agencyId, ghost) : null
  const state = stateAfter[choice]
  await updateChosen(tx, refOf(own), { state, at, company: { userId: caller.userId, figures, counts, integrationId } })
  await updateChosen(tx, refOf(other), { state, at })
  for (const side of [own, other]) await recordIn(work, side, { state, figures, at })
}

export const chooseClaim = (context: Context, parts: ClaimParts, connectionId: string, chosen: Chosen): Promise<Claim> =>
  context.asSystem('connections: choose what becomes of a ghost company', async (tx) => {
    const { sides, state, caller } = await lockAll(tx, context, connectionId)
    if (state === 'open') await carryOut({ tx, dispatcher: parts.dispatcher, caller }, parts, sides, chosen)
    else if (state !== stateAfter[chosen.choice])
      throw new AppError('ACTION_NOT_ALLOWED', { detail: `Your account has already chosen ${words[state]}.` })
    return showClaim(tx, sides.own)
  })
