import { transferOwnership } from '#contract/users/ownership.ts'
import { createUser, inviteUsers, resendInvitation } from '#contract/users/invitations.ts'
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
} from '#contract/users/users.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as change from './profile/service.ts'
import { resendInvitation as resend } from './invitations/resend.ts'
import * as invite from './invitations/service.ts'
import * as leaving from './removal/leave-account.ts'
import * as list from './list/list.ts'
import * as ownership from './ownership/service.ts'
import * as status from './status.ts'

export const userRoutes = (dispatcher: Dispatcher): Served[] => [
  serve(listUsers, ({ query }, context) => list.listUsers(context, query)),
  serve(getUser, ({ params }, context) => list.getUser(context, params.id)),
  serve(createUser, ({ body }, context) => invite.createUser(context, dispatcher, body)),
  serve(inviteUsers, ({ body }, context) => invite.inviteUsers(context, dispatcher, body)),
  serve(resendInvitation, ({ query }, context) => resend(context, dispatcher, query)),
  serve(updateUser, ({ params, body }, context) => change.updateUser(context, dispatcher, { userId: params.id, change: body })),
  serve(changeUserStatus, ({ params, body }, context) =>
    status.changeStatus(context, dispatcher, { userId: params.id, ...body }),
  ),
  serve(deleteUser, ({ params, query }, context) =>
    status.deleteUser(context, dispatcher, { userId: params.id, isTrial: query.dry_run, reason: query.reason }),
  ),
  serve(leaveAccount, ({ params }, context) => leaving.leaveAccount(context, dispatcher, params.id)),
  serve(resetUserPassword, ({ params, query }, context) =>
    status.resetUserPassword(context, dispatcher, { userId: params.id, reason: query.reason }),
  ),
  serve(clearUserFactors, ({ params, query }, context) =>
    status.clearUserFactors(context, dispatcher, { userId: params.id, reason: query.reason }),
  ),
  serve(revealUser, ({ params, body }, context) => ownership.revealUser(context, dispatcher, { userId: params.id, ...body })),
  serve(transferOwnership, ({ params, body }, context) =>
    ownership.transferOwnership(context, dispatcher, { id: params.id, userId: body.user_id, reason: body.reason }),
  ),
]
