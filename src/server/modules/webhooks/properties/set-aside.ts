// Properties that arrived and are not in the catalogue. Their values wait in the deliveries.
import { deliveriesKeptDays } from '#contract/webhooks/deliveries.ts'
import { propertyName, type NewProperty, type SetAsideProperty, type WebhookProperty } from '#contract/webhooks/properties.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { checkIsAgency, seesCompany } from '../access.ts'
import { acts } from '../acts.ts'
import { wakeApplying } from '../applying/job-names.ts'
import { change, changeAsSystem } from '../changing.ts'
import { loadCompanies } from '../endpoints/companies.ts'
import { toProperty } from './mapper.ts'
import { addProperties } from './service.ts'
import * as queries from './set-aside-queries.ts'
import { suggest } from './suggest.ts'

const keptFor = deliveriesKeptDays * 86_400_000

const most = { deliveries: 10_000, brought: 50_000, names: 100, values: 200, shownValues: 10 }

/** The endpoints that the caller sees, by id. */
const loadSeen = async (tx: Tx, caller: Caller): Promise<Map<string, string>> => {
  const { clientId } = caller
  const endpoints = await queries.selectEndpointCompanies(tx, clientId)
  const companies = endpoints.length === 0 ? undefined : await loadCompanies(tx, clientId)
  const seen = endpoints.filter(({ company_id: companyId }) => seesCompany(caller, companyId))
  return new Map(seen.map(({ id, company_id: companyId }) => [id, companies?.of(companyId).name ?? '']))
}

type Selected = Awaited<ReturnType<typeof queries.selectSetAside>>

const toSetAside = (
  row: Selected['found'][number],
  values: Selected['values'],
  endpoints: ReadonlyMap<string, string>,
): SetAsideProperty => {
  const different = values[0]?.different ?? 0
  const otherValues = different - values.length
  const shown = values.slice(0, most.shownValues)
  return {
    name: row.name,
    can_accept: propertyName.safeParse(row.name).data === row.name,
    count: row.count,
    since: row.since.toISOString(),
    until: new Date(row.since.getTime() + keptFor).toISOString(),
    endpoints: row.endpoint_ids.flatMap((id) => {
      const name = endpoints.get(id)
      return name === undefined ? [] : [{ id, name }]
    }),
    values: shown.map(({ value, count }) => ({ value, count })),
    other_values: different - shown.length,
    suggestion: suggest({ name: row.name, values, otherValues, count: row.count, ofOpportunities: row.of_opportunities }),
  }
}

export const listSetAside = async (context: Context): Promise<{ items: SetAsideProperty[] }> => {
  const { caller } = context
  checkIsAgency(caller)
  const { clientId } = caller
  return context.inClient(async (tx) => {
    const endpoints = await loadSeen(tx, caller)
    const dataSourceIds = caller.companies === 'all' ? undefined : [...endpoints.keys()]
    const { deliveries, brought, names } = most
    const asked = { clientId, from: new Date(Date.now() - keptFor), deliveries, brought, names, dataSourceIds }
    const { found, values } = await queries.selectSetAside(tx, asked, most.values)
    const byName = Map.groupBy(values, ({ name }) => name)
    return { items: found.map((row) => toSetAside(row, byName.get(row.name) ?? [], endpoints)) }
  })
}

/** The property is known from now on, and the events that brought it are applied once more. */
export const acceptSetAside = (
  context: Context,
  dispatcher: Dispatcher,
  property: NewProperty,
): Promise<{ property: WebhookProperty; filled: number }> =>
  changeAsSystem(context, 'a property that arrived joins the catalogue', 'w', async (tx, caller) => {
    const { clientId } = caller
    const [row] = await addProperties(tx, caller, [property], () => 'name')
    const returned = await queries.returnToWaiting(tx, clientId, property.name)
    if (!row || returned.length === 0)
      throw new AppError('NOT_FOUND', { detail: `No event that waits has brought ${property.name}.`, field: 'name' })
    await queries.deleteIgnored(tx, clientId, property.name)
    for (const { dataSourceId } of returned) await wakeApplying(tx, dispatcher, { clientId, dataSourceId })
    return { property: toProperty(row, 0), filled: returned.reduce((sum, { deliveries }) => sum + deliveries, 0) }
  })

export const ignoreSetAside = (
  context: Context,
  { name, ignored }: { name: string; ignored: boolean },
): Promise<{ ignored: boolean }> =>
  change(context, 'w', async (tx, { clientId }) => {
    const isChanged = await (ignored ? queries.insertIgnored : queries.deleteIgnored)(tx, clientId, name)
    await record(tx, acts['webhook_property.ignored'], {
      clientId,
      isAudited: isChanged,
      before: { ignored: !ignored },
      after: { property: name, ignored },
    })
    return { ignored }
  })
