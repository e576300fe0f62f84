import type { ClientRow } from '#contract/clients.ts'
import type { Role } from '#contract/permissions.ts'
import type { Act } from '#server/platform/audit/act.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Desk } from '#server/platform/desk.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { publish } from '#server/platform/live/hub.ts'
import { askForSecond, doneBy, readClientRow, setOwner, tellOwnerOfLook } from '../clients/service.ts'
import { recordEvent } from '../events/service.ts'
import { notify } from '../notifications/service.ts'
import { postNoLongerOwner, postNowOwner } from './mails.ts'
import { lockClient, selectClientOf, selectUser, updateRole, type PersonRow } from './queries.ts'
import { adminRoles } from './rules.ts'
import { fullName, placeOf, statusOf } from './shape.ts'

/** The mask comes off for one person and one reason, which the account and its owner learn. */
export const revealUser = (
  context: Context,
  desk: Desk,
  { userId, reason }: { userId: string; reason: string },
): Promise<{ name: string; lastname: string; email: string }> =>
  context.asStaff('users: reveal somebody', async (tx, note) => {
    const clientId = await selectClientOf(tx, userId)
    const person = clientId === undefined ? undefined : await selectUser(tx, clientId, userId)
    if (!clientId || !person) throw new AppError('NOT_FOUND')
    const what = 'the name and address of one person'
    await tellOwnerOfLook(tx, desk, { clientId, what, reason, key: context.requestId })
    note({ action: 'staff.revealed', clientId, object: { type: 'user', id: userId }, reason })
    return { name: person.first_name, lastname: person.lastname, email: person.email }
  })

/** Owners are admins at least, before and after. */
const makeAdmin = async (tx: Tx, person: PersonRow): Promise<void> => {
  if (!adminRoles(false).includes(person.role as Role)) await updateRole(tx, placeOf(person), 'admin')
}

const nextOwner = async (tx: Tx, place: { clientId: string; userId: string; ownerId: string | null }): Promise<PersonRow> => {
  const person = await selectUser(tx, place.clientId, place.userId)
  if (!person || statusOf(person) === 'DELETED') throw new AppError('NOT_FOUND')
  if (place.userId === place.ownerId)
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'This person owns the account already.' })
  if (statusOf(person) !== 'ACTIVE')
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'Only somebody who is active can own the account.' })
  return person
}

const tell = async (
  { tx, desk, context }: { tx: Tx; desk: Desk; context: Context },
  next: PersonRow,
  previous: PersonRow | undefined,
): Promise<void> => {
  const { clientId, userId } = placeOf(next)
  const by = doneBy(context.caller, clientId)
  await postNowOwner(tx, desk, next)
  if (previous) await postNoLongerOwner(tx, desk, previous, fullName(next))
  await recordEvent(tx, { clientId, event: 'client.owner_changed', ...by, object: next.email })
  await publish(tx, clientId, 'users')
  await notify(tx, desk, {
    clientId,
    to: 'admins',
    except: context.caller.userId,
    kind: 'client.owner_changed',
    key: `client.owner_changed:${userId}:${context.requestId}`,
    data: { name: fullName(next), actor: by.actor },
    withoutLetter: [userId, ...(previous ? [previous.user_id] : [])],
  })
}

interface Handing {
  id: string
  userId: string
  reason?: string | undefined
}

/** The owner hands on alone; one of our own people gives a reason and waits for a second one. */
const isAgreed = async (
  tx: Tx,
  context: Context,
  { id, userId, reason }: Handing,
  note: (act: Act) => void,
): Promise<boolean> => {
  const { caller } = context
  if (id === caller.clientId) return true
  if (reason === undefined) throw new AppError('VALIDATION_FAILED', { detail: 'Give a reason.', field: 'reason' })
  const wish = { clientId: id, kind: 'ownership', subject: userId, staffId: caller.userId, reason } as const
  const answer = await askForSecond(tx, wish)
  if (answer === 'asked')
    note({
      action: 'client.owner_change_requested',
      clientId: id,
      object: { type: 'client', id },
      after: { ownerId: userId },
      reason,
    })
  return answer === 'agreed'
}

export const transferOwnership = (
  context: Context,
  desk: Desk,
  handing: Handing,
): Promise<{ client: ClientRow; awaitsSecondPerson: boolean }> =>
  context.asSystem('users: make somebody the owner', async (tx, note) => {
    const { caller } = context
    const { id: clientId, userId, reason } = handing
    const held = clientId === caller.clientId || caller.isStaff ? await lockClient(tx, clientId) : undefined
    if (!held || held.status === 'closed') throw new AppError('NOT_FOUND')
    const ownerId = held.owner_user_id
    const next = await nextOwner(tx, { clientId, userId, ownerId })
    const answer = async (awaitsSecondPerson: boolean) => ({
      client: await readClientRow(tx, clientId, clientId !== caller.clientId),
      awaitsSecondPerson,
    })
    if (!(await isAgreed(tx, context, handing, note))) return answer(true)
    const previous = ownerId === null ? undefined : await selectUser(tx, clientId, ownerId)
    await makeAdmin(tx, next)
    if (previous) await makeAdmin(tx, previous)
    await setOwner(tx, clientId, userId)
    await tell({ tx, desk, context }, next, previous)
    note({
      action: 'client.owner_changed',
      clientId,
      object: { type: 'client', id: clientId },
      before: { ownerId },
      after: { ownerId: userId },
      reason,
    })
    return answer(false)
  })
