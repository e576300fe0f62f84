import type { ConnectionComment, CriteriaVersion } from '#contract/connections/agreements.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { namesOfPresentUsers } from '../../users/service.ts'
import { getConnection } from '../list.ts'
import { isSeenBy, refOf } from '../model.ts'
import { selectConnection } from '../queries.ts'
import { selectComments, selectVersion, selectVersions } from './queries.ts'
import { findSeen } from '../sides.ts'
import { changesOf, criteriaOf, showComment, showVersion } from './show.ts'

interface Criteria {
  versions: CriteriaVersion[]
  comments: ConnectionComment[]
}

/** A user of the agency who reads what was submitted starts the review. */
export const getCriteria = async (context: Context, id: string): Promise<Criteria> => {
  await getConnection(context, id, undefined)
  return readCriteria(context, id)
}

/** Each account has the versions that it may see. Reading what was submitted starts the review here, too. */
export const compareVersions = async (
  context: Context,
  id: string,
  { from, to }: { from: number; to: number },
): Promise<Pick<CriteriaVersion, 'changes'>> => {
  await getConnection(context, id, undefined)
  return context.inClient(async (tx) => {
    const ref = refOf(await findSeen(tx, context, id))
    const [before, row] = [await selectVersion(tx, ref, from), await selectVersion(tx, ref, to)]
    if (!before || !row) throw new AppError('NOT_FOUND')
    return { changes: changesOf(row, before) }
  })
}

const readCriteria = (context: Context, id: string): Promise<Criteria> =>
  context.inClient(async (tx) => {
    const ref = { clientId: context.caller.clientId, connectionId: id }
    const connection = await selectConnection(tx, ref)
    if (!connection || !isSeenBy(context.caller, connection)) throw new AppError('NOT_FOUND')
    const rows = await selectVersions(tx, ref)
    const said = await selectComments(tx, ref)
    const userIds = [...rows, ...said].map(({ user_id: userId }) => userId)
    const names = await namesOfPresentUsers(tx, ref.clientId, userIds)
    const isOfTotals = rows.some((row) => criteriaOf(row).type_of_data === 'COUNTS')
    const versions = rows.map((row, index) => showVersion(connection, { row, before: rows[index + 1], isOfTotals, names }))
    const comments = said.map((row) => showComment(connection, row, names))
    return { versions, comments }
  })
