import type { Position, Stream } from '../../kit/connector.ts'
import type { Session } from '../../kit/access.ts'
import type { ListRecord, Page } from '../../kit/records.ts'
import { instantOf, textOrNull } from '../../kit/text.ts'
import { addressOf, pageAt, rowsOf } from '../client.ts'
import { words } from '../fields.ts'
import { readMembers } from './members.ts'
import { flowSets, opportunities, readPipelines, steps } from './opportunities.ts'
import { contacts, leads } from './contacts.ts'
import { readParts, type Content } from './reader.ts'
import { listRow, userRow } from '../wire.ts'

/** A table that is read in full every time. An expired link leads back to the beginning. */
const whole =
  (set: string, select: string, take: (rows: readonly unknown[]) => Content) =>
  async (session: Session, { cursor }: Position): Promise<Page> => {
    const link = typeof cursor === 'string' ? cursor : null
    const { rows, next } = await pageAt(session, { link, first: addressOf(set, { select: words(select) }) }, { about: set })
    return { ...take(rows), next }
  }

const ownersIn = (rows: readonly unknown[]): Content => ({
  owners: rowsOf(userRow, rows, 'users').map((row) => ({
    externalId: row.systemuserid,
    name: textOrNull(row.fullname),
    email: textOrNull(row.internalemailaddress),
  })),
})
const listsIn = (rows: readonly unknown[]): Content => ({
  lists: rowsOf(listRow, rows, 'lists').map((row): ListRecord => ({
    externalId: row.listid,
    kind: row.type === true ? 'segment' : 'list',
    name: textOrNull(row.listname) ?? row.listid,
    size: row.membercount ?? null,
    updatedAt: instantOf(row.modifiedon),
  })),
})

export const streams: readonly Stream[] = [
  { name: 'pipelines', isFullSnapshot: true, read: readPipelines },
  { name: 'owners', isFullSnapshot: true, read: whole('systemusers', 'systemuserid fullname internalemailaddress', ownersIn) },
  {
    name: 'lists',
    isFullSnapshot: true,
    read: whole('lists', 'listid listname type membercount createdfromcode modifiedon', listsIn),
  },
  { name: 'contacts', read: readParts([contacts, leads]) },
  { name: 'opportunities', parallel: 'later', read: readParts([opportunities, ...Object.values(flowSets).map(steps)]) },
  { name: 'memberships', isFullSnapshot: true, parallel: 'always', read: readMembers },
]
