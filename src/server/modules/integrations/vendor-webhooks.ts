// Webhooks of vendors. An event is only stored: the next run reads the current records itself.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { slugOf } from '#server/connectors/kit/app.ts'
import type { Connector, Delivery, WebhookEvent, Removal } from '#server/connectors/kit/connector.ts'
import { allConnectors } from '#server/connectors/registry.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Limiter } from '#server/platform/http/limits.ts'
import { isId } from '#server/platform/ids.ts'
import { selectListeners, selectReadersWith } from './queries.ts'
import type { IntegrationRef } from './model.ts'
import { keepWebhookEvents } from '../syncs/service.ts'
import { requestProbe } from '../syncs/health/service.ts'
import type { VendorApps } from './vendors/model.ts'
import { selectByHookKey } from './vendors/tokens/secret-queries.ts'

interface HookParts {
  database: Database
  dispatcher: Dispatcher
  vendors: VendorApps
  limiter: Limiter
}

/** A hundred events of a vendor take some tens of kilobytes. */
const bodyMax = 262_144
const eventsMax = 1000
/** A key of another form cannot be ours. */
const keyForm = /^[\w-]{1,64}$/

const connectorFor = (slug: string): Connector => {
  const connector = allConnectors().find(({ manifest }) => slugOf(manifest.type) === slug)
  if (!connector?.webhook) throw new AppError('NOT_FOUND')
  return connector
}

const deliveryOf = (request: FastifyRequest, publicUrl: string): Delivery => ({
  method: request.method,
  url: publicUrl + request.url,
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  ),
  body: typeof request.body === 'string' ? request.body : '',
  now: new Date(),
})

const keep = ({ database, dispatcher }: HookParts, ref: IntegrationRef, events: readonly WebhookEvent[]): Promise<number> =>
  database.asSystem('connecting: a vendor tells something', (tx) => keepWebhookEvents(tx, dispatcher, ref, events))

/** Asks now whether a removed installation still has access, instead of with the next run. */
const probeRemoved = ({ database, dispatcher }: HookParts, type: ProviderType, removal: Removal): Promise<number> =>
  database.asSystem('connecting: a vendor says that we were removed', async (tx) => {
    const rows =
      'hubId' in removal
        ? await selectListeners(tx, type, removal.hubId)
        : await selectReadersWith(tx, [type], removal.loginId).execute()
    for (const { client_id: clientId, id: integrationId } of rows) await requestProbe(tx, dispatcher, { clientId, integrationId })
    return rows.length
  })

const takeSigned = async (parts: HookParts, connector: Connector, delivery: Delivery): Promise<number> => {
  const { webhook, manifest } = connector
  const app = parts.vendors.appOf(manifest.type)
  if (!app || webhook?.by !== 'signature' || !webhook.isGenuine(app, delivery))
    throw new AppError('UNAUTHENTICATED', { detail: "The vendor didn't sign this webhook." })
  const removal = webhook.removalIn?.(delivery)
  if (removal) return probeRemoved(parts, manifest.type, removal)
  const events = webhook.read(delivery, null).slice(0, eventsMax)
  let taken = 0
  for (const [hubId, own] of Map.groupBy(events, (event) => event.hubId)) {
    const listeners = await parts.database.asSystem('connecting: whose account a vendor talks about', (tx) =>
      selectListeners(tx, manifest.type, hubId),
    )
    for (const { client_id: clientId, id: integrationId } of listeners)
      taken += await keep(parts, { clientId, integrationId }, own)
  }
  return taken
}

/** The secret address authenticates the vendor. */
const takeKeyed = async (
  parts: HookParts,
  connector: Connector,
  delivery: Delivery,
  ref: { clientId: string; key: string },
): Promise<number> => {
  const { clientId, key } = ref
  const isAddress = isId(clientId) && keyForm.test(key)
  const found = isAddress
    ? await parts.database.asSystem('connecting: whose address a vendor called', (tx) => selectByHookKey(tx, clientId, key))
    : undefined
  // A vendor that gets 410 stops sending events for a disconnected source.
  if (!found || found.type !== connector.manifest.type || connector.webhook?.by !== 'key')
    throw new AppError('CONNECTION_EXPIRED')
  const events = connector.webhook.read(delivery, found.hub_id).slice(0, eventsMax)
  return keep(parts, { clientId, integrationId: found.id }, events)
}

/** Not part of the contract: each vendor has its own format. Bodies are read as raw bytes, because signatures cover them. */
export const registerHooks = (app: FastifyInstance, parts: HookParts): void => {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyMax }, (_request, body, done) => done(null, body))
    scope.addHook('onRequest', (request) => parts.limiter.perAddress(request))
    scope.post<{ Params: { vendor: string } }>('/hooks/:vendor', async (request, reply) => {
      const delivery = deliveryOf(request, parts.vendors.publicUrl)
      const accepted = await takeSigned(parts, connectorFor(request.params.vendor), delivery)
      return reply.status(202).send({ accepted })
    })
    scope.post<{ Params: { vendor: string; clientId: string; key: string } }>(
      '/hooks/:vendor/:clientId/:key',
      async (request, reply) => {
        const delivery = deliveryOf(request, parts.vendors.publicUrl)
        const accepted = await takeKeyed(parts, connectorFor(request.params.vendor), delivery, request.params)
        return reply.status(202).send({ accepted })
      },
    )
  })
}
