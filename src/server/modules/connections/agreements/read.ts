import type { ConnectionComment, CriteriaVersion } from '#contract/connections/agreements.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { isSeenBy } from '../model.ts'
import { selectConnection } from '../queries.ts'
import { selectComments, selectVersions } from './queries.ts'
import { showComment, showVersion } from './show.ts'

interface Criteria {
  versions: CriteriaVersion[]
  comments: ConnectionComment[]
}

export const getCriteria = (context: Context, id: string): Promise<Criteria> =>
  context.inClient(async (tx) => {
    const ref = { clientId: context.caller.clientId, connectionId: id }
    const connection = await selectConnection(tx, ref)
    if (!connection || !isSeenBy(context.caller, connection)) throw new AppError('NOT_FOUND')
    const rows = await selectVersions(tx, ref)
    const versions: CriteriaVersion[] = []
    for (const [index, row] of rows.entries()) versions.push(await showVersion(tx, connection, { row, before: rows[index + 1] }))
    const comments: ConnectionComment[] = []
    for (const row of await selectComments(tx, ref)) comments.push(await showComment(tx, connection, row))
    return { versions, comments }
  })
