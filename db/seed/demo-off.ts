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

const lockOutUsers = async (parts: Parts): Promise<void> => {
  for (const { user } of await usersOfDemo(parts)) {
    if (user.status === 'SUSPENDED') continue
    await closeSignIn(parts.identity, user)
    await parts.database.asSystem('demo: lock its people out', async (tx) => {
      await addLockedOut(tx, user)
      await setStatus(tx, user, 'SUSPENDED')
    })
  }
}

/** A suspended account is not synced. The account of the demo's staff has nothing to sync. */
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
 * The password of the demo's users is public, and users whom they invited have no other sponsor: if the demo is off,
 * its accounts are suspended, all their users are locked out and their sign-ins ended. The identity provider is updated
 * first: as long as the state is old, the next start tries again.
 */
export const closeDemo = async (parts: Parts): Promise<void> => {
  await suspendClients(parts)
  await lockOutUsers(parts)
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

/** Restores users whom a start without the demo locked out. Users whom an admin suspended stay suspended. */
export const reopenDemo = async (parts: Parts): Promise<void> => {
  await restoreClients(parts)
  await letPeopleIn(parts)
}
