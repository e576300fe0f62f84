import { listEvents } from '#contract/events/events.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as events from './service.ts'

export const eventRoutes = (): Served[] => [serve(listEvents, ({ query }, context) => events.listEvents(context, query))]
