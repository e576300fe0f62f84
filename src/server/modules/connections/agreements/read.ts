import type { compareVersions as compareRoute, ConnectionComment, CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Input } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { roughlyInTurn } from '../../totals/model.ts'
import { namesOfPresentUsers } from '../../users/service.ts'
import { getConnection, view } from '../list.ts'
import { isSeenBy, refOf, sideOf, type ConnectionRef, type ConnectionRow } from '../model.ts'
import { selectConnection } from '../queries.ts'
import { selectComments, selectVersion, selectVersions, type VersionRow } from './queries.ts'
import { changesOf, criteriaOf, showComment, showVersion } from './show.ts'
import { findAgreed } from './steps.ts'

interface Criteria {
  versions: CriteriaVersion[]
  comments: ConnectionComment[]
}

const findRow = async (tx: Tx, { caller }: Context, ref: ConnectionRef): Promise<ConnectionRow> => {
  const row = await selectConnection(tx, ref)
  if (!row || !isSeenBy(caller, row)) throw new AppError('NOT_FOUND')
  return row
}

/** A user of the agency who reads what was submitted starts the review. Staff read the versions of the account that they name. */
export const getCriteria = async (context: Context, id: string, wanted: string | undefined): Promise<Criteria> => {
  await getConnection(context, id, wanted)
  return view(context, wanted, (tx, { clientId }) => readCriteria(tx, context, { clientId, connectionId: id }))
}

/** Each account has the versions that it may see. Reading what was submitted starts the review here, too. */
export const compareVersions = async (
  context: Context,
  id: string,
  { from, to, client_id: wanted }: Input<typeof compareRoute>['query'],
): Promise<Pick<CriteriaVersion, 'changes'>> => {
  await getConnection(context, id, wanted)
  return view(context, wanted, async (tx, { clientId }) => {
    const connection = await findRow(tx, context, { clientId, connectionId: id })
    const ref = refOf(connection)
    const [before, row] = [await selectVersion(tx, ref, from), await selectVersion(tx, ref, to)]
    if (!before || !row) throw new AppError('NOT_FOUND')
    return { changes: changesOf(connection, { row, before }) }
  })
}

/** Staff read neither names of users nor what the two accounts write to each other. */
const saidTo = async (tx: Tx, { caller }: Context, ref: ConnectionRef, rows: readonly VersionRow[]) => {
  if (caller.clientId !== ref.clientId) return { said: [], names: new Map<string, string>() }
  const said = await selectComments(tx, ref)
  const userIds = [...rows, ...said].map(({ user_id: userId }) => userId)
  return { said, names: await namesOfPresentUsers(tx, ref.clientId, userIds) }
}

/** The newest ones, and the version in force however old it is. */
const selectShown = async (tx: Tx, ref: ConnectionRef, connection: ConnectionRow): Promise<VersionRow[]> => {
  const rows = await selectVersions(tx, ref)
  if (rows.some(({ version }) => version === connection.version_in_force)) return rows
  const agreed = await findAgreed(tx, connection)
  return agreed ? [...rows, agreed] : rows
}

/** What waits for review would replace the version in force. */
const comparedOf = (rows: readonly VersionRow[], index: number, inForce: number | null): VersionRow | undefined =>
  (rows[index]?.state === 'submitted' ? rows.find(({ version }) => version === inForce) : undefined) ?? rows[index + 1]

/** If some version shares totals only, an agency learns of no single contact from the numbers of its versions. */
const toldTo = (connection: ConnectionRow, rows: readonly VersionRow[]) => {
  const isOfTotals = rows.some((row) => criteriaOf(row).type_of_data === 'COUNTS')
  if (sideOf(connection) === 'COMPANY' || !isOfTotals) return []
  const inTurn = (of: 'contacts' | 'opportunities') => roughlyInTurn(rows.toReversed().map((row) => row[of])).toReversed()
  const [contacts, opportunities] = [inTurn('contacts'), inTurn('opportunities')]
  return rows.map((_, index) => ({ contacts: contacts[index] ?? null, opportunities: opportunities[index] ?? null }))
}

const readCriteria = async (tx: Tx, context: Context, ref: ConnectionRef): Promise<Criteria> => {
  const connection = await findRow(tx, context, ref)
  const rows = await selectShown(tx, ref, connection)
  const { said, names } = await saidTo(tx, context, ref, rows)
  const told = toldTo(connection, rows)
  const isStaff = context.caller.clientId !== ref.clientId
  const versions = rows.map((row, index) =>
    showVersion(connection, {
      row,
      before: comparedOf(rows, index, connection.version_in_force),
      told: told[index],
      names,
      isStaff,
    }),
  )
  return { versions, comments: said.map((row) => showComment(connection, row, names)) }
}
