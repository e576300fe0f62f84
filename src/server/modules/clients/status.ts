import type { Client } from '#contract/clients.ts'
import type { Act } from '#server/platform/audit/act.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { publish } from '#server/platform/live/hub.ts'
import { recordEvent } from '../events/service.ts'
import { notify } from '../notifications/service.ts'
import { sendStatusChangedEmail } from './emails.ts'
import { lockClient, notifyUsersChanged, selectClient, updateStatus, type ClientWithOwner, type StatusChange } from './queries.ts'
import { deleteRequests } from './request-queries.ts'
import { doneBy, toClient } from './mapper.ts'

/** The account with its owner, held until the transaction ends. Our own account keeps the installation running: it stays as it is. */
export const lockClientRow = async (tx: Tx, clientId: string): Promise<ClientWithOwner> => {
  const held = await lockClient(tx, clientId)
  const row = held && (await selectClient(tx, clientId))
  if (!row) throw new AppError('NOT_FOUND')
  if (row.is_internal) throw new AppError('ACTION_NOT_ALLOWED', { detail: "Our own account can't be suspended or closed." })
  return row
}

/** From one status to another. What somebody asked for before was asked of another state. Everybody's next call, in every process, is judged by the new one. */
export const moveStatus = async (tx: Tx, clientId: string, change: StatusChange): Promise<Client> => {
  const row = await updateStatus(tx, clientId, change)
  if (!row) throw new AppError('ACTION_NOT_ALLOWED')
  await deleteRequests(tx, clientId)
  await notifyUsersChanged(tx)
  await publish(tx, clientId, 'client')
  return toClient(row)
}

/** Where a change of status leads; undefined where it is not possible. Whoever never arrived is waited for again. */
const targetOf = (row: ClientWithOwner, wanted: 'active' | 'suspended'): string | undefined => {
  if (wanted === 'suspended') return ['active', 'pending'].includes(row.status) ? 'suspended' : undefined
  if (row.status !== 'suspended') return undefined
  return row.owner_id !== null && row.owner_subject === null ? 'pending' : 'active'
}

interface StatusNotice {
  row: ClientWithOwner
  client: Client
  reason: string | undefined
}

const notifyUsers = async (tx: Tx, dispatcher: Dispatcher, { row, client, reason }: StatusNotice): Promise<void> => {
  const { id: clientId, status, statusSince } = client
  const key = `client.status_changed:${clientId}:${statusSince}`
  const data = { status, actor: 'Tributary staff', ...(reason === undefined ? {} : { reason }) }
  const notice = { clientId, kind: 'client.status_changed', key, data } as const
  if (row.owner_email !== null) {
    const reader = { clientId, clientName: row.name, email: row.owner_email, name: row.owner_name ?? '' }
    await sendStatusChangedEmail(tx, dispatcher, { reader, isSuspended: status === 'suspended', reason })
  }
  await notify(tx, dispatcher, { ...notice, to: 'admins', withoutLetter: row.owner_id === null ? [] : [row.owner_id] })
}

interface Work {
  tx: Tx
  note: (act: Act) => void
  dispatcher: Dispatcher
  caller: Caller
}

interface Wanted {
  /** The account, which is held. */
  row: ClientWithOwner
  status: 'active' | 'suspended'
  reason?: string | undefined
}

/** Done by our own people. */
export const changeStatus = async ({ tx, note, dispatcher, caller }: Work, { row, status, reason }: Wanted): Promise<Client> => {
  const id = row.client_id
  const to = targetOf(row, status)
  if (to === undefined) throw new AppError('ACTION_NOT_ALLOWED', { detail: `The account is ${row.status}.` })
  const client = await moveStatus(tx, id, { from: row.status, to, reason: reason ?? null })
  await recordEvent(tx, { clientId: id, event: 'client.status_changed', ...doneBy(caller, id), object: to })
  await notifyUsers(tx, dispatcher, { row, client, reason })
  note({
    action: 'client.status_changed',
    clientId: id,
    object: { type: 'client', id },
    before: { status: row.status },
    after: { status: to },
    reason,
  })
  return client
}
