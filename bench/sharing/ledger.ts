// What it costs to record who saw what: a list of shared contacts as the product answers it, against the same statements
// without the ledger, in turns.
import { pino } from 'pino'
import { moveAll } from '#server/modules/ledger/jobs.ts'
import { selectContacts } from '#server/modules/crm/read/queries.ts'
import { listContacts, toContact } from '#server/modules/crm/read/service.ts'
import { explainerOf, seenSources, sharedSourcesOf } from '#server/modules/crm/read/sources.ts'
import type { Share } from '#server/modules/projection/model.ts'
import { projectAll } from '#server/modules/projection/service.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { Figure } from '../bench.ts'
import type { Filled } from './fill.ts'
import { openShare } from './projection.ts'

const page = { page: 1, size: 50 }

/** Ana, an admin of the agency. */
const contextOf = (database: Database, { agencyId }: Share): Context => {
  const caller: Caller = {
    userId: newId(),
    clientId: agencyId,
    subject: 'ana',
    email: 'ana@northlight.example',
    role: 'admin',
    isOwner: true,
    status: 'ACTIVE',
    accountType: 'AGENCY',
    clientStatus: 'active',
    clientStatusReason: null,
    isStaff: false,
    isInternal: false,
    termsVersion: null,
    companies: 'all',
  }
  return {
    requestId: newId(),
    caller,
    token: { originJti: 'bench', expiresAt: Date.now() / 1000 + 3600 },
    masks: () => false,
    signal: new AbortController().signal,
    inClient: (work) => database.inClient(agencyId, work),
    asStaff: (reason, work) => database.asStaff(reason, work),
    asSystem: (reason, work) => database.asSystem(reason, work),
  }
}

/** The same statements, without the ledger. */
const listOnly = (context: Context) =>
  context.inClient(async (tx) => {
    const { caller } = context
    const { clientId } = caller
    const seen = await seenSources(tx, caller)
    const found = await selectContacts(tx, { clientId, sourceIds: seen.ids, ...page })
    const explain = explainerOf(await sharedSourcesOf(tx, clientId, seen, found.items))
    return found.items.map((row) => toContact(row, explain, seen))
  })

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** An agreement in force, which every list explains. */
const agree = (database: Database, { agencyId, connectionId, criteria, sharing }: Share) =>
  database.asSystem('bench: an agreement', async (tx) => {
    const company = await tx
      .selectFrom('connection')
      .selectAll()
      .where('client_id', '=', sharing.clientId)
      .where('id', '=', connectionId)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('connection')
      .values({ ...company, client_id: agencyId, side: 'AGENCY', partner_id: sharing.clientId })
      .execute()
    await tx
      .insertInto('criteria_version')
      .values({
        client_id: agencyId,
        connection_id: connectionId,
        version: 1,
        state: 'in_force',
        criteria: JSON.stringify(criteria),
        names: '{}',
        text_hash: '',
        sentence: '',
        contacts: 0,
        opportunities: 0,
        saved_at: new Date(),
        in_force_from: new Date(),
      })
      .execute()
  })

export const ledgerFigures = async (database: Database, filled: Filled, rounds: number): Promise<Figure[]> => {
  const share = await openShare(database, filled)
  share.criteria.record_types = ['contact']
  await agree(database, share)
  await database.asSystem('bench: project', (tx) => projectAll(tx, { enqueue: async () => {} }, share, { isNewVersion: true }))
  const context = contextOf(database, share)
  const [recorded, ratios]: [number[], number[]] = [[], []]
  const measure = { plain: () => timed(() => listOnly(context)), recorded: () => timed(() => listContacts(context, page)) }
  for (let round = -5; round < rounds; round += 1) {
    // In turns and in changing order, so that other load on the machine affects both alike.
    const first = round % 2 === 0 ? await measure.plain() : undefined
    const one = await measure.recorded()
    const plain = first ?? (await measure.plain())
    if (round < 0) continue
    recorded.push(one)
    ratios.push(one / plain)
  }
  const moving = await timed(() => moveAll({ database, log: pino({ level: 'silent' }) }, new AbortController().signal))
  return [
    { name: 'list of 50 shared contacts: p50', value: median(recorded), unit: 'ms', target: 100, better: 'lower' },
    {
      name: '  against the same statements without the ledger',
      value: median(ratios),
      unit: '×',
      target: 1.1,
      better: 'lower',
    },
    {
      name: '  moved to the company, each list',
      value: moving / (rounds + 5),
      unit: 'ms',
      target: 10,
      better: 'lower',
    },
  ]
}
