import { approveRequest, declineRequest, listApprovals } from '#contract/approvals.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as approvals from './service.ts'

export const approvalRoutes = (dispatcher: Dispatcher): Served[] => [
  serve(listApprovals, ({ query }, context) => approvals.listApprovals(context, query)),
  serve(approveRequest, ({ body }, context) => approvals.approve(context, dispatcher, body)),
  serve(declineRequest, ({ body }, context) => approvals.decline(context, dispatcher, body)),
]
