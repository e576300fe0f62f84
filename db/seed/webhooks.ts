// The demo's webhooks: an agency's catalogue, and the endpoint of a ghost company with a week of events.
import { sql } from 'kysely'
import type { NewProperty } from '#contract/webhooks/properties.ts'
import { createEndpoint, listEndpoints, rotateKey } from '#server/modules/webhooks/endpoints/service.ts'
import { createEndpoints } from '#server/modules/webhooks/inbound/endpoints.ts'
import { createReceiver } from '#server/modules/webhooks/inbound/receive.ts'
import { createProperties, listProperties } from '#server/modules/webhooks/properties/service.ts'
import type { VendorApps } from '#server/modules/integrations/vendors/model.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import type { Context } from '#server/platform/http/context.ts'
import { findGhostCompany } from './ghost-companies.ts'
import { weekOfEvents } from './webhook-events.ts'

const plain = { enum_values: [], required: false, pii: false, maps_to: 'custom' }

const catalogue: NewProperty[] = [
  {
    ...plain,
    name: 'quoted_price',
    label: 'Quoted price',
    type: 'number',
    required: true,
    maps_to: 'opportunity.amount',
    example: '11900',
  },
  {
    ...plain,
    name: 'roof_type',
    label: 'Roof type',
    type: 'enum',
    enum_values: ['slate', 'tile', 'shingle', 'metal'],
    maps_to: 'opportunity.custom',
    example: 'slate',
  },
  { ...plain, name: 'call_seconds', label: 'Call length', type: 'number', example: '212' },
  { ...plain, name: 'landing_page', label: 'Landing page', type: 'string', maps_to: 'touch.landing_url', example: '/roof-check' },
  { ...plain, name: 'branch', label: 'Branch', type: 'enum', enum_values: ['north', 'south', 'west'], example: 'north' },
  { ...plain, name: 'marketing_consent', label: 'Agreed to advertising', type: 'boolean', example: 'true' },
  { ...plain, name: 'second_phone', label: 'Second phone', type: 'phone', pii: true, example: '+1 202 555 0148' },
  { ...plain, name: 'referrer_name', label: 'Recommended by', type: 'string', pii: true, example: 'Ruth Okafor' },
  { ...plain, name: 'next_visit', label: 'Next visit', type: 'date', maps_to: 'opportunity.custom', example: '2026-11-21' },
]

interface Parts {
  database: Database
  dispatcher: Dispatcher
  vendors: VendorApps
}

const itemsAtOnce = 100
const week = 7 * 86_400_000

/** They all came just now; here they are given the times of a week, the last a moment ago. */
const spread = async (tx: Tx, { clientId, endpointId }: { clientId: string; endpointId: string }, until: Date): Promise<void> => {
  const from = new Date(until.getTime() - week * 0.95)
  await sql`
    update webhook_delivery set received_at = placed.at
    from (
      select id, ${from}::timestamptz + (${until}::timestamptz - ${from}::timestamptz)
        * (row_number() over (order by received_at, position)::float8 / count(*) over ()) as at
      from webhook_delivery where client_id = ${clientId} and endpoint_id = ${endpointId}
    ) as placed
    where webhook_delivery.client_id = ${clientId} and webhook_delivery.id = placed.id`.execute(tx)
}

/** Events say when they happened, spread over the week too. */
const dated = (events: readonly object[], now: number): object[] =>
  events.map((event, index) => ({
    ...event,
    occurred_at: new Date(now - week * 0.95 * (1 - (index + 1) / events.length) - 60_000).toISOString(),
  }))

/** The address of the company's endpoint, which is shown only when its key is made. Undefined: events came to it already. */
const openAddress = async (context: Context, vendors: VendorApps, companyId: string) => {
  const known = (await listEndpoints(context, vendors)).items.find((endpoint) => endpoint.company_id === companyId)
  if (!known) return createEndpoint(context, vendors, companyId)
  return known.last_event_at === null ? rotateKey(context, vendors, known.id, { end_old_now: true }) : undefined
}

/** Continues where it failed. */
export const fillEndpoint = async (parts: Parts, context: Context, ghostCompany: string): Promise<void> => {
  const { database, vendors } = parts
  const companyId = await findGhostCompany(context, ghostCompany)
  if (companyId === undefined) return
  if ((await listProperties(context)).properties.length === 0) await createProperties(context, catalogue)
  const address = await openAddress(context, vendors, companyId)
  if (!address) return
  const { endpoint, url } = address
  const { sealer } = vendors
  const opened = await createEndpoints({ database, sealer }, { on: () => {}, onGap: () => {} }).find(url.split('/').at(-1) ?? '')
  const receiver = createReceiver(parts)
  const now = Date.now()
  const events = dated(weekOfEvents(), now)
  for (let at = 0; at < events.length; at += itemsAtOnce)
    await receiver.receive(opened, events.slice(at, at + itemsAtOnce), { isTest: false })
  const { clientId } = context.caller
  await database.asSystem('demo: a week of events', (tx) => spread(tx, { clientId, endpointId: endpoint.id }, new Date(now)))
}
