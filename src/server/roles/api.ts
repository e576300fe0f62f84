import type { FastifyInstance } from 'fastify'
import { getOpenApi } from '#contract/kit/openapi.ts'
import type { Identity } from '#server/identity/public.ts'
import { approvalRoutes } from '#server/modules/approvals/routes.ts'
import { signupRoutes } from '#server/modules/signup/routes.ts'
import { auditRoutes } from '#server/modules/audit/routes.ts'
import { clientRoutes } from '#server/modules/clients/routes.ts'
import { accountClosureRoutes } from '#server/modules/account-closure/routes.ts'
import { connectionRoutes } from '#server/modules/connections/routes.ts'
import { registerHooks } from '#server/modules/integrations/vendor-webhooks.ts'
import { connectRoutes } from '#server/modules/integrations/connect/routes.ts'
import { eventRoutes } from '#server/modules/events/read/routes.ts'
import { exclusionRoutes } from '#server/modules/exclusions/routes.ts'
import { ghostCompanyRoutes } from '#server/modules/ghost-companies/routes.ts'
import { integrationRoutes } from '#server/modules/integrations/routes.ts'
import { jobRoutes } from '#server/modules/jobs/routes.ts'
import { liveRoutes } from '#server/modules/live/routes.ts'
import { notificationRoutes } from '#server/modules/notifications/routes.ts'
import { onboardingRoutes } from '#server/modules/onboarding/routes.ts'
import { outboxRoutes } from '#server/modules/outbox/routes.ts'
import { createOutbox } from '#server/modules/outbox/service.ts'
import { criteriaRoutes } from '#server/modules/criteria/routes.ts'
import { crmReadRoutes } from '#server/modules/crm/read/routes.ts'
import { stageRoutes } from '#server/modules/stages/routes.ts'
import { syncRoutes } from '#server/modules/syncs/routes.ts'
import { propertyRoutes } from '#server/modules/webhooks/properties/routes.ts'
import { userRoutes } from '#server/modules/users/routes.ts'
import { findUser } from '#server/modules/users/service.ts'
import { vendorRoutes } from '#server/modules/integrations/vendors/routes.ts'
import { endpointRoutes } from '#server/modules/webhooks/endpoints/routes.ts'
import { deliveryRoutes } from '#server/modules/webhooks/deliveries/routes.ts'
import { registerInbound } from '#server/modules/webhooks/inbound/routes.ts'
import type { VendorApps } from '#server/modules/integrations/vendors/model.ts'
import type { StaffSees } from '#server/platform/config/options.ts'
import type { Listener } from '#server/platform/db/listen.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { checkJoined, checkStanding } from '#server/platform/http/access.ts'
import { createCallers } from '#server/platform/http/callers.ts'
import type { Caller } from '#server/platform/http/context.ts'
import type { Limiter } from '#server/platform/http/limits.ts'
import { openApiDocument } from '#server/platform/http/openapi.ts'
import { registerRoutes } from '#server/platform/http/register.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import type { Queue } from '#server/platform/jobs/queue.ts'
import { createLiveHub, type LiveHub } from '#server/platform/live/hub.ts'
import type { Viewer } from '#server/platform/live/screens.ts'

interface ApiParts {
  database: Database
  listener: Listener
  queue: Queue
  dispatcher: Dispatcher
  identity: Identity
  vendors: VendorApps
  limiter: Limiter
  staffSees: StaffSees
  /** Emails can be read here because there is no mail server. */
  outboxIsOpen: boolean
}

let document: ReturnType<typeof openApiDocument> | undefined
/** Built on the first request. */
const openApi = () => (document ??= openApiDocument())

const servedRoutes = (parts: ApiParts, hub: LiveHub, log: FastifyInstance['log']): Served[] => {
  const { database, queue, dispatcher, identity, vendors, outboxIsOpen } = parts
  return [
    ...approvalRoutes(dispatcher),
    ...signupRoutes(database, identity, dispatcher),
    ...auditRoutes(),
    ...clientRoutes(dispatcher),
    ...accountClosureRoutes(dispatcher),
    ...connectionRoutes(database, { vendors, dispatcher }),
    ...eventRoutes(),
    ...exclusionRoutes(dispatcher),
    ...ghostCompanyRoutes({ vendors, dispatcher, log }),
    ...integrationRoutes(),
    ...vendorRoutes(vendors),
    ...connectRoutes({ vendors, dispatcher, log }),
    ...syncRoutes(dispatcher),
    ...crmReadRoutes(),
    ...criteriaRoutes(),
    ...endpointRoutes({ vendors, dispatcher }),
    ...propertyRoutes(dispatcher),
    ...onboardingRoutes(),
    ...deliveryRoutes(dispatcher),
    ...stageRoutes(),
    ...notificationRoutes(),
    ...userRoutes(dispatcher),
    ...jobRoutes(queue),
    ...liveRoutes(hub),
    ...outboxRoutes(createOutbox(database, outboxIsOpen)),
    serve(getOpenApi, async () => openApi() as { openapi: string }),
  ]
}

type Find = (subject: string) => Promise<Caller | undefined>

/** The open stream of a user who may no longer see it is closed; other users notice nothing. */
const openHub = ({ database, listener, identity }: ApiParts, find: Find): LiveHub => {
  const mayLook = async ({ subject, originJti }: Viewer): Promise<boolean> => {
    const caller = await find(subject)
    if (!caller || (await identity.isRevoked(originJti))) return false
    checkStanding(caller)
    checkJoined(caller)
    return true
  }
  const hub = createLiveHub({ database, listener, mayLook })
  listener.on('user_changed', (subject) => hub.recheck(subject))
  identity.onRevoked((originJti) => hub.endSignIn(originJti))
  return hub
}

/** Must run before the listener starts: it registers its channels. */
export const registerApi = (app: FastifyInstance, parts: ApiParts): LiveHub => {
  const { database, listener, identity, limiter, staffSees } = parts
  const find: Find = async (subject) => (await findUser(database, subject))?.caller
  const callers = createCallers({ verify: (token) => identity.verifyAccessToken(token), find }, listener)
  // After the callers, whose cache a change clears: viewers are then checked again.
  const hub = openHub(parts, (subject) => callers.find(subject))
  registerRoutes(app, servedRoutes(parts, hub, app.log), { database, callers, limiter, staffSees })
  registerHooks(app, parts)
  registerInbound(app, { ...parts, sealer: parts.vendors.sealer })
  app.addHook('preClose', async () => hub.dismissAll())
  return hub
}
