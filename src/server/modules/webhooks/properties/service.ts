// The catalogue of an agency: extra properties that its webhooks may carry.
import {
  propertyLimits,
  type changeWebhookProperties,
  type NewProperty,
  type WebhookProperty,
} from '#contract/webhooks/properties.ts'
import type { Input } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { record, recordAll } from '../../acts/service.ts'
import { checkIsAgency } from '../access.ts'
import { acts } from '../acts.ts'
import { change } from '../changing.ts'
import { auditSnapshot, isSame, toFields, toProperty } from './mapper.ts'
import * as queries from './queries.ts'

type Changed = Input<typeof changeWebhookProperties>['body']['properties'][number]

const usedDays = 30

/** Counted by the days of UTC, today included. */
const usedSince = (): string => new Date(Date.now() - (usedDays - 1) * 86_400_000).toISOString().slice(0, 10)

const show = async (tx: Tx, clientId: string, rows: readonly queries.PropertyRow[]): Promise<WebhookProperty[]> => {
  const used = await queries.selectUsed(tx, clientId, usedSince())
  return rows.map((row) => toProperty(row, used.get(row.id) ?? 0))
}

export const listProperties = async (context: Context): Promise<{ properties: WebhookProperty[] }> => {
  checkIsAgency(context.caller)
  const { clientId } = context.caller
  return context.inClient(async (tx) => ({ properties: await show(tx, clientId, await queries.selectProperties(tx, clientId)) }))
}

const fieldOf = (index: number, field: string): string => `properties.${index}.${field}`

/** Each name once, and none that is taken. */
const checkNames = (names: readonly string[], taken: ReadonlySet<string>, toField: (index: number) => string): void => {
  const index = names.findIndex((name, at) => taken.has(name) || names.indexOf(name) < at)
  if (index < 0) return
  throw new AppError('PROPERTY_EXISTS', {
    detail: `There is already a property with the name ${names[index]}.`,
    field: toField(index),
  })
}

/** Adds all of them, or none, as part of a change of the account. */
export const addProperties = async (
  tx: Tx,
  caller: Caller,
  all: readonly NewProperty[],
  toField: (index: number) => string,
): Promise<queries.PropertyRow[]> => {
  const { clientId } = caller
  const names = await queries.selectNames(tx, clientId)
  checkNames(
    all.map(({ name }) => name),
    new Set(names),
    toField,
  )
  if (names.length + all.length > propertyLimits.properties)
    throw new AppError('ACTION_NOT_ALLOWED', {
      detail: `An agency can have up to ${propertyLimits.properties} properties. You have ${names.length}.`,
    })
  const rows = await queries.insertProperties(tx, clientId, all.map(toFields))
  await recordAll(
    tx,
    acts['webhook_property.created'],
    rows.map((row) => ({ clientId, object: { id: row.id }, after: auditSnapshot(row) })),
  )
  return rows
}

const byName = (one: { name: string }, other: { name: string }): number => (one.name < other.name ? -1 : 1)

export const createProperties = (context: Context, all: readonly NewProperty[]): Promise<{ properties: WebhookProperty[] }> =>
  change(context, 'w', async (tx, caller) => {
    const rows = await addProperties(tx, caller, all, (index) => fieldOf(index, 'name'))
    return { properties: await show(tx, caller.clientId, rows.toSorted(byName)) }
  })

interface Replacement {
  row: queries.PropertyRow
  fields: queries.PropertyFields
}

/** The rows that are replaced, each with what replaces it, in the order of the call. */
const match = (rows: readonly queries.PropertyRow[], all: readonly Changed[]): Replacement[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return all.map((property, index) => {
    const row = byId.get(property.id)
    if (!row) throw new AppError('NOT_FOUND', { field: fieldOf(index, 'id') })
    if (all.findIndex(({ id }) => id === property.id) < index)
      throw new AppError('VALIDATION_FAILED', { detail: 'The same property is there twice.', field: fieldOf(index, 'id') })
    if (property.version !== undefined && property.version !== row.version)
      throw new AppError('STALE_VERSION', { field: fieldOf(index, 'version') })
    return { row, fields: toFields(property) }
  })
}

export const changeProperties = (context: Context, all: readonly Changed[]): Promise<{ properties: WebhookProperty[] }> =>
  change(context, 'w', async (tx, caller) => {
    const { clientId } = caller
    const rows = await queries.selectProperties(tx, clientId)
    const replaced = match(rows, all)
    const ids = new Set(all.map(({ id }) => id))
    const others = new Set(rows.filter(({ id }) => !ids.has(id)).map(({ name }) => name))
    checkNames(
      all.map(({ name }) => name),
      others,
      (index) => fieldOf(index, 'name'),
    )
    const renamed = replaced.filter(({ row, fields }) => row.name !== fields.name)
    if (renamed.length > 0)
      await queries.freeNames(
        tx,
        clientId,
        renamed.map(({ row }) => row.id),
      )
    const after: queries.PropertyRow[] = []
    for (const { row, fields } of replaced) after.push(isSame(row, fields) ? row : await queries.updateProperty(tx, row, fields))
    await recordAll(
      tx,
      acts['webhook_property.changed'],
      replaced.map(({ row, fields }) => ({
        clientId,
        object: { id: row.id },
        isAudited: !isSame(row, fields),
        before: auditSnapshot(row),
        after: auditSnapshot(fields),
      })),
    )
    return { properties: await show(tx, clientId, after) }
  })

const inUse = (name: string, used: number): AppError => {
  const events = used === 1 ? '1 event brought' : `${used.toLocaleString('en-US')} events brought`
  return new AppError('PROPERTY_IN_USE', {
    detail: `${events} a value of ${name}. You can delete the property and keep these values.`,
  })
}

/** With force, one that records have values of is hidden, and the values stay. */
export const deleteProperty = (
  context: Context,
  propertyId: string,
  { force }: { force: boolean },
): Promise<{ deleted: true; kept_values: number }> =>
  change(context, 'd', async (tx, { clientId }) => {
    const ref = { clientId, propertyId }
    const row = await queries.lockProperty(tx, ref)
    if (!row) throw new AppError('NOT_FOUND')
    const used = await queries.selectUsedEver(tx, ref)
    if (used !== undefined && !force) throw inUse(row.name, used)
    await (used === undefined ? queries.deleteProperty : queries.hideProperty)(tx, ref)
    await record(tx, acts['webhook_property.deleted'], {
      clientId,
      object: { id: propertyId },
      before: auditSnapshot(row),
      after: used === undefined ? {} : { kept_values: used },
    })
    return { deleted: true as const, kept_values: used ?? 0 }
  })
