import { changeUserStatus } from '#contract/users.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import { changeStatus } from './service.ts'

export const userRoutes = (database: Database): Served[] => [
  serve(changeUserStatus, ({ params, body }, { caller }) =>
    changeStatus(database, caller, { userId: params.id, status: body.status }),
  ),
]
