import type { Client } from '#contract/clients.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { lockClient, notifyUsersChanged, selectClient, updateStatus, type StatusChange } from '../queries.ts'
import { type ClientWithOwner, readerOf, toClient } from '../model.ts'
import { deleteRequests } from '../requests/queries.ts'

/**
 * Locks the account until the transaction ends, and returns it with its owner. Our own account keeps the installation
 * running: its status cannot change.
 */
export const lockClientRow = async (tx: Tx, clientId: string): Promise<ClientWithOwner> => {
  const locked = await lockClient(tx, clientId)
  const row = locked && (await selectClient(tx, clientId))
  if (!row) throw new AppError('NOT_FOUND')
  if (row.is_internal) throw new AppError('ACTION_NOT_ALLOWED', { detail: "Our own account can't be suspended or closed." })
  return row
}

/**
 * Changes the status. Open requests were made for the old status and are deleted. The next call of every user, in every
 * process, uses the new status.
 */
export const moveStatus = async (tx: Tx, clientId: string, change: StatusChange): Promise<Client> => {
  const row = await updateStatus(tx, clientId, change)
  if (!row) throw new AppError('ACTION_NOT_ALLOWED')
  await deleteRequests(tx, clientId)
  await notifyUsersChanged(tx)
  return toClient(row)
}

/** The next status; undefined if the change is not possible. An account whose owner never signed in is pending again. */
const targetOf = (row: ClientWithOwner, requested: 'active' | 'suspended'): string | undefined => {
  if (requested === 'suspended') return ['active', 'pending'].includes(row.status) ? 'suspended' : undefined
  if (row.status !== 'suspended') return undefined
  return row.owner_id !== null && row.owner_subject === null ? 'pending' : 'active'
}

/** Its owner gets an email, its admins a notification. */
const announce = (row: ClientWithOwner, { id: clientId, status, statusSince }: Client, reason: string | undefined) => {
  const reader = readerOf(row)
  return {
    notice: {
      about: clientId,
      change: statusSince,
      data: { status, actor: 'Tributary staff', ...(reason === undefined ? {} : { reason }) },
      withoutEmail: row.owner_id === null ? [] : [row.owner_id],
    },
    email: reader && { reader, isSuspended: status === 'suspended', reason },
  }
}

interface Work {
  tx: Tx
  dispatcher: Dispatcher
  caller: Caller
}

interface StatusParams {
  /** The account, which the caller has locked. */
  row: ClientWithOwner
  status: 'active' | 'suspended'
  reason?: string | undefined
}

/** Done by staff. */
export const changeStatus = async ({ tx, dispatcher, caller }: Work, { row, status, reason }: StatusParams): Promise<Client> => {
  const id = row.client_id
  const to = targetOf(row, status)
  if (to === undefined) throw new AppError('ACTION_NOT_ALLOWED', { detail: `The account is ${row.status}.` })
  const client = await moveStatus(tx, id, { from: row.status, to, reason: reason ?? null })
  await record(tx, acts['client.status_changed'], {
    clientId: id,
    by: caller,
    object: { id, name: to },
    before: { status: row.status },
    after: { status: to },
    reason,
    dispatcher,
    ...announce(row, client, reason),
  })
  return client
}
