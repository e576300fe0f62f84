// Other ids for what the agency has of records, so that no outcome is found again by the id that once had a name.
import type { Tx } from '#server/platform/db/scope.ts'
import { newId } from '#server/platform/ids.ts'
import type { ChangeContext } from '../crm/model.ts'
import { findOpportunitiesOf, renameRecords, unlinkContacts } from '../crm/projecting/service.ts'
import { contactColumns, opportunityColumns } from './column-queries.ts'
import * as ids from './id-queries.ts'
import type { Moved } from './member-queries.ts'
import { isIdentified, losesIdentity, type Share } from './model.ts'

interface Lost {
  moved: readonly Moved[]
  /** Fields that the agency's rows no longer have. */
  lost: readonly string[]
}

const refOf = ({ sharing, connectionId }: Share) => ({ clientId: sharing.clientId, connectionId })

const contactsIn = (moved: readonly Moved[], state: Moved['state']): string[] =>
  moved.filter((one) => one.object === 'contact' && one.state === state).map((one) => one.shared_id)

/** Opportunities that stay without names no longer say which contacts they had that are gone. */
const forgetRemoved = async (tx: Tx, context: ChangeContext, share: Share, moved: readonly Moved[]): Promise<void> => {
  const contactIds = contactsIn(moved, 'removed')
  const around = await findOpportunitiesOf(tx, context, contactIds)
  if (around.length === 0) return
  const known = await ids.selectIds(tx, refOf(share), around)
  const opportunityIds = known.filter(({ state }) => state === 'withdrawn').map((one) => one.shared_id)
  await unlinkContacts(tx, context, { contactIds, opportunityIds })
}

/** The ids to replace: of what left and stays without a name, and of opportunities, which would tell of which contact it was. */
const findUnnamed = async (tx: Tx, context: ChangeContext, share: Share, { moved, lost }: Lost) => {
  if (losesIdentity(lost)) return ids.selectIds(tx, refOf(share))
  if (!isIdentified(share.criteria)) return []
  const withdrawn = moved.filter(({ state }) => state === 'withdrawn').map((one) => one.shared_id)
  const left = [...contactsIn(moved, 'withdrawn'), ...contactsIn(moved, 'removed')]
  const wanted = [...withdrawn, ...(await findOpportunitiesOf(tx, context, left))]
  return wanted.length === 0 ? [] : ids.selectIds(tx, refOf(share), wanted)
}

const keepReturned = (tx: Tx, share: Share, moved: readonly Moved[]): Promise<void> => {
  const returned = moved.flatMap(({ object, record_id, earlier_id: id }) =>
    object === 'contact' && id !== null ? [{ record_id, shared_id: id }] : [],
  )
  return ids.keepEarlierIds(tx, refOf(share), returned)
}

/** Renames what loses its identity by these moves, or by fields that are lost. Returns the moves under the ids from now on. */
export const renewIds = async (tx: Tx, context: ChangeContext, share: Share, what: Lost): Promise<readonly Moved[]> => {
  const { moved } = what
  await keepReturned(tx, share, moved)
  const renewed = (await findUnnamed(tx, context, share, what)).map((row) => ({ ...row, from: row.shared_id, to: newId() }))
  await forgetRemoved(tx, context, share, moved)
  if (renewed.length === 0) return moved
  const of = (object: Moved['object']) => renewed.filter((row) => row.object === object)
  await ids.replaceIds(tx, refOf(share), renewed)
  await ids.keepEarlierIds(tx, refOf(share), of('contact'))
  await renameRecords(tx, context, {
    contact: { columns: Object.keys(contactColumns(share)), ids: of('contact') },
    opportunity: { columns: Object.keys(opportunityColumns(share)), ids: of('opportunity') },
  })
  const idNow = new Map(renewed.map(({ from, to }) => [from, to]))
  return moved.map((one) => ({ ...one, shared_id: idNow.get(one.shared_id) ?? one.shared_id }))
}
