import { z } from 'zod'
import type { Position } from '../../kit/connector.ts'
import type { Session } from '../../kit/access.ts'
import type { Page } from '../../kit/records.ts'
import { listFilter } from '../../kit/text.ts'
import { addressOf, everything, pageAt, rowsOf } from '../client.ts'
import { guid, listRow } from '../wire.ts'

/** The relation of a list's members, by its type. Lists of companies have no contacts. */
const members: Readonly<Record<number, { relation: string; key: string }>> = {
  2: { relation: 'listcontact_association', key: 'contactid' },
  4: { relation: 'listlead_association', key: 'leadid' },
}
const listsMax = 1000
const memberCursor = z.object({ lists: z.array(z.tuple([z.string(), z.int()])), at: z.int().min(0), link: z.string().nullable() })

/** Static lists store their members; those of dynamic lists are found by a query that only Dynamics can run. */
const memberListsOf = async (session: Session): Promise<[string, number][]> => {
  const isChosen = listFilter(session.settings)
  const path = addressOf('lists', { select: ['listid', 'listname', 'type', 'createdfromcode'] })
  return rowsOf(listRow, await everything(session, path, 'lists'), 'lists')
    .filter((row) => row.type !== true && members[row.createdfromcode ?? 0] !== undefined)
    .filter((row) => isChosen(row.listid, row.listname))
    .slice(0, listsMax)
    .map((row) => [row.listid, row.createdfromcode ?? 0])
}

export const readMembers = async (session: Session, { cursor: stored }: Position): Promise<Page> => {
  const cursor = stored === null ? { lists: await memberListsOf(session), at: 0, link: null } : memberCursor.parse(stored)
  const [list, code] = cursor.lists[cursor.at] ?? []
  const how = members[code ?? 0]
  if (list === undefined || !how) return { next: null }
  const first = addressOf(`lists(${list})/${how.relation}`, { select: [how.key] })
  const page = await pageAt(session, { link: cursor.link, first }, { about: 'members', size: 5000 })
  const rows = rowsOf(z.looseObject({ [how.key]: guid }), page.rows, 'members')
  const link = page.next
  const at = link === null ? cursor.at + 1 : cursor.at
  return {
    memberships: rows.map((row) => ({ listId: list, contactId: String(row[how.key]) })),
    next: at < cursor.lists.length ? { lists: cursor.lists, at, link } : null,
  }
}
