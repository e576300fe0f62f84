// What arrived at an agency's endpoints, and what became of it.
import type { DeliveryState, WebhookDelivery } from '#contract/webhooks/deliveries.ts'
import type { countDeliveries, getDelivery, getWebhookUsage, listDeliveries } from '#contract/webhooks/deliveries.ts'
import type { Input, Reply } from '#contract/kit/route.ts'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { firstIdAt } from '#server/platform/ids.ts'
import { record } from '../../acts/service.ts'
import { checkIsAgency, seesCompany } from '../access.ts'
import { acts } from '../acts.ts'
import { wakeApplying } from '../applying/job-names.ts'
import { changeAsSystem } from '../changing.ts'
import { loadCompanies } from '../endpoints/companies.ts'
import { checkItem } from '../inbound/check-item.ts'
import { selectCatalogue, selectEndpoints } from '../inbound/queries.ts'
import * as queries from './queries.ts'
import { detailOf } from './words.ts'

interface SeenEndpoint {
  id: string
  name: string
  companyId: string | null
}

/** The endpoints whose deliveries the caller sees. */
const seenEndpoints = async (tx: Tx, caller: Caller): Promise<Map<string, SeenEndpoint>> => {
  const companies = await loadCompanies(tx, caller.clientId)
  const rows = await selectEndpoints(tx, caller.clientId)
  return new Map(
    rows
      .filter(({ company_id: companyId }) => seesCompany(caller, companyId))
      .map(({ id, company_id: companyId }) => [id, { id, companyId, name: companies.of(companyId).name }]),
  )
}

const replayable = new Set(['applied', 'rejected'])

const shown = (row: queries.DeliveryRow, endpoints: ReadonlyMap<string, SeenEndpoint>, caller: Caller): WebhookDelivery => {
  const endpoint = endpoints.get(row.data_source_id)
  return {
    id: row.id,
    endpoint_id: row.data_source_id,
    endpoint: endpoint?.name ?? '',
    company_id: endpoint?.companyId ?? null,
    received_at: row.received_at.toISOString(),
    event: row.event,
    event_id: row.event_id,
    state: row.state as DeliveryState,
    effect: row.effect as WebhookDelivery['effect'],
    detail: detailOf(row, caller),
    set_aside: row.set_aside,
    contact_id: row.contact_id,
    opportunity_id: row.opportunity_id,
    can_replay: replayable.has(row.state),
  }
}

/** Those of the one that is asked for, or of all. */
const idsOf = (endpoints: ReadonlyMap<string, SeenEndpoint>, wanted: string | undefined): string[] =>
  [...endpoints.keys()].filter((id) => wanted === undefined || id === wanted)

const inAgency = async <T>(context: Context, work: (tx: Tx, endpoints: Map<string, SeenEndpoint>) => Promise<T>): Promise<T> => {
  checkIsAgency(context.caller)
  return context.inClient(async (tx) => work(tx, await seenEndpoints(tx, context.caller)))
}

type Query = Input<typeof listDeliveries>['query']

const statesOf = (state: Query['state']): readonly string[] | undefined => {
  if (state === undefined) return undefined
  return state === 'problem' ? ['rejected', 'held'] : [state]
}

export const list = (context: Context, query: Query): Promise<Reply<typeof listDeliveries>> =>
  inAgency(context, async (tx, endpoints) => {
    const rows = await queries.selectDeliveries(tx, {
      clientId: context.caller.clientId,
      endpointIds: idsOf(endpoints, query.endpoint_id),
      states: statesOf(query.state),
      event: query.event,
      eventId: query.event_id,
      before: query.before,
      limit: query.limit + 1,
    })
    const page = rows.slice(0, query.limit)
    return {
      items: page.map((row) => shown(row, endpoints, context.caller)),
      next: rows.length > query.limit ? (page.at(-1)?.id ?? null) : null,
    }
  })

const countedDays = 7

export const count = (context: Context, endpointId: string | undefined): Promise<Reply<typeof countDeliveries>> =>
  inAgency(context, async (tx, endpoints) => {
    const fromId = firstIdAt(new Date(Date.now() - countedDays * 86_400_000))
    const states = await queries.countByState(tx, {
      clientId: context.caller.clientId,
      endpointIds: idsOf(endpoints, endpointId),
      fromId,
    })
    const of = (state: DeliveryState): number => states.get(state) ?? 0
    return {
      total: [...states.values()].reduce((sum, one) => sum + one, 0),
      waiting: of('waiting'),
      applied: of('applied'),
      duplicate: of('duplicate'),
      rejected: of('rejected'),
      held: of('held'),
    }
  })

export const get = (context: Context, id: string): Promise<Reply<typeof getDelivery>> => {
  if (context.caller.isStaff) throw new AppError('FORBIDDEN', { detail: "Internal staff don't see what was sent." })
  return inAgency(context, async (tx, endpoints) => {
    const row = await queries.selectDelivery(tx, context.caller.clientId, id)
    if (!row || !endpoints.has(row.data_source_id)) throw new AppError('NOT_FOUND')
    return { ...shown(row, endpoints, context.caller), payload: row.payload as Reply<typeof getDelivery>['payload'] }
  })
}

type Endpoints = Awaited<ReturnType<typeof selectEndpoints>>

/** An event at the agency's own endpoint may name the company it is about, if the user who replays it sees that one. */
const targetOf = (caller: Caller, endpoints: Endpoints, arrivedAt: string, ref: string | undefined): string => {
  const own = endpoints.find(({ id }) => id === arrivedAt)
  const isNamed = ref !== undefined && own?.company_id === null
  const target = isNamed ? endpoints.find(({ company_id: companyId }) => companyId === ref) : own
  const isMeant = target !== undefined && (ref === undefined || target.company_id === ref)
  if (!isMeant || !seesCompany(caller, target.company_id))
    throw new AppError('VALIDATION_FAILED', {
      detail: 'company_ref has to name a company with an endpoint of its own, which you see.',
      field: 'payload.company_ref',
    })
  return target.id
}

interface Replay {
  id: string
  payload: Record<string, unknown> | undefined
}

/** What was sent, or what a user made of it, is checked again by today's catalogue. */
const prepare = async (tx: Tx, caller: Caller, { id, payload }: Replay) => {
  const { clientId } = caller
  const row = await queries.lockDelivery(tx, clientId, id)
  const endpoints = await selectEndpoints(tx, clientId)
  const target = endpoints.find((endpoint) => endpoint.id === row?.data_source_id)
  if (!row || !target || !seesCompany(caller, target.company_id)) throw new AppError('NOT_FOUND')
  if (!replayable.has(row.state))
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'Only deliveries that were applied or rejected can be replayed.' })
  const sent = payload ?? row.payload
  const checked = checkItem(sent, await selectCatalogue(tx, clientId), row.received_at.getTime())
  if ('problem' in checked) {
    const { text, field } = checked.problem
    throw new AppError('VALIDATION_FAILED', { detail: text, field: field === undefined ? 'payload' : `payload.${field}` })
  }
  const { item } = checked
  return {
    dataSourceId: targetOf(caller, endpoints, row.endpoint_id, item.company_ref),
    event: item.event,
    eventId: item.event_id ?? null,
    payload: jsonText(sent),
  }
}

export const replay = async (context: Context, dispatcher: Dispatcher, request: Replay): Promise<WebhookDelivery> => {
  checkIsAgency(context.caller)
  const { clientId } = context.caller
  await changeAsSystem(context, 'replay a delivery', 'w', async (tx, caller) => {
    const ready = await prepare(tx, caller, request)
    await queries.makeWait(tx, { clientId, id: request.id, at: new Date(), ...ready })
    await wakeApplying(tx, dispatcher, { clientId, dataSourceId: ready.dataSourceId })
    await record(tx, acts['webhook_delivery.replayed'], {
      clientId,
      object: { id: request.id },
      after: { repaired: request.payload !== undefined },
    })
  })
  return inAgency(context, async (tx, endpoints) => {
    const row = await queries.selectDelivery(tx, clientId, request.id)
    if (!row) throw new AppError('NOT_FOUND')
    return shown(row, endpoints, context.caller)
  })
}

const largestShown = 20

/** The month of UTC that it is now. */
const month = (now: Date): { since: string; resetsOn: string } => {
  const first = (ahead: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)).toISOString().slice(0, 10)
  return { since: first(0), resetsOn: first(1) }
}

export const usage = (context: Context): Promise<Reply<typeof getWebhookUsage>> =>
  inAgency(context, async (tx, endpoints) => {
    const { since, resetsOn } = month(new Date())
    const rows = await queries.selectUsage(tx, context.caller.clientId, since)
    // One that was deleted was of a company that a user who sees some only may not know.
    const isSeen = ({ endpoint_id: id }: (typeof rows)[number]) => context.caller.companies === 'all' || endpoints.has(id)
    return {
      since,
      resets_on: resetsOn,
      used: rows.reduce((sum, row) => sum + row.used, 0),
      // There are no plans with limits yet.
      limit: null,
      largest: rows
        .filter(isSeen)
        .slice(0, largestShown)
        .map((row) => ({
          endpoint_id: row.endpoint_id,
          name: endpoints.get(row.endpoint_id)?.name ?? 'An endpoint that was deleted',
          used: row.used,
        })),
    }
  })
