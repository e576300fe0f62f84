import type { Client, ClientRow } from '#contract/clients.ts'
import { whoMay } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, ScopedWork } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { normaliseEmail } from '#server/platform/email/address.ts'
import { record } from '../acts/service.ts'
import { recordStaffView } from '../audit/staff-views/service.ts'
import { createDefaultStages } from '../stages/service.ts'
import { assertStillAllowed } from '../users/access/service.ts'
import { acts } from './acts.ts'
import { nameKey } from './names.ts'
import * as queries from './queries.ts'
import {
  auditSnapshot,
  checkNotOurName,
  readerOf,
  toClient,
  toClientRow,
  type ClientTableRow,
  type OwnerReader,
  type Viewer,
} from './model.ts'

export const checkNameIsFree = async (tx: Tx, name: string): Promise<void> => {
  if (await queries.isNameTaken(tx, nameKey(name))) throw new AppError('CLIENT_NAME_TAKEN', { field: 'name' })
}

const mostSuffixes = 1000

/** The requested name, or the first free "name 2", "name 3": another account may have taken it since the sign-up form checked. */
const reserveFreeName = async (tx: Tx, requested: string, clientId: string): Promise<string> => {
  for (let attempt = 1; attempt <= mostSuffixes; attempt += 1) {
    const name = attempt === 1 ? requested : `${[...requested].slice(0, 45).join('')} ${attempt}`
    if (await queries.reserveName(tx, nameKey(name), clientId)) return name
  }
  throw new AppError('CLIENT_NAME_TAKEN', { field: 'name' })
}

const reserveExactName = async (tx: Tx, requested: string, clientId: string): Promise<string> => {
  if (!(await queries.reserveName(tx, nameKey(requested), clientId))) throw new AppError('CLIENT_NAME_TAKEN', { field: 'name' })
  return requested
}

interface Opening {
  name: string
  type: 'AGENCY' | 'COMPANY'
  timeZone: string
  currency?: string
  /** An account that staff open for a user is pending until the user signs in. */
  status?: 'pending' | 'active'
  /** Refuse a name that is taken, instead of finding a free one. */
  isExactName?: boolean
  origin?: 'user' | 'staff'
  /** Why staff opened it. */
  reason?: string
  ownerUserId: string
  isInternal?: boolean
}

/** Creates a client with its default data. The caller adds the owner in the same transaction. */
export const openClient = async (tx: Tx, opening: Opening): Promise<{ clientId: string; name: string }> => {
  const { type, timeZone, currency = 'USD', status = 'active', isInternal = false, ownerUserId, origin = 'user' } = opening
  const clientId = newId()
  const name = await (opening.isExactName ? reserveExactName : reserveFreeName)(tx, opening.name, clientId)
  await queries.insertClient(tx, { clientId, name, type, timeZone, currency, status, ownerUserId, isInternal })
  await createDefaultStages(tx, clientId)
  await record(tx, acts['client.created'], {
    clientId,
    by: { origin },
    object: { id: clientId, name },
    after: { clientName: name, type, timeZone, currency, status },
    reason: opening.reason,
  })
  return { clientId, name }
}

/** An account that staff opened becomes active with the first sign-in of its owner. Any other account stays unchanged. */
export const activatePending = async (tx: Tx, clientId: string): Promise<void> => {
  const row = await queries.updateStatus(tx, clientId, { from: 'pending', to: 'active', reason: null })
  if (!row) return
  await queries.notifyUsersChanged(tx)
  await record(tx, acts['client.activated'], {
    clientId,
    by: { origin: 'system' },
    object: { id: clientId, name: 'active' },
    before: { status: 'pending' },
    after: { status: 'active' },
  })
}

/** Locked until the transaction ends, so that acts on the users of an account come one after the other. */
export const lockClient = (tx: Tx, clientId: string) => queries.lockClient(tx, clientId)

/** The account of staff. Undefined until the installation has its first staff user. */
export const findInternalClient = (tx: Tx): Promise<string | undefined> => queries.selectInternalClient(tx)

/** The owner, as emails address them. Null if there is none. */
export const findOwner = async (tx: Tx, clientId: string): Promise<OwnerReader | null> => {
  const row = await queries.selectClient(tx, clientId)
  return row ? readerOf(row) : null
}

/** Every process caches users with the status of their account, so all caches are cleared. */
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

/** The caller has checked that the user belongs to the account. */
export const setOwner = async (tx: Tx, clientId: string, userId: string): Promise<void> => {
  await queries.updateOwner(tx, clientId, userId)
  await queries.notifyUsersChanged(tx)
  await record(tx, acts['client.owner_set'], { clientId })
}

/** Users reach their own account, staff any. All others are not found. */
const reach = async <T>(context: Context, id: string, work: ScopedWork<T>): Promise<T> => {
  if (id === context.caller.clientId) return context.inClient(work)
  if (context.caller.isStaff) return context.asStaff('clients: one account', work)
  throw new AppError('NOT_FOUND')
}

export const getClient = (context: Context, id: string): Promise<ClientRow> =>
  reach(context, id, async (tx) => {
    const row = await readClientRow(tx, id, context)
    await recordStaffView(tx, context, id)
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
  /** Why staff rename another account. */
  reason?: string | undefined
}

interface Renaming {
  before: ClientTableRow
  name: string
  reason: string | undefined
}

const rename = async (tx: Tx, { caller }: Context, { before, name, reason }: Renaming): Promise<void> => {
  if (before.client_id !== caller.clientId && reason === undefined)
    throw new AppError('VALIDATION_FAILED', { detail: 'Give a reason.', field: 'reason' })
  checkNotOurName(name, { isInternal: before.is_internal })
  const [from, to] = [nameKey(before.name), nameKey(name)]
  if (from === to) return
  await reserveExactName(tx, name, before.client_id)
  await queries.releaseName(tx, from, before.client_id)
}

/** A form may send unchanged values; only what differs is a change. */
const differences = (
  before: { name: string; time_zone: string; currency: string },
  { name, timeZone, currency }: ProfileChange,
) => ({
  name: name === before.name ? undefined : name,
  time_zone: timeZone === before.time_zone ? undefined : timeZone,
  currency: currency === before.currency ? undefined : currency,
})

export const updateClient = (context: Context, id: string, change: ProfileChange): Promise<Client> =>
  reach(context, id, async (tx) => {
    const before = await queries.lockClient(tx, id)
    if (!before) throw new AppError('NOT_FOUND')
    await assertStillAllowed(tx, context.caller, { clientId: id, access: whoMay('client', 'w') })
    if (before.status === 'closed') throw new AppError('ACTION_NOT_ALLOWED', { detail: 'The account is closed.' })
    const { version } = change
    if (version !== undefined && before.version !== version) throw new AppError('STALE_VERSION')
    const { name, time_zone, currency } = differences(before, change)
    if (name === undefined && time_zone === undefined && currency === undefined) return toClient(before)
    if (name !== undefined) await rename(tx, context, { before, name, reason: change.reason })
    const after = await queries.updateClient(tx, { clientId: id, version: before.version }, { name, time_zone, currency })
    if (!after) throw new AppError('STALE_VERSION')
    await record(tx, acts['client.updated'], {
      clientId: id,
      by: context.caller,
      object: { id },
      before: auditSnapshot(before),
      after: auditSnapshot(after),
      reason: change.reason,
    })
    return toClient(after)
  })

interface Reveal {
  clientId: string
  userId: string
  /** What was revealed, as part of a sentence. */
  what: string
  reason: string
  /** Identifies the reveal, so that the owner is notified once. */
  change: string
}

/** Every reveal of masked data is recorded in the account's audit log, and its owner is notified. */
export const recordReveal = async (tx: Tx, dispatcher: Dispatcher, reveal: Reveal): Promise<void> => {
  const { clientId, userId, what, reason, change } = reveal
  const reader = await findOwner(tx, clientId)
  await record(tx, acts['staff.revealed'], {
    clientId,
    object: { id: userId },
    reason,
    dispatcher,
    notice: reader && { about: userId, change, data: { reason } },
    email: reader && { reader, what, reason, at: new Date() },
  })
}

type Owner = { name: string; lastname: string; email: string }

export const revealOwner = (context: Context, dispatcher: Dispatcher, look: { id: string; reason: string }): Promise<Owner> =>
  context.asStaff('clients: reveal an owner', async (tx) => {
    const { id: clientId, reason } = look
    const row = await queries.selectClient(tx, clientId)
    if (!row?.owner_id) throw new AppError('NOT_FOUND')
    const what = 'your name and email address'
    await recordReveal(tx, dispatcher, { clientId, userId: row.owner_id, what, reason, change: context.requestId })
    return { name: row.owner_name ?? '', lastname: row.owner_lastname ?? '', email: row.owner_email ?? '' }
  })
