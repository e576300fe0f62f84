import type { Client, ClientRow } from '#contract/clients.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/live/hub.ts'
import { recordEvent } from '../events/service.ts'
import { createDefaultStages } from '../stages/service.ts'
import { nameKey } from './names.ts'
import {
  insertClient,
  isNameTaken,
  releaseName,
  reserveName,
  selectClient,
  selectClients,
  updateClient as writeClient,
} from './queries.ts'

type ClientTableRow = NonNullable<Awaited<ReturnType<typeof selectClient>>>

export const toClient = (row: ClientTableRow): Client => ({
  id: row.client_id,
  name: row.name,
  type: row.type as Client['type'],
  status: row.status as Client['status'],
  timeZone: row.time_zone,
  currency: row.currency,
  version: row.version,
  createdAt: row.created_at.toISOString(),
})

export const checkNameIsFree = async (tx: Tx, name: string): Promise<void> => {
  if (await isNameTaken(tx, nameKey(name))) throw new AppError('CLIENT_NAME_TAKEN', { field: 'name' })
}

const mostSuffixes = 1000

/** The wanted name, or the first free "name 2", "name 3": somebody may have taken it since the sign-up form checked. */
const reserveFreeName = async (tx: Tx, wanted: string, clientId: string): Promise<string> => {
  for (let attempt = 1; attempt <= mostSuffixes; attempt += 1) {
    const name = attempt === 1 ? wanted : `${[...wanted].slice(0, 45).join('')} ${attempt}`
    if (await reserveName(tx, nameKey(name), clientId)) return name
  }
  throw new AppError('CLIENT_NAME_TAKEN', { field: 'name' })
}

interface Opening {
  name: string
  type: 'AGENCY' | 'COMPANY'
  timeZone: string
  ownerUserId: string
  isInternal?: boolean
}

/** A new tenant with its default data. The caller adds the owner in the same transaction. */
export const openClient = async (tx: Tx, opening: Opening): Promise<{ clientId: string; name: string }> => {
  const clientId = newId()
  const name = await reserveFreeName(tx, opening.name, clientId)
  await insertClient(tx, { isInternal: false, ...opening, clientId, name })
  await createDefaultStages(tx, clientId)
  await recordEvent(tx, { clientId, event: 'client.created', origin: 'user', object: name })
  return { clientId, name }
}

interface ProfileChange {
  version: number
  name?: string | undefined
  timeZone?: string | undefined
  currency?: string | undefined
}

const rename = async (tx: Tx, clientId: string, names: { from: string; to: string }): Promise<void> => {
  const [from, to] = [nameKey(names.from), nameKey(names.to)]
  if (from === to) return
  if (!(await reserveName(tx, to, clientId))) throw new AppError('CLIENT_NAME_TAKEN', { field: 'name' })
  await releaseName(tx, from, clientId)
}

export const updateClient = async (context: Context, id: string, change: ProfileChange): Promise<Client> => {
  const { clientId, email } = context.caller
  if (id !== clientId) throw new AppError('NOT_FOUND')
  return context.inClient(async (tx) => {
    const current = await selectClient(tx, clientId)
    if (!current) throw new AppError('NOT_FOUND')
    if (change.name !== undefined) await rename(tx, clientId, { from: current.name, to: change.name })
    const { version, name, timeZone: time_zone, currency } = change
    const row = await writeClient(tx, { clientId, version }, { name, time_zone, currency })
    if (!row) throw new AppError('STALE_VERSION')
    await recordEvent(tx, { clientId, event: 'client.updated', origin: 'user', actor: email })
    await publish(tx, clientId, 'client')
    return toClient(row)
  })
}

const masked = (email: string | null): string | null => email?.replace(/^(.)[^@]*@/, '$1•••@') ?? null

export const listClients = async (
  context: Context,
  page: { page: number; size: number },
): Promise<{ items: ClientRow[]; total: number }> => {
  const { items, total } = await context.asStaff('list clients', (tx) => selectClients(tx, page))
  return {
    total,
    items: items.map((row) => ({
      ...toClient(row),
      ownerName: row.owner_name,
      ownerLastname: row.owner_lastname,
      ownerEmail: masked(row.owner_email),
    })),
  }
}
