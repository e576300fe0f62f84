import {
  acceptConnection,
  cancelConnection,
  createConnection,
  getConnection,
  getInvitation,
  listConnections,
  rejectConnection,
  removeConnection,
  resendConnection,
} from '#contract/connections/connections.ts'
import {
  approveCriteria,
  compareVersions,
  discardCriteria,
  getCriteria,
  getPreview,
  previewCriteria,
  requestChanges,
  requestData,
  saveCriteria,
  submitCriteria,
  withdrawCriteria,
} from '#contract/connections/agreements.ts'
import { chooseClaim, getClaim, listClaimed } from '#contract/connections/claims.ts'
import { listSeen, verifySeen } from '#contract/connections/ledger.ts'
import { countFiles, getShared, listReceipts } from '#contract/connections/sharing.ts'
import { getTotals } from '#contract/connections/totals.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as decide from './agreements/decide.ts'
import * as read from './agreements/read.ts'
import * as save from './agreements/save.ts'
import * as submit from './agreements/sending/submit.ts'
import * as answer from './invitations/answer.ts'
import * as claims from './claims/read.ts'
import * as choose from './claims/choose.ts'
import * as end from './end.ts'
import * as invite from './invitations/invite.ts'
import * as list from './list.ts'
import * as shared from './sharing/read.ts'
import * as receipts from './sharing/receipts.ts'
import * as totals from './sharing/totals.ts'
import * as seen from './sharing/seen.ts'

export const connectionRoutes = (database: Database, { vendors, dispatcher }: choose.ClaimParts): Served[] => [
  serve(listConnections, ({ query }, context) => list.listConnections(context, query)),
  serve(getConnection, ({ params, query }, context) => list.getConnection(context, params.id, query.client_id)),
  serve(createConnection, ({ body }, context) => invite.inviteToConnect(context, dispatcher, body)),
  serve(resendConnection, ({ params }, context) => invite.resendInvitation(context, dispatcher, params.id)),
  serve(acceptConnection, ({ params, body }, context) =>
    answer.acceptInvitation(context, dispatcher, { ...body, id: params.id }),
  ),
  serve(rejectConnection, ({ params, body }, context) =>
    answer.rejectInvitation(context, dispatcher, { ...body, id: params.id }),
  ),
  serve(cancelConnection, ({ params, body }, context) => end.cancelConnection(context, dispatcher, { ...body, id: params.id })),
  serve(removeConnection, ({ params }, context) => end.removeConnection(context, params.id)),
  serve(getInvitation, ({ params }) => answer.openInvitation(database, params.token)),
  serve(getCriteria, ({ params, query }, context) => read.getCriteria(context, params.id, query.client_id)),
  serve(compareVersions, ({ params, query }, context) => read.compareVersions(context, params.id, query)),
  serve(saveCriteria, ({ params, body }, context) => save.saveCriteria(context, { ...body, id: params.id })),
  serve(discardCriteria, ({ params, body }, context) => save.discardCriteria(context, { ...body, id: params.id })),
  serve(previewCriteria, ({ params, body }, context) => save.preview(context, params.id, body)),
  serve(getPreview, ({ params }, context) => save.preview(context, params.id)),
  serve(submitCriteria, ({ params, body }, context) => submit.submitCriteria(context, dispatcher, { ...body, id: params.id })),
  serve(withdrawCriteria, ({ params, body }, context) =>
    submit.withdrawCriteria(context, dispatcher, { ...body, id: params.id }),
  ),
  serve(approveCriteria, ({ params, body }, context) => decide.approveCriteria(context, dispatcher, { ...body, id: params.id })),
  serve(requestChanges, ({ params, body }, context) => decide.requestChanges(context, dispatcher, { ...body, id: params.id })),
  serve(requestData, ({ params, body }, context) => decide.requestData(context, dispatcher, { ...body, id: params.id })),
  serve(getShared, ({ params }, context) => shared.getShared(context, params.id)),
  serve(getTotals, ({ params, query }, context) => totals.getTotals(context, params.id, query)),
  serve(listReceipts, ({ params, query }, context) => receipts.getReceipts(context, params.id, query)),
  serve(countFiles, ({ params }, context) => receipts.countUnrecallable(context, params.id)),
  serve(getClaim, ({ params }, context) => claims.getClaim(context, params.id)),
  serve(listClaimed, ({ params, query }, context) => claims.listClaimed(context, params.id, query)),
  serve(chooseClaim, ({ params, body }, context) => choose.chooseClaim(context, { vendors, dispatcher }, params.id, body)),
  serve(listSeen, ({ params, query }, context) => seen.listSeenBy(context, params.id, query)),
  serve(verifySeen, ({ params }, context) => seen.verifySeenBy(context, params.id)),
]
