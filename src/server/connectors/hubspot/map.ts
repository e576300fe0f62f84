// Maps HubSpot's records to ours. Pure functions.
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type {
  ContactRecord,
  ListRecord,
  OpportunityRecord,
  Outcome,
  OwnerRecord,
  PipelineRecord,
  StageEntry,
} from '../kit/records.ts'
import { amountOf, currencyOf, instantOf, textOrNull } from '../kit/text.ts'
import { fieldsOf } from './fields.ts'
import { sourceWords, touchesOf } from './touches.ts'
import type { Properties, WireContact, WireDeal, WireList, WireOwner, WirePipeline, WireStage } from './wire.ts'

const wordOf = (word: string | null | undefined): string | null => sourceWords[word ?? ''] ?? textOrNull(word)

const sourceOf = (properties: Properties, { source_field: field }: SyncSettings): string | null =>
  field === undefined
    ? (textOrNull(properties['lead_source']) ?? wordOf(properties['hs_analytics_source']))
    : textOrNull(properties[field])

export const contactOf = ({ id, properties, ...wire }: WireContact, raw: unknown, settings: SyncSettings): ContactRecord => {
  const createdAt = instantOf(properties['createdate'] ?? wire.createdAt)
  return {
    externalId: id,
    firstName: textOrNull(properties['firstname']),
    lastName: textOrNull(properties['lastname']),
    email: textOrNull(properties['email']),
    phone: textOrNull(properties['phone']) ?? textOrNull(properties['mobilephone']),
    company: textOrNull(properties['company']),
    city: textOrNull(properties['city']),
    region: textOrNull(properties['state']),
    postalCode: textOrNull(properties['zip']),
    country: textOrNull(properties['country']),
    source: sourceOf(properties, settings),
    ownerId: textOrNull(properties['hubspot_owner_id']),
    tags: [],
    fields: fieldsOf(properties),
    createdAt,
    updatedAt: instantOf(properties['lastmodifieddate'] ?? wire.updatedAt),
    touches: touchesOf(properties, createdAt),
    raw,
  }
}

/** The contacts that were merged into this one. */
export const mergedInto = ({ id, properties }: WireContact): { from: string; into: string; at: null }[] => {
  const ids = properties['hs_merged_object_ids']
  if (!ids) return []
  return ids
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== id)
    .map((from) => ({ from, into: id, at: null }))
}

const outcomeOf = (properties: Properties): Outcome => {
  if (properties['hs_is_closed_won'] === 'true') return 'won'
  return properties['hs_is_closed'] === 'true' ? 'lost' : 'open'
}

interface Entry {
  value?: string | null | undefined
  timestamp: string
}

/** Oldest first, without repeated values. */
const inOrder = (entries: readonly Entry[] | null | undefined): { value: string; at: string }[] => {
  const read = (entries ?? []).flatMap(({ value, timestamp }) => {
    const at = instantOf(timestamp)
    return value && at !== null ? [{ value, at }] : []
  })
  read.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  return read.filter(({ value }, index) => value !== read[index - 1]?.value)
}

/** The pipeline of a deal at that time: it may have changed. */
const historyOf = ({ propertiesWithHistory: history }: WireDeal): StageEntry[] => {
  const pipelines = inOrder(history?.pipeline)
  return inOrder(history?.dealstage).map(({ value, at }) => ({
    stageId: value,
    pipelineId: (pipelines.findLast((one) => one.at <= at) ?? pipelines[0])?.value ?? null,
    at,
  }))
}

const moneyOf = (properties: Properties, currency: string | null) => {
  const own = currencyOf(properties['deal_currency_code']) ?? currency
  const amount = amountOf(properties['amount'], own)
  return { amount, currency: amount === null ? null : own }
}

const endOf = (properties: Properties) => {
  const outcome = outcomeOf(properties)
  return {
    outcome,
    outcomeReason: outcome === 'lost' ? textOrNull(properties['closed_lost_reason']) : null,
    // Before the deal is closed this is only an estimate.
    closedAt: outcome === 'open' ? null : instantOf(properties['closedate']),
  }
}

/** `currency` is the account's own: deals name theirs only if an account has several. */
export const dealOf = (wire: WireDeal, raw: unknown, currency: string | null): OpportunityRecord => {
  const { id, properties } = wire
  const history = historyOf(wire)
  return {
    externalId: id,
    name: textOrNull(properties['dealname']),
    ...moneyOf(properties, currency),
    pipelineId: textOrNull(properties['pipeline']),
    stageId: textOrNull(properties['dealstage']),
    ...endOf(properties),
    ownerId: textOrNull(properties['hubspot_owner_id']),
    source: textOrNull(properties['lead_source']) ?? wordOf(properties['hs_analytics_source']),
    contactIds: [...new Set(wire.associations?.contacts?.results.map((one) => one.id))],
    createdAt: instantOf(properties['createdate'] ?? wire.createdAt),
    updatedAt: instantOf(properties['hs_lastmodifieddate'] ?? wire.updatedAt),
    stageSince: history.at(-1)?.at ?? null,
    ...(history.length > 0 ? { history } : {}),
    fields: fieldsOf(properties),
    raw,
  }
}

const stageOutcome = ({ metadata }: WireStage): Outcome => {
  const chance = Number(metadata?.probability ?? Number.NaN)
  const isClosed = metadata?.isClosed ? metadata.isClosed === 'true' : chance === 0 || chance === 1
  if (!isClosed) return 'open'
  return chance === 1 ? 'won' : 'lost'
}

export const pipelineOf = ({ id, label, displayOrder, stages }: WirePipeline): PipelineRecord => ({
  externalId: id,
  name: label,
  order: displayOrder,
  stages: stages.map((stage) => ({
    externalId: stage.id,
    name: stage.label,
    order: stage.displayOrder,
    outcome: stageOutcome(stage),
  })),
})

export const ownerOf = ({ id, email, firstName, lastName }: WireOwner): OwnerRecord => ({
  externalId: id,
  name: textOrNull(`${firstName ?? ''} ${lastName ?? ''}`),
  email: textOrNull(email),
})

export const listOf = ({ listId, name, processingType, updatedAt, additionalProperties }: WireList): ListRecord => {
  const size = textOrNull(additionalProperties?.['hs_list_size'])
  return {
    externalId: listId,
    kind: processingType === 'DYNAMIC' ? 'segment' : 'list',
    name,
    size: size !== null && /^\d+$/.test(size) ? Number(size) : null,
    updatedAt: instantOf(updatedAt),
  }
}
