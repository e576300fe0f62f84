import {
  cancelRun,
  getReconciliation,
  rejectRemoval,
  listRejects,
  listRuns,
  retryRejects,
  startRun,
} from '#contract/syncs/runs.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import { ofSeenSources } from '../integrations/service.ts'
import { declineRemoval } from './removal.ts'
import * as syncs from './service.ts'
import * as views from './views.ts'

export const syncRoutes = (dispatcher: Dispatcher): Served[] =>
  ofSeenSources([
    serve(startRun, ({ params, body }, context) => syncs.startRun(context, dispatcher, params.integration_id, body)),
    serve(listRuns, ({ params, query }, context) => syncs.listRuns(context, params.integration_id, query)),
    serve(cancelRun, ({ params }, context) => syncs.cancelRun(context, params.id)),
    serve(listRejects, ({ params, query }, context) => views.listRejects(context, params.integration_id, query)),
    serve(retryRejects, ({ params }, context) => syncs.retryRejects(context, dispatcher, params.integration_id)),
    serve(rejectRemoval, async ({ params }, context) => {
      await declineRemoval(context, params.integration_id)
      return views.getReconciliation(context, params.integration_id)
    }),
    serve(getReconciliation, ({ params }, context) => views.getReconciliation(context, params.integration_id)),
  ])
