import type { Client, ClientRow } from '#contract/clients.ts'
import type { Role } from '#contract/permissions.ts'
import type { Act } from '#server/platform/audit/act.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, ScopedWork } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/live/hub.ts'
import { normaliseEmail } from '#server/platform/email/address.ts'
import { recordStaffView } from '../audit/service.ts'
import { recordEvent } from '../events/service.ts'
import { notify } from '../notifications/service.ts'
import { createDefaultStages } from '../stages/service.ts'
import { sendStaffViewEmail, sendStaffRequestEmail } from './emails.ts'
import { nameKey } from './names.ts'
import * as queries from './queries.ts'
import { doneBy, auditSnapshot, toClient, toClientRow, type Viewer } from './mapper.ts'

export { changeStatus, lockClientRow, moveStatus } from './status.ts'
export { lockClient, selectInternalClient as findInternalClient, type ClientWithOwner as HeldClient } from './queries.ts'
export { doneBy, toClient } from './mapper.ts'
export {
  countOpenRequests,
  deleteOldRequests,
  requestKeptFor,
  selectOpenRequests,
  type RequestKind,
  type RequestRef,
} from './request-queries.ts'
export { askForSecond, declineRequest, dropRequest, findRequestOfOther } from './second-approval.ts'

export const checkNameIsFree = async (tx: Tx, name: string): Promise<void> => {
  if (await queries.isNameTaken(tx, nameKey(name))) throw new AppError('CLIENT_NAME_TAKEN', { field: 'name' })
}

const mostSuffixes = 1000

/** The wanted name, or the first free "name 2", "name 3": somebody may have taken it since the sign-up form checked. */
const reserveFreeName = async (tx: Tx, wanted: string, clientId: string): Promise<string> => {
  for (let attempt = 1; attempt <= mostSuffixes; attempt += 1) {
    const name = attempt === 1 ? wanted : `${[...wanted].slice(0, 45).join('')} ${attempt}`
    if (await queries.reserveName(tx, nameKey(name), clientId)) return name
  }
  throw new AppError('CLIENT_NAME_TAKEN', { field: 'name' })
}

const reserveExactName = async (tx: Tx, wanted: string, clientId: string): Promise<string> => {
  if (!(await queries.reserveName(tx, nameKey(wanted), clientId))) throw new AppError('CLIENT_NAME_TAKEN', { field: 'name' })
  return wanted
}

interface Opening {
  name: string
  type: 'AGENCY' | 'COMPANY'
  timeZone: string
  currency?: string
  /** An account that we open for somebody is pending until they arrive. */
  status?: 'pending' | 'active'
  /** Refuse a name that is taken, in place of finding one beside it. */
  isExactName?: boolean
  origin?: 'user' | 'staff'
  ownerUserId: string
  isInternal?: boolean
}

/** A new tenant with its default data. The caller adds the owner in the same transaction. */
export const openClient = async (tx: Tx, opening: Opening): Promise<{ clientId: string; name: string }> => {
  const { type, timeZone, currency = 'USD', status = 'active', isInternal = false, ownerUserId, origin = 'user' } = opening
  const clientId = newId()
  const name = await (opening.isExactName ? reserveExactName : reserveFreeName)(tx, opening.name, clientId)
  await queries.insertClient(tx, { clientId, name, type, timeZone, currency, status, ownerUserId, isInternal })
  await createDefaultStages(tx, clientId)
  await recordEvent(tx, { clientId, event: 'client.created', origin, object: name })
  return { clientId, name }
}

/** The owner of an account that we opened for them has arrived: what is to be noted of it. Undefined when it was not waiting. */
export const activatePending = async (tx: Tx, clientId: string): Promise<Act | undefined> => {
  const row = await queries.updateStatus(tx, clientId, { from: 'pending', to: 'active', reason: null })
  if (!row) return undefined
  await queries.notifyUsersChanged(tx)
  await publish(tx, clientId, 'client')
  await recordEvent(tx, { clientId, event: 'client.status_changed', origin: 'system', object: 'active' })
  const act = { action: 'client.status_changed', clientId, object: { type: 'client', id: clientId } }
  return { ...act, before: { status: 'pending' }, after: { status: 'active' } }
}

/** What every process remembers of people holds the standing of their account. */
export const publishStatusChange = (tx: Tx): Promise<void> => queries.notifyUsersChanged(tx)

export const readClient = async (tx: Tx, clientId: string): Promise<Client> => {
  const row = await queries.selectClient(tx, clientId)
  if (!row) throw new AppError('NOT_FOUND')
  return toClient(row)
}

/** One account with its owner, as the caller may see them. */
export const readClientRow = async (tx: Tx, clientId: string, viewer: Viewer): Promise<ClientRow> => {
  const row = await queries.selectClient(tx, clientId)
  if (!row) throw new AppError('NOT_FOUND')
  return toClientRow(row, viewer)
}

/** The caller has checked that the person belongs to the account. */
export const setOwner = async (tx: Tx, clientId: string, userId: string): Promise<void> => {
  await queries.updateOwner(tx, clientId, userId)
  await queries.notifyUsersChanged(tx)
  await publish(tx, clientId, 'client')
}

/** Within one's own account as its member; our own people reach any; for everybody else there is none. */
const reach = async <T>(context: Context, id: string, work: ScopedWork<T>): Promise<T> => {
  if (id === context.caller.clientId) return context.inClient(work)
  if (context.caller.isStaff) return context.asStaff('clients: one account', work)
  throw new AppError('NOT_FOUND')
}

export const getClient = (context: Context, id: string): Promise<ClientRow> =>
  reach(context, id, async (tx, note) => {
    const row = await readClientRow(tx, id, context)
    await recordStaffView(tx, note, context, id)
    return row
  })

/** A search result, like a row of the list: only opening the account counts as a view. */
export const getClientByEmail = async (context: Context, email: string): Promise<ClientRow> => {
  const { clientId, isStaff } = context.caller
  const emailNorm = normaliseEmail(email)
  const id = isStaff
    ? await context.asStaff('clients: the account of a person', (tx) => queries.selectRegionOf(tx, emailNorm))
    : await context.inClient((tx) => queries.selectRegionOf(tx, emailNorm, clientId))
  if (id === undefined) throw new AppError('NOT_FOUND')
  return reach(context, id, (tx) => readClientRow(tx, id, context))
}

interface ProfileChange {
  version?: number | undefined
  name?: string | undefined
  timeZone?: string | undefined
  currency?: string | undefined
}

const rename = async (tx: Tx, clientId: string, names: { from: string; to: string }): Promise<void> => {
  const [from, to] = [nameKey(names.from), nameKey(names.to)]
  if (from === to) return
  await reserveExactName(tx, names.to, clientId)
  await queries.releaseName(tx, from, clientId)
}

/** A form may send back what it was given; only what is different is a change. */
const differences = (
  before: { name: string; time_zone: string; currency: string },
  { name, timeZone, currency }: ProfileChange,
) => ({
  name: name === before.name ? undefined : name,
  time_zone: timeZone === before.time_zone ? undefined : timeZone,
  currency: currency === before.currency ? undefined : currency,
})

export const updateClient = (context: Context, id: string, change: ProfileChange): Promise<Client> =>
  reach(context, id, async (tx, note) => {
    const before = await queries.lockClient(tx, id)
    if (!before) throw new AppError('NOT_FOUND')
    if (before.status === 'closed') throw new AppError('ACTION_NOT_ALLOWED', { detail: 'The account is closed.' })
    const { version } = change
    if (version !== undefined && before.version !== version) throw new AppError('STALE_VERSION')
    const { name, time_zone, currency } = differences(before, change)
    if (name === undefined && time_zone === undefined && currency === undefined) return toClient(before)
    if (name !== undefined) await rename(tx, id, { from: before.name, to: name })
    const after = await queries.updateClient(tx, { clientId: id, version: before.version }, { name, time_zone, currency })
    if (!after) throw new AppError('STALE_VERSION')
    await recordEvent(tx, { clientId: id, event: 'client.updated', ...doneBy(context.caller, id) })
    await publish(tx, id, 'client')
    note({
      action: 'client.updated',
      clientId: id,
      object: { type: 'client', id },
      before: auditSnapshot(before),
      after: auditSnapshot(after),
    })
    return toClient(after)
  })

interface Look {
  clientId: string
  /** What was looked at, as part of a sentence. */
  what: string
  reason: string
  /** Names the look, so that it is told once. */
  key: string
}

/** The owner is told of every look of our own people behind a mask. */
export const notifyOwnerOfStaffView = async (
  tx: Tx,
  dispatcher: Dispatcher,
  { clientId, what, reason, key }: Look,
): Promise<void> => {
  const row = await queries.selectClient(tx, clientId)
  if (!row || row.owner_email === null) return
  const reader = { clientId, clientName: row.name, email: row.owner_email, name: row.owner_name ?? '' }
  await sendStaffViewEmail(tx, dispatcher, { reader, what, reason, at: new Date() })
  await notify(tx, dispatcher, { clientId, to: 'owner', kind: 'staff.looked', key: `staff.looked:${key}`, data: { reason } })
}

interface StaffWish {
  clientId: string
  kind: 'staff.invited' | 'staff.role_requested' | 'staff.owner_requested'
  /** Whom it is about. */
  name: string
  role?: Role
  reason?: string | undefined
  /** Names the wish, so that it is told once. */
  key: string
}

/** The owner is told by letter what our own people want with the people of the account, before it counts. */
export const notifyOwnerOfRequest = async (tx: Tx, dispatcher: Dispatcher, wish: StaffWish): Promise<void> => {
  const { clientId, kind, name, role, reason, key } = wish
  const row = await queries.selectClient(tx, clientId)
  if (!row || row.owner_email === null) return
  const reader = { clientId, clientName: row.name, email: row.owner_email, name: row.owner_name ?? '' }
  await sendStaffRequestEmail(tx, dispatcher, { reader, kind, name, role, reason })
  const data = { name, ...(role === undefined ? {} : { role }), ...(reason === undefined ? {} : { reason }) }
  await notify(tx, dispatcher, { clientId, to: 'owner', kind, key: `${kind}:${key}`, data })
}

type Owner = { name: string; lastname: string; email: string }

export const revealOwner = (context: Context, dispatcher: Dispatcher, look: { id: string; reason: string }): Promise<Owner> =>
  context.asStaff('clients: reveal an owner', async (tx, note) => {
    const { id: clientId, reason } = look
    const row = await queries.selectClient(tx, clientId)
    if (!row?.owner_id) throw new AppError('NOT_FOUND')
    await notifyOwnerOfStaffView(tx, dispatcher, {
      clientId,
      what: 'your name and email address',
      reason,
      key: context.requestId,
    })
    note({ action: 'staff.revealed', clientId, object: { type: 'user', id: row.owner_id }, reason })
    return { name: row.owner_name ?? '', lastname: row.owner_lastname ?? '', email: row.owner_email ?? '' }
  })
