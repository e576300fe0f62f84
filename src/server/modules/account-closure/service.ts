import type { Client } from '#contract/clients.ts'
import { whoMay, type Access } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context, ScopedWork } from '#server/platform/http/context.ts'
import { doneBy } from '../acts/model.ts'
import { record } from '../acts/service.ts'
import { toClient, type ClientWithOwner } from '../clients/model.ts'
import { askForSecond } from '../clients/requests/service.ts'
import { readClient } from '../clients/service.ts'
import { changeStatus, lockClientRow, moveStatus } from '../clients/status/service.ts'
import { endConnections } from '../connections/service.ts'
import { listAdmins } from '../notifications/service.ts'
import { assertStillAllowed } from '../users/access/service.ts'
import { acts } from './acts.ts'
import { countRows, selectClientTables } from './catalogue-queries.ts'
import { countable } from './client-tables.ts'

const grace = 30 * 86_400_000

interface Work {
  tx: Tx
  dispatcher: Dispatcher
  caller: Caller
}

/**
 * A request's own role may not change whether an account is open, so users act in a system scope, limited to their own
 * account.
 */
const reach = async <T>(context: Context, id: string, work: ScopedWork<T>): Promise<T> => {
  if (id === context.caller.clientId) return context.asSystem('closing: by its owner', work)
  if (context.caller.isStaff) return context.asStaff('closing: by our own people', work)
  throw new AppError('NOT_FOUND')
}

interface Change {
  client: Client
  from: string
  reason: string | undefined
}

/** What every change has in common. All admins get a separate email, so the notification sends none. */
const aboutChange = async ({ tx, dispatcher, caller }: Work, { client, from, reason }: Change) => {
  const { id: clientId, status, statusSince, statusReason } = client
  const actor = doneBy(caller, clientId).actor
  return {
    clientId,
    by: caller,
    object: { id: clientId },
    before: { status: from },
    after: { status },
    reason,
    dispatcher,
    notice: {
      except: caller.userId,
      about: clientId,
      change: statusSince,
      data: { status, actor, ...(statusReason === null ? {} : { reason: statusReason }) },
      withoutEmail: 'all' as const,
    },
    readers: await listAdmins(tx, clientId),
  }
}

const startClosing = async (work: Work, clientId: string, reason: string | null): Promise<Client> => {
  const closesAt = new Date(Date.now() + grace)
  const client = await moveStatus(work.tx, clientId, { from: 'active', to: 'closing', reason, closesAt })
  const { readers, ...about } = await aboutChange(work, { client, from: 'active', reason: reason ?? undefined })
  await endConnections(work.tx, work.dispatcher, clientId)
  await record(work.tx, acts['client.closing'], { ...about, email: { client, readers, reason } })
  return client
}

const mustBe = (status: string, row: { status: string }): void => {
  if (row.status !== status) throw new AppError('ACTION_NOT_ALLOWED', { detail: `The account is ${row.status}.` })
}

interface Preview {
  client: Client
  closesAt: string
  removes: Record<string, number>
}

export const previewClosure = (context: Context, id: string): Promise<Preview> => {
  const count = async (tx: Tx): Promise<Preview> => {
    const client = await readClient(tx, id)
    const removes: Record<string, number> = {}
    for (const { word, table } of countable(await selectClientTables(tx))) removes[word] = await countRows(tx, table, id)
    return { client, closesAt: client.closesAt ?? new Date(Date.now() + grace).toISOString(), removes }
  }
  return id === context.caller.clientId ? context.inClient(count) : reach(context, id, count)
}

const asTyped = (name: string): string => name.normalize('NFC').trim()

/** Locks the account, and returns it with the caller's current rights. */
const lockAndCheck = async (
  tx: Tx,
  context: Context,
  id: string,
  access: Access,
): Promise<{ row: ClientWithOwner; caller: Caller }> => {
  const row = await lockClientRow(tx, id)
  return { row, caller: await assertStillAllowed(tx, context.caller, { clientId: id, access }) }
}

const owners = whoMay('ownership', 'x')
const staff = whoMay('internal', 'w')

/** Staff give a reason by changing the status of the account; users of the account need none. */
const ownAlone = (context: Context, id: string, detail: string): void => {
  if (id === context.caller.clientId) return
  throw context.caller.isStaff ? new AppError('ACTION_NOT_ALLOWED', { detail }) : new AppError('NOT_FOUND')
}

export const closeClient = (
  context: Context,
  dispatcher: Dispatcher,
  { id, name }: { id: string; name: string },
): Promise<Client> =>
  reach(context, id, async (tx) => {
    ownAlone(context, id, 'Give a reason to close it. A second staff user has to approve it.')
    const { row, caller } = await lockAndCheck(tx, context, id, owners)
    mustBe('active', row)
    if (asTyped(name) !== asTyped(row.name))
      throw new AppError('VALIDATION_FAILED', { field: 'name', detail: `Type the account name exactly: ${row.name}` })
    return startClosing({ tx, dispatcher, caller }, id, null)
  })

const takeBack = async (work: Work, id: string, reason?: string): Promise<Client> => {
  const client = await moveStatus(work.tx, id, { from: 'closing', to: 'active', reason: reason ?? null })
  const { readers, ...about } = await aboutChange(work, { client, from: 'closing', reason })
  await record(work.tx, acts['client.reopened'], { ...about, email: { client, readers } })
  return client
}

export const reopenClient = (context: Context, dispatcher: Dispatcher, id: string): Promise<Client> =>
  reach(context, id, async (tx) => {
    ownAlone(context, id, 'To cancel the closure, make the account active again and give a reason.')
    const { row, caller } = await lockAndCheck(tx, context, id, owners)
    mustBe('closing', row)
    return takeBack({ tx, dispatcher, caller }, id)
  })

interface Decision {
  client: Client
  awaitsSecondPerson: boolean
}

/** The first staff user requests the closure, another one carries it out. */
const closeByTwo = async (work: Work, row: ClientWithOwner, { reason, isSecond }: StatusParams): Promise<Decision> => {
  const id = row.client_id
  mustBe('active', row)
  const answer = await askForSecond(work, { clientId: id, kind: 'closing', reason, isSecond })
  if (answer === 'agreed') return { client: await startClosing(work, id, reason ?? null), awaitsSecondPerson: false }
  if (answer === 'asked') await record(work.tx, acts['client.closing_requested'], { clientId: id, object: { id }, reason })
  return { client: toClient(row), awaitsSecondPerson: true }
}

interface StatusParams {
  id: string
  status: 'active' | 'suspended' | 'closing'
  reason?: string | undefined
  /** Only as the second approval: no new request is made. */
  isSecond?: boolean
}

export const changeClientStatus = (context: Context, dispatcher: Dispatcher, params: StatusParams): Promise<Decision> =>
  context.asStaff(`closing: make an account ${params.status}`, async (tx) => {
    const { id, status, reason } = params
    const { row, caller } = await lockAndCheck(tx, context, id, staff)
    const work = { tx, dispatcher, caller }
    if (status === 'closing') return closeByTwo(work, row, params)
    const isTakenBack = status === 'active' && row.status === 'closing'
    const client = isTakenBack ? await takeBack(work, id, reason) : await changeStatus(work, { row, status, reason })
    return { client, awaitsSecondPerson: false }
  })
