// Applies waiting events to records: one batch in one transaction, in the order in which they came.
import { inboundLimits } from '#contract/webhooks/inbound.ts'
import { jsonText } from '#server/platform/db/json.ts'
import { listLiteral } from '#server/platform/db/statements/rows.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { newId } from '#server/platform/ids.ts'
import type { DataSourceRef, RecordBatch } from '../../crm/model.ts'
import { saveRecords } from '../../crm/service.ts'
import { loadContacts, loadOpportunities, loadStages } from '../../crm/stored/service.ts'
import { checkItem, type CheckedItem, type Problem } from '../inbound/check-item.ts'
import { selectCatalogue } from '../inbound/queries.ts'
import { addTouch, addressesOf, changeContact, touchKey } from './contact-changes.ts'
import { contactFor, createDrafts, opportunityFor, type ContactDraft, type Drafts, type OpportunityDraft } from './drafts.ts'
import { allNames, isMade, namesOf, takenName, type Names } from './identities.ts'
import { mappedOf, type Mapped } from './mapped.ts'
import { changeOpportunity, concernsOpportunity } from './opportunity-changes.ts'
import * as queries from './queries.ts'

interface Waiting {
  id: string
  endpoint_id: string
  payload: unknown
  received_at: Date
}

interface Readable {
  delivery: Waiting
  checked: CheckedItem
  mapped: Mapped
  names: Names
  at: string
}

interface Applied {
  delivery: Waiting
  effect: 'created' | 'changed' | 'unchanged'
  contact: ContactDraft
  opportunity: OpportunityDraft | undefined
  checked: CheckedItem
}

const readableOf = (delivery: Waiting, checked: CheckedItem): Readable => {
  const mapped = mappedOf(checked)
  const { occurred_at: occurredAt } = checked.item
  return {
    delivery,
    checked,
    mapped,
    names: namesOf(checked.item, addressesOf(checked, mapped)),
    at: (occurredAt === undefined ? delivery.received_at : new Date(occurredAt)).toISOString(),
  }
}

const loadDrafts = async (tx: Tx, source: DataSourceRef, events: readonly Readable[]): Promise<Drafts> => {
  const identities = await queries.selectIdentities(tx, source, [...new Set(events.flatMap(({ names }) => allNames(names)))])
  const ownIds = events.flatMap(({ checked }) => checked.item.external_id ?? [])
  const externalIds = [...new Set([...identities.values(), ...ownIds])]
  const contacts = await loadContacts(tx, source, externalIds)
  const opportunities = await loadOpportunities(tx, source, { externalIds, contactIds: contacts.map(({ id }) => id) })
  // The contacts of opportunities that events name by their own ids.
  const loaded = new Set(contacts.map(({ record }) => record.externalId))
  const others = new Set(opportunities.flatMap(({ record }) => record.contactIds).filter((id) => !loaded.has(id)))
  const parties = await loadContacts(tx, source, [...others])
  const records = [...contacts, ...parties, ...opportunities].map(({ record }) => record.externalId)
  const taken = await queries.selectIdentities(tx, source, records.filter(isMade).map(takenName))
  return createDrafts({
    identities: new Map([...identities, ...taken]),
    contacts: [...contacts, ...parties],
    opportunities,
    stages: await loadStages(tx, source),
  })
}

const applyToOpportunity = (drafts: Drafts, event: Readable, contact: ContactDraft) => {
  const { checked, mapped, names, at } = event
  if (!concernsOpportunity(checked, mapped)) return { opportunity: undefined, isMoved: false }
  const opportunity = opportunityFor(drafts, { item: checked.item, names, at }, contact)
  const contactId = contact.record.externalId
  const isMoved = changeOpportunity(opportunity, checked, mapped, { at, contactId, pipelines: drafts.pipelines })
  return { opportunity, isMoved }
}

const applyOne = (drafts: Drafts, event: Readable): Applied => {
  const { delivery, checked, mapped, names, at } = event
  const contact = contactFor(drafts, { item: checked.item, names, at })
  const hasChanged = changeContact(contact, checked, mapped, at)
  const hasTouch = addTouch(contact, checked, mapped, { at, key: touchKey(checked.item.event_id ?? delivery.id) })
  const { opportunity, isMoved } = applyToOpportunity(drafts, event, contact)
  const touched = [contact, ...(opportunity ? [opportunity] : [])]
  const isCreated = touched.some(({ isNew }) => isNew)
  for (const draft of touched) draft.isNew = false
  const effect = isCreated ? 'created' : hasChanged || hasTouch || isMoved ? 'changed' : 'unchanged'
  return { delivery, effect, contact, opportunity, checked }
}

const batchOf = (drafts: Drafts): RecordBatch => {
  const opportunities = [...drafts.opportunities.values()].filter(({ isChanged }) => isChanged)
  return {
    contacts: [...drafts.contacts.values()].filter(({ isChanged }) => isChanged).map(({ record }) => record),
    opportunities: opportunities.map(({ record }) => record),
    history: opportunities.flatMap(({ record, newStages }) =>
      newStages.map((entry) => ({ ...entry, opportunityId: record.externalId, provenance: 'webhook' as const })),
    ),
    pipelines: drafts.pipelines.changed(),
  }
}

/** Ids of ours, of records that are new. */
const idsOfNew = async (tx: Tx, source: DataSourceRef, drafts: Drafts) => {
  const newContacts = [...drafts.contacts].filter(([, { id }]) => id === null).map(([externalId]) => externalId)
  const newOpportunities = [...drafts.opportunities].filter(([, { id }]) => id === null).map(([externalId]) => externalId)
  const contacts = await loadContacts(tx, source, newContacts)
  const opportunities = await loadOpportunities(tx, source, { externalIds: newOpportunities, contactIds: [] })
  return {
    contacts: new Map(contacts.map(({ id, record }) => [record.externalId, id])),
    opportunities: new Map(opportunities.map(({ id, record }) => [record.externalId, id])),
  }
}

const countBy = <T>(items: readonly T[], keyOf: (item: T) => string): [string, number][] =>
  [...Map.groupBy(items, keyOf)].map(([key, list]) => [key, list.length])

const countUse = async (tx: Tx, clientId: string, applied: readonly Applied[], now: Date): Promise<void> => {
  const day = now.toISOString().slice(0, 10)
  const counted = applied.filter(({ effect }) => effect !== 'unchanged')
  const byEndpoint = countBy(counted, ({ delivery }) => delivery.endpoint_id)
  await queries.addUsage(
    tx,
    clientId,
    day,
    byEndpoint.map(([id, count]) => ({ endpoint_id: id, count })),
  )
  const properties = applied.flatMap(({ checked }) => checked.values.map(({ property }) => property.id))
  await queries.addPropertyCounts(
    tx,
    clientId,
    day,
    countBy(properties, (id) => id).map(([id, count]) => ({ property_id: id, count })),
  )
}

const rejected = ({ id }: Waiting, problem: Problem): queries.AppliedRow => ({
  id,
  state: 'rejected',
  effect: null,
  contact_id: null,
  opportunity_id: null,
  problem: jsonText(problem),
  set_aside: '{}',
})

const sortOut = (waiting: readonly Waiting[], catalogue: Parameters<typeof checkItem>[1]) => {
  const readable: Readable[] = []
  const refused: queries.AppliedRow[] = []
  for (const delivery of waiting) {
    // The catalogue may have changed since the event was accepted.
    const checked = checkItem(delivery.payload, catalogue, delivery.received_at.getTime())
    if ('problem' in checked) refused.push(rejected(delivery, checked.problem))
    else readable.push(readableOf(delivery, checked))
  }
  return { readable, refused }
}

const tooManyStages: Problem = {
  code: 'too_many_stages',
  text: `This endpoint has brought ${inboundLimits.stages} different stages. Does its sender put something else there?`,
  field: 'stage',
}

const hasRoom = ({ pipelines }: Drafts, { checked: { item } }: Readable): boolean =>
  item.stage === undefined || pipelines.hasRoomFor(item.pipeline, item.stage)

export interface ApplyParts {
  dispatcher: Pick<Dispatcher, 'enqueue'>
}

/** Returns how many events were applied or rejected. */
export const applyBatch = async (
  tx: Tx,
  { dispatcher }: ApplyParts,
  source: DataSourceRef,
  limit: number,
): Promise<{ count: number; changed: number }> => {
  const waiting: Waiting[] = await queries.selectWaiting(tx, source, limit)
  if (waiting.length === 0) return { count: 0, changed: 0 }
  const now = new Date()
  const { readable, refused } = sortOut(waiting, await selectCatalogue(tx, source.clientId))
  const drafts = await loadDrafts(tx, source, readable)
  const applied: Applied[] = []
  for (const event of readable) {
    if (hasRoom(drafts, event)) applied.push(applyOne(drafts, event))
    else refused.push(rejected(event.delivery, tooManyStages))
  }
  await queries.insertIdentities(tx, source, drafts.newIdentities)
  const origin = { ...source, dispatcher, runId: newId(), at: now }
  await saveRecords(tx, origin, batchOf(drafts), { historyComesApart: true })
  const ids = await idsOfNew(tx, source, drafts)
  const rows = applied.map(({ delivery, effect, contact, opportunity, checked }): queries.AppliedRow => ({
    id: delivery.id,
    state: 'applied',
    effect,
    contact_id: contact.id ?? ids.contacts.get(contact.record.externalId) ?? null,
    opportunity_id: opportunity?.id ?? ids.opportunities.get(opportunity?.record.externalId ?? '') ?? null,
    problem: null,
    set_aside: listLiteral(checked.setAside),
  }))
  await queries.updateApplied(tx, source.clientId, [...rows, ...refused], now)
  await countUse(tx, source.clientId, applied, now)
  return { count: waiting.length, changed: applied.filter(({ effect }) => effect !== 'unchanged').length }
}

/** One event that cannot be applied does not stop the others. It can be replayed. */
export const setAsideFirst = async (tx: Tx, source: DataSourceRef): Promise<void> => {
  const [first] = await queries.selectWaiting(tx, source, 1)
  if (!first) return
  const problem = { code: 'not_applied', text: "We couldn't apply this event. Replay it later, or contact support." }
  await queries.updateApplied(tx, source.clientId, [rejected(first, problem as unknown as Problem)], new Date())
}
