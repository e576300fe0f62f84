import type { ConnectionComment, CriteriaVersion } from '#contract/connections/agreements.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { getConnection } from '../list.ts'
import { isSeenBy } from '../model.ts'
import { selectConnection } from '../queries.ts'
import { selectComments, selectVersions } from './queries.ts'
import { criteriaOf, showComment, showVersion } from './show.ts'

interface Criteria {
  versions: CriteriaVersion[]
  comments: ConnectionComment[]
}

/** A user of the agency who reads what was submitted starts the review. */
export const getCriteria = async (context: Context, id: string): Promise<Criteria> => {
  await getConnection(context, id, undefined)
  return readCriteria(context, id)
}

const readCriteria = (context: Context, id: string): Promise<Criteria> =>
  context.inClient(async (tx) => {
    const ref = { clientId: context.caller.clientId, connectionId: id }
    const connection = await selectConnection(tx, ref)
    if (!connection || !isSeenBy(context.caller, connection)) throw new AppError('NOT_FOUND')
    const rows = await selectVersions(tx, ref)
    const versions: CriteriaVersion[] = []
    const isOfTotals = rows.some((row) => criteriaOf(row).type_of_data === 'COUNTS')
    for (const [index, row] of rows.entries())
      versions.push(await showVersion(tx, connection, { row, before: rows[index + 1], isOfTotals }))
    const comments: ConnectionComment[] = []
    for (const row of await selectComments(tx, ref)) comments.push(await showComment(tx, connection, row))
    return { versions, comments }
  })
