// A start without the demo closes the accounts that the demo opened, and one with it opens them again.
import type { Identity } from '#server/identity/public.ts'
import { lockClient } from '#server/modules/clients/service.ts'
import { moveStatus } from '#server/modules/clients/status/service.ts'
import { findUsersOf, setStatus } from '#server/modules/users/service.ts'
import { closeSignIn, openSignIn } from '#server/modules/users/sign-in/service.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { addLockedOut, removeLockedOut, selectDemoClients, setStatusBefore } from './demo-queries.ts'

export interface Parts {
  database: Database
  identity: Identity
  dispatcher: Dispatcher
}

type User = Awaited<ReturnType<typeof findUsersOf>>[number]

const usersOfDemo = ({ database }: Parts): Promise<{ user: User; wasLockedOut: boolean }[]> =>
  database.asSystem('demo: look for its people', async (tx) => {
    const found = []
    for (const { clientId, lockedOut } of await selectDemoClients(tx))
      for (const user of await findUsersOf(tx, clientId)) found.push({ user, wasLockedOut: lockedOut.includes(user.userId) })
    return found
  })

const lockOutPeople = async (parts: Parts): Promise<void> => {
  for (const { user } of await usersOfDemo(parts)) {
    if (user.status === 'SUSPENDED') continue
    await closeSignIn(parts.identity, user)
    await parts.database.asSystem('demo: lock its people out', async (tx) => {
      await addLockedOut(tx, user)
      await setStatus(tx, user, 'SUSPENDED')
    })
  }
}

/** Nothing is read for an account that is suspended. That of the demo's staff has nothing to be read. */
const suspendClients = ({ database }: Parts): Promise<void> =>
  database.asSystem('demo: suspend its accounts', async (tx) => {
    for (const { clientId } of await selectDemoClients(tx)) {
      const client = await lockClient(tx, clientId)
      if (!client || client.is_internal || !['active', 'pending'].includes(client.status)) continue
      await moveStatus(tx, clientId, { from: client.status, to: 'suspended', reason: 'The demo is off.' })
      await setStatusBefore(tx, { clientId, statusBefore: client.status })
    }
  })

/**
 * Everybody knows the password of the demo's people, and whom they invited was let in by nobody else: where the demo is off, its accounts
 * are suspended, all their users are locked out and their sign-ins ended. The identity provider is told first: as long as the state is
 * old, the next start tries again.
 */
export const closeDemo = async (parts: Parts): Promise<void> => {
  await suspendClients(parts)
  await lockOutPeople(parts)
}

const letPeopleIn = async (parts: Parts): Promise<void> => {
  for (const { user, wasLockedOut } of await usersOfDemo(parts)) {
    if (!wasLockedOut) continue
    if (user.status === 'SUSPENDED') await openSignIn(parts.identity, user)
    await parts.database.asSystem('demo: let its people in', async (tx) => {
      await removeLockedOut(tx, user)
      if (user.status === 'SUSPENDED') await setStatus(tx, user, user.hasArrived ? 'ACTIVE' : 'INVITED')
    })
  }
}

const restoreClients = ({ database }: Parts): Promise<void> =>
  database.asSystem('demo: restore its accounts', async (tx) => {
    for (const { clientId, statusBefore } of await selectDemoClients(tx)) {
      if (statusBefore === null) continue
      const client = await lockClient(tx, clientId)
      if (client?.status === 'suspended') await moveStatus(tx, clientId, { from: 'suspended', to: statusBefore, reason: null })
      await setStatusBefore(tx, { clientId, statusBefore: null })
    }
  })

/** Lets in again whom a start without the demo locked out. Whom an admin suspended stays so. */
export const reopenDemo = async (parts: Parts): Promise<void> => {
  await restoreClients(parts)
  await letPeopleIn(parts)
}
