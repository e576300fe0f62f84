// What users see of synced data: lists, contacts, and the lineage of each field of a contact.
import type { LedgerKind } from '#contract/connections/ledger.ts'
import type { Contact, Lineage, listCrmLists } from '#contract/crm/records.ts'
import { seesContacts } from '#contract/users/permissions.ts'
import type { Reply } from '#contract/kit/route.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { FieldPaths } from '#server/connectors/kit/connector.ts'
import { connectorOf } from '#server/connectors/registry.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { findIntegration, viewClient, maySeeRaw } from '../../integrations/service.ts'
import { pseudonymOf } from '../../criteria/model.ts'
import { recordReads } from '../../ledger/service.ts'
import { fieldLineageFrom, textOf } from './field-lineage.ts'
import * as queries from './queries.ts'
import { readsOf } from './seen-fields.ts'
import { explainerOf, ghostOf, listedOf, seenSources, sharedSourcesOf, type SeenSources } from './sources.ts'

type Lists = Reply<typeof listCrmLists>

export const listLists = (
  context: Context,
  query: { client_id?: string | undefined; integration_id?: string | undefined },
): Promise<Lists> =>
  viewClient(context, query.client_id, async (tx, { clientId }) => {
    const { integration_id: integrationId } = query
    if (integrationId !== undefined) await findIntegration(tx, { clientId, integrationId })
    const rows = await queries.selectLists(tx, clientId, integrationId)
    const counts = await queries.countMembers(
      tx,
      clientId,
      rows.filter(({ size }) => size === null),
    )
    const items = rows.map((row) => ({
      integration_id: row.data_source_id,
      external_id: row.external_id,
      kind: row.kind as Lists['items'][number]['kind'],
      name: row.name,
      contacts_count: row.size ?? counts.get(queries.listKey(row)) ?? 0,
      last_crm_sync: row.synced_at.toISOString(),
      last_change: row.updated_at?.toISOString() ?? null,
    }))
    return { items, total: items.length }
  })

type NamedRow = Pick<
  queries.ContactRow,
  | 'id'
  | 'data_source_id'
  | 'external_id'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'source'
  | 'created_at'
  | 'updated_at'
>

type Explain = ReturnType<typeof explainerOf>

/** Without a name that is shared: a short random one. */
const nameOf = (row: NamedRow, isShared: boolean): string => {
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ')
  return name === '' && isShared ? pseudonymOf(row.id) : name
}

export const toContact = (row: NamedRow, explain: Explain, seen: Pick<SeenSources, 'ghosts' | 'webhookIds'>): Contact => {
  const shared = explain(row.data_source_id, row.id)
  const isByWebhook = seen.webhookIds.has(row.data_source_id)
  return {
    id: row.id,
    integration_id: shared || isByWebhook ? null : row.data_source_id,
    webhook_endpoint_id: isByWebhook ? row.data_source_id : null,
    shared,
    ghost_company: ghostOf(seen, row.data_source_id),
    external_id: row.external_id,
    name: nameOf(row, shared !== null),
    email: row.email,
    phone: row.phone,
    source: row.source,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at?.toISOString() ?? null,
  }
}

export interface ContactFilter {
  integration_id?: string | undefined
  connection_id?: readonly string[] | undefined
  search?: string | undefined
  held?: boolean | undefined
}

interface ContactQuery extends ContactFilter {
  page: number
  size: number
}

const checkOwnSources = ({ caller }: Pick<Context, 'caller'>): void => {
  if (!seesContacts(caller))
    throw new AppError('FORBIDDEN', {
      detail: 'You have access to some companies only, and these contacts belong to the whole agency.',
    })
}

type Chosen = Pick<queries.ContactFilter, 'sourceIds' | 'integrationId'>

/** The sources that are asked for, which the caller must see. */
export const chosenSources = async (
  tx: Tx,
  context: Pick<Context, 'caller'>,
  seen: SeenSources,
  query: ContactFilter,
): Promise<Chosen> => {
  const { integration_id: integrationId, connection_id: connectionIds } = query
  if (connectionIds !== undefined) return { sourceIds: listedOf(seen, connectionIds) }
  if (integrationId === undefined) return { sourceIds: seen.ids }
  if (ghostOf(seen, integrationId)) return { integrationId }
  checkOwnSources(context)
  await findIntegration(tx, { clientId: context.caller.clientId, integrationId })
  return { integrationId }
}

export const readingOf = ({ caller, requestId }: Context, kind: LedgerKind) => ({
  clientId: caller.clientId,
  userId: caller.userId,
  requestId,
  kind,
})

export const checkFilter = ({ held, integration_id: integrationId }: ContactFilter): void => {
  if (held && integrationId === undefined)
    throw new AppError('VALIDATION_FAILED', {
      detail: 'Choose the source whose contacts would be removed.',
      field: 'integration_id',
    })
}

/** A search that counts more tells of nobody in particular. */
const countedMax = 50

/** Contacts that companies share and that a search counts without showing them: it tells that they are there. */
const recordCounted = async (
  tx: Tx,
  context: Context,
  seen: SeenSources,
  { filter, shownIds }: { filter: queries.ContactFilter; shownIds: readonly string[] },
): Promise<void> => {
  const sourceIds = [...seen.connectionIds].filter((id) => !filter.sourceIds || filter.sourceIds.includes(id))
  if (filter.integrationId !== undefined || sourceIds.length === 0) return
  const counted = await queries.selectCounted(tx, { ...filter, sourceIds }, { shownIds, limit: countedMax })
  const sources = await sharedSourcesOf(tx, context.caller.clientId, seen, counted)
  const reads = readsOf(counted, sources).map((read) => ({ ...read, fields: [] }))
  await recordReads(tx, readingOf(context, 'screen'), reads)
}

export const listContacts = async (context: Context, query: ContactQuery) => {
  const { held, search, page, size } = query
  checkFilter(query)
  return context.inClient(async (tx) => {
    const { clientId } = context.caller
    const seen = await seenSources(tx, context.caller)
    const chosen = await chosenSources(tx, context, seen, query)
    const filter = { clientId, ...chosen, held, search }
    const { items, total } = await queries.selectContacts(tx, { ...filter, page, size })
    const sources = await sharedSourcesOf(tx, clientId, seen, items)
    await recordReads(tx, readingOf(context, 'screen'), readsOf(items, sources))
    const explain = explainerOf(sources)
    if (search !== undefined && items.length < total)
      await recordCounted(tx, context, seen, { filter, shownIds: items.map(({ id }) => id) })
    return { items: items.map((row) => toContact(row, explain, seen)), total }
  })
}

const ownerOf = async (tx: Tx, clientId: string, row: queries.ContactRow): Promise<string | null> => {
  const owner = row.owner_external_id === null ? undefined : await queries.selectOwner(tx, clientId, row)
  return owner?.name || owner?.email || row.owner_external_id
}

const valuesOf = (row: queries.ContactRow, owner: string | null): Map<string, unknown> =>
  new Map<string, unknown>([
    ['firstName', row.first_name],
    ['lastName', row.last_name],
    ['email', row.email],
    ['phone', row.phone],
    ['company', row.company],
    ['city', row.city],
    ['region', row.region],
    ['postalCode', row.postal_code],
    ['country', row.country],
    ['source', row.source],
    ['ownerId', owner],
    ['tags', row.tags],
    ['createdAt', row.created_at.toISOString()],
    ['updatedAt', row.updated_at?.toISOString() ?? null],
    ...Object.entries(row.fields as Record<string, unknown>).map(([name, value]): [string, unknown] => [`fields.${name}`, value]),
  ])

const opportunitiesOf = async (tx: Tx, clientId: string, contactId: string): Promise<Lineage['opportunities']> => {
  const rows = await queries.selectOpportunities(tx, clientId, contactId)
  const events =
    rows.length === 0
      ? []
      : await queries.selectStageEvents(
          tx,
          clientId,
          rows.map(({ id }) => id),
        )
  return rows.map(({ id, name, amount, currency, provider_outcome }) => ({
    id,
    name,
    amount: amount === null ? null : String(amount),
    currency,
    outcome: provider_outcome as 'open' | 'won' | 'lost',
    stages: events
      .filter((event) => event.opportunity_id === id)
      .map(({ at, stage, is_deleted, provenance, run_id }) => ({ at: at.toISOString(), stage, is_deleted, provenance, run_id })),
  }))
}

const pathsFor = (type: string, settings: SyncSettings): FieldPaths =>
  connectorOf(type)?.read?.fieldPaths?.('contact', settings) ?? {}

const webhookPaths: FieldPaths = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  source: 'source',
  createdAt: 'occurred_at',
  updatedAt: 'occurred_at',
  'fields.*': 'properties.*',
}

const noLineage = { path: null, column: null, raw: null, run_id: null, since: null }

/**
 * What a company shares has no lineage here: which of its fields say something. Where the time of creation is not shared,
 * the contact has the time when it was shared instead.
 */
const sharedFields = (values: ReadonlyMap<string, unknown>, shared: ReadonlySet<string> | undefined): Lineage['fields'] =>
  [...values]
    .filter(([field]) => field !== 'updatedAt' && (field !== 'createdAt' || shared?.has('created_at')))
    .map(([field, value]) => ({ field, value: textOf(value), ...noLineage }))
    .filter(({ value }) => value !== null)

/** From a source of the client's own. */
const ownLineage = async (tx: Tx, context: Context, row: queries.ContactRow, values: ReadonlyMap<string, unknown>) => {
  const { clientId } = context.caller
  const integration = await findIntegration(tx, { clientId, integrationId: row.data_source_id })
  const deliveries = await queries.selectPayloads(tx, clientId, row.id)
  const settings = integration.settings as SyncSettings
  const known = {
    values,
    paths: pathsFor(integration.type, settings),
    columns: await queries.selectColumns(tx, clientId, integration.id),
  }
  const { id: integration_id, type, name, account } = integration
  return {
    source: { integration_id, type, name, account } as Lineage['source'],
    fields: fieldLineageFrom(deliveries, known),
    payload: maySeeRaw(context) ? (deliveries[0]?.payload ?? null) : null,
  }
}

/** From an event that arrived by webhook: fields have the names of its contract. */
const arrivedLineage = async (tx: Tx, context: Context, row: queries.ContactRow, values: ReadonlyMap<string, unknown>) => {
  const deliveries = await queries.selectPayloads(tx, context.caller.clientId, row.id)
  return {
    source: null,
    fields: fieldLineageFrom(deliveries, { values, paths: webhookPaths, columns: {} }),
    payload: maySeeRaw(context) ? (deliveries[0]?.payload ?? null) : null,
  }
}

export const getLineage = (context: Context, id: string): Promise<Lineage> =>
  context.inClient(async (tx) => {
    const { clientId } = context.caller
    const seen = await seenSources(tx, context.caller)
    const row = await queries.selectContact(tx, clientId, id)
    if (!row || row.deleted_at !== null) throw new AppError('NOT_FOUND')
    const isShared = seen.connectionIds.has(row.data_source_id)
    if (seen.ids && !seen.ids.includes(row.data_source_id)) {
      if (seen.ownIds.has(row.data_source_id)) checkOwnSources(context)
      throw new AppError('NOT_FOUND')
    }
    const sources = await sharedSourcesOf(tx, clientId, seen, [row])
    const touches = (await queries.selectTouches(tx, clientId, id)).map((touch) => ({ ...touch, at: touch.at.toISOString() }))
    const opportunities = await opportunitiesOf(tx, clientId, id)
    await recordReads(tx, readingOf(context, 'screen'), readsOf([row], sources, { touches, opportunities }))
    const values = valuesOf(row, await ownerOf(tx, clientId, row))
    const trace = seen.webhookIds.has(row.data_source_id) ? arrivedLineage : ownLineage
    return {
      contact: toContact(row, explainerOf(sources), seen),
      ...(isShared
        ? { source: null, fields: sharedFields(values, sources.get(row.data_source_id)?.fields), payload: null }
        : await trace(tx, context, row, values)),
      touches,
      opportunities,
      merged_from: await queries.selectMergedFrom(tx, clientId, id),
    }
  })
