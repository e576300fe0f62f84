// Erases a closed account. Every step may be interrupted and is resumed where it stopped.
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { record } from '../acts/service.ts'
import { lockClient, publishStatusChange } from '../clients/service.ts'
import { releaseUser } from '../users/service.ts'
import { acts } from './acts.ts'
import { deleteSome, selectClientTables } from './catalogue-queries.ts'
import * as queries from './queries.ts'
import { erasable, type ClientTable } from './client-tables.ts'

/** How long an account that staff opened waits for its owner. */
export const abandonedAfter = 7 * 86_400_000

const rowsAtOnce = 2000
const usersAtOnce = 200

/** The table with the users, which the identity provider is asked about. */
export const isAboutUsers = ({ name }: ClientTable): boolean => name === 'public.app_user' || name.startsWith('registry.user_')

/** From here on no user can sign in, and the closure cannot be canceled. False if the account is open, or was erased already. */
export const beginErasing = (database: Database, dispatcher: Dispatcher, clientId: string): Promise<boolean> =>
  database.asSystem('closing: an account ends', async (tx) => {
    const row = await lockClient(tx, clientId)
    if (!row || row.is_internal) return false
    if (row.status === 'closed') return row.closes_at !== null
    const isDue = row.status === 'closing' && row.closes_at !== null && row.closes_at.getTime() <= Date.now()
    if (!isDue && !(await queries.isAbandoned(tx, clientId, new Date(Date.now() - abandonedAfter)))) return false
    const reader = row.owner_user_id === null ? undefined : await queries.selectOwner(tx, clientId, row.owner_user_id)
    await queries.markClosed(tx, clientId)
    await publishStatusChange(tx)
    await record(tx, acts['client.closed'], {
      clientId,
      object: { id: clientId },
      before: { status: row.status },
      after: { status: 'closed' },
      dispatcher,
      email: reader ? { clientId, clientName: row.name, reader } : null,
    })
    return true
  })

interface Erasing {
  signal: AbortSignal
  which: (table: ClientTable) => boolean
}

export const eraseRows = async (database: Database, clientId: string, { signal, which }: Erasing): Promise<void> => {
  const tables = await database.asSystem('closing: what tables there are', (tx) => selectClientTables(tx))
  for (const table of erasable(tables).filter(which))
    for (let erased = rowsAtOnce; erased === rowsAtOnce;) {
      signal.throwIfAborted()
      erased = await database.asSystem('closing: erase what an account had', (tx) =>
        deleteSome(tx, table, { clientId, most: rowsAtOnce }),
      )
    }
}

/** Removes all users, and enqueues the deletion of their sign-ins. */
export const releaseUsers = async (database: Database, dispatcher: Dispatcher, clientId: string): Promise<void> => {
  const releaseSome = (after: string | undefined): Promise<string[]> =>
    database.asSystem('closing: remove everybody', async (tx) => {
      const users = await queries.selectKnown(tx, clientId, { after, limit: usersAtOnce })
      await queries.markRemoved(tx, clientId, users)
      for (const userId of users) await releaseUser(tx, dispatcher, { clientId, userId })
      return users
    })
  for (let some = await releaseSome(undefined); some.length === usersAtOnce;) some = await releaseSome(some.at(-1))
}

/** How many users are not anonymized yet. */
export const countKnown = (database: Database, clientId: string): Promise<number> =>
  database.asSystem('closing: who is left', (tx) => queries.countKnown(tx, clientId))

export const finishErasing = (database: Database, clientId: string): Promise<void> =>
  database.asSystem('closing: nothing is left', async (tx) => {
    if (!(await queries.markErased(tx, clientId))) return
    await record(tx, acts['client.erased'], { clientId, object: { id: clientId } })
  })
