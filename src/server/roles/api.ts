import type { FastifyInstance } from 'fastify'
import { getOpenApi } from '#contract/openapi.ts'
import type { Identity } from '#server/identity/public.ts'
import { arrivalRoutes } from '#server/modules/arrival/routes.ts'
import { clientRoutes } from '#server/modules/clients/routes.ts'
import { eventRoutes } from '#server/modules/events/routes.ts'
import { integrationRoutes } from '#server/modules/integrations/routes.ts'
import { jobRoutes } from '#server/modules/jobs/routes.ts'
import { liveRoutes } from '#server/modules/live/routes.ts'
import { onboardingRoutes } from '#server/modules/onboarding/routes.ts'
import { outboxRoutes } from '#server/modules/outbox/routes.ts'
import { createOutbox } from '#server/modules/outbox/service.ts'
import { stageRoutes } from '#server/modules/stages/routes.ts'
import { findPerson } from '#server/modules/users/service.ts'
import type { Listener } from '#server/platform/db/listen.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import { checkStanding } from '#server/platform/http/access.ts'
import { createCallers } from '#server/platform/http/callers.ts'
import type { Caller } from '#server/platform/http/context.ts'
import type { Limiter } from '#server/platform/http/limits.ts'
import { openApiDocument } from '#server/platform/http/openapi.ts'
import { registerRoutes } from '#server/platform/http/register.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import type { Queue } from '#server/platform/jobs/queue.ts'
import { createLiveHub, type LiveHub } from '#server/platform/live/hub.ts'

interface ApiParts {
  database: Database
  listener: Listener
  queue: Queue
  identity: Identity
  limiter: Limiter
  /** Letters can be read here because no mail server takes them. */
  outboxIsOpen: boolean
}

const servedRoutes = ({ database, queue, identity, outboxIsOpen }: ApiParts, hub: LiveHub): Served[] => {
  const openApi = openApiDocument()
  return [
    ...arrivalRoutes(database, identity),
    ...clientRoutes(),
    ...eventRoutes(),
    ...integrationRoutes(),
    ...onboardingRoutes(),
    ...stageRoutes(),
    ...jobRoutes(queue),
    ...liveRoutes(hub),
    ...outboxRoutes(createOutbox(database, outboxIsOpen)),
    serve(getOpenApi, async () => openApi as { openapi: string }),
  ]
}

/** The open line of somebody who may no longer look is cut; whoever may still look notices nothing. */
const cutLines = (listener: Listener, hub: LiveHub, find: (subject: string) => Promise<Caller | undefined>): void => {
  const check = async (subject: string): Promise<void> => {
    const caller = await find(subject)
    if (!caller) throw new AppError('UNAUTHENTICATED')
    checkStanding(caller)
  }
  listener.on('user_changed', (subject) => {
    check(subject).catch(() => hub.dismiss(subject))
  })
}

/** Must run before the listener starts: it names the channels it wants to hear. */
export const registerApi = (app: FastifyInstance, parts: ApiParts): LiveHub => {
  const { database, listener, identity, limiter } = parts
  const hub = createLiveHub(database, listener)
  const find = async (subject: string) => (await findPerson(database, subject))?.caller
  const callers = createCallers({ verify: (token) => identity.verifyAccessToken(token), find }, listener)
  registerRoutes(app, servedRoutes(parts, hub), { database, callers, limiter })
  cutLines(listener, hub, find)
  app.addHook('preClose', async () => hub.dismiss('*'))
  return hub
}
