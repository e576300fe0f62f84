import { transferOwnership } from '#contract/clients.ts'
import { createUser, inviteUsers, resendInvitation } from '#contract/invitations.ts'
import {
  changeUserStatus,
  clearUserFactors,
  deleteUser,
  getUser,
  leaveAccount,
  listUsers,
  resetUserPassword,
  revealUser,
  updateUser,
} from '#contract/users.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as change from './change.ts'
import * as invite from './invite.ts'
import * as leaving from './leave-account.ts'
import * as list from './list.ts'
import * as ownership from './ownership.ts'
import * as standing from './status.ts'

export const userRoutes = (desk: Dispatcher): Served[] => [
  serve(listUsers, ({ query }, context) => list.listUsers(context, query)),
  serve(getUser, ({ params }, context) => list.getUser(context, params.id)),
  serve(createUser, ({ body }, context) => invite.createUser(context, desk, body)),
  serve(inviteUsers, ({ body }, context) => invite.inviteUsers(context, desk, body)),
  serve(resendInvitation, ({ query }, context) => invite.resendInvitation(context, desk, query)),
  serve(updateUser, ({ params, body }, context) => change.updateUser(context, desk, { userId: params.id, change: body })),
  serve(changeUserStatus, ({ params, body }, context) => standing.changeStatus(context, desk, { userId: params.id, ...body })),
  serve(deleteUser, ({ params, query }, context) =>
    standing.deleteUser(context, desk, { userId: params.id, isTrial: query.dry_run }),
  ),
  serve(leaveAccount, ({ params }, context) => leaving.leaveAccount(context, desk, params.id)),
  serve(resetUserPassword, ({ params }, context) => standing.resetUserPassword(context, desk, params.id)),
  serve(clearUserFactors, ({ params }, context) => standing.clearUserFactors(context, desk, params.id)),
  serve(revealUser, ({ params, body }, context) => ownership.revealUser(context, desk, { userId: params.id, ...body })),
  serve(transferOwnership, ({ params, body }, context) =>
    ownership.transferOwnership(context, desk, { id: params.id, userId: body.user_id, reason: body.reason }),
  ),
]
