import { finderOf, firstTouchOf, type Find } from '../kit/first-touch.ts'
import { amountOf, currencyOf, instantOf, textOrNull } from '../kit/text.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { FieldPaths } from '../kit/connector.ts'
import type { ContactRecord, OpportunityRecord, Outcome, RecordObject, StageEntry } from '../kit/records.ts'
import type { WireContact, WireDeal } from './wire.ts'

/** `2026-11-14 10:00:00` is in UTC. */
const utcOf = (stamp: unknown): string | null => {
  const text = textOrNull(stamp)
  if (text === null || text.startsWith('0000')) return null
  return instantOf(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text)
}

/** The time of the last change, from ActiveCampaign. */
export const changedAt = (record: { updated_utc_timestamp?: unknown; udate?: unknown; mdate?: unknown }): string | null =>
  utcOf(record.updated_utc_timestamp) ?? utcOf(record.udate) ?? utcOf(record.mdate)

/** Fields are found by their ids, titles and personalization tags. */
const finderIn = ({ customFields }: WireContact): Find =>
  finderOf(customFields.flatMap(({ id, title, perstag, value }) => [id, title, perstag].map((name) => [name, value] as const)))

export const contactRecordOf = (wire: WireContact, raw: unknown, settings: SyncSettings): ContactRecord => {
  const find = finderIn(wire)
  const createdAt = utcOf(wire.created_utc_timestamp) ?? utcOf(wire.cdate)
  const { source_field: chosen } = settings
  return {
    externalId: wire.id,
    firstName: textOrNull(wire.firstName),
    lastName: textOrNull(wire.lastName),
    email: textOrNull(wire.email),
    phone: textOrNull(wire.phone),
    company: textOrNull(wire.orgname),
    city: find('city'),
    region: find('state', 'region', 'province'),
    postalCode: find('postal_code', 'zip', 'zip_code', 'postcode'),
    country: find('country'),
    source: chosen === undefined ? find('source', 'lead_source', 'original_source') : find(chosen),
    ownerId: null,
    tags: wire.tags.map(({ name }) => name),
    fields: Object.fromEntries(wire.customFields.map(({ id, title, value }) => [title || id, value])),
    createdAt,
    updatedAt: changedAt(wire),
    touches: firstTouchOf({ at: createdAt, find }),
    raw,
  }
}

const outcomes: Readonly<Record<string, Outcome>> = { '0': 'open', '1': 'won', '2': 'lost' }

/** Converts hundredths to whole units for any currency, without floating-point arithmetic. */
const wholeUnits = (cents: unknown, currency: string | null): string | null => {
  const text = amountOf(cents)
  return text === null ? null : amountOf(`${text}e-2`, currency)
}

type Sight = NonNullable<WireDeal['seenIn']>[number]

/** The first stage of the deal: before its first move, or the one in which it was first observed. */
const beginningOf = ([first]: readonly Sight[], present: { stage: string; group: string | null }) =>
  first
    ? { stageId: first.before ?? first.stage, pipelineId: first.group }
    : { stageId: present.stage, pipelineId: present.group }

/**
 * The stage history. Each activity has the deal's stage at that time, so a new stage is where two activities differ. If
 * the last one is not the present stage, something is missing, and no history is returned.
 */
const historyOf = ({ seenIn, stage, group, cdate }: WireDeal): StageEntry[] | undefined => {
  const created = utcOf(cdate)
  const present = textOrNull(stage)
  if (!seenIn || created === null || present === null) return undefined
  // They come newest first, and their times are whole seconds: of two in the same second the later one comes first.
  const sights = seenIn
    .map((sight) => ({ ...sight, at: utcOf(sight.at) ?? created }))
    .toReversed()
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const beginning = { ...beginningOf(sights, { stage: present, group: textOrNull(group) }), at: created }
  const all = [beginning, ...sights.map((sight) => ({ stageId: sight.stage, pipelineId: sight.group, at: sight.at }))]
  const entries = all.filter(({ stageId }, index) => all[index - 1]?.stageId !== stageId)
  return entries.at(-1)?.stageId === present ? entries : undefined
}

const contactsOf = (wire: WireDeal): string[] => {
  const primary = textOrNull(wire.contact)
  return [...new Set([...(primary === null || primary === '0' ? [] : [primary]), ...wire.otherContacts])]
}

export const dealRecordOf = (wire: WireDeal, raw: unknown): OpportunityRecord => {
  const outcome = outcomes[textOrNull(wire.status) ?? '0'] ?? 'open'
  const history = historyOf(wire)
  return {
    externalId: wire.id,
    name: textOrNull(wire.title),
    amount: wholeUnits(wire.value, currencyOf(wire.currency)),
    currency: currencyOf(wire.currency),
    pipelineId: textOrNull(wire.group),
    stageId: textOrNull(wire.stage),
    outcome,
    outcomeReason: null,
    ownerId: textOrNull(wire.owner),
    source: null,
    contactIds: contactsOf(wire),
    createdAt: utcOf(wire.cdate),
    updatedAt: changedAt(wire),
    closedAt: outcome === 'open' ? null : (utcOf(wire.edate) ?? utcOf(wire.mdate)),
    stageSince: history?.at(-1)?.at ?? null,
    ...(history ? { history } : {}),
    fields: {},
    raw,
  }
}

const contactFieldPaths = {
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email',
  phone: 'phone',
  company: 'orgname',
  createdAt: 'created_utc_timestamp',
  updatedAt: 'updated_utc_timestamp',
  tags: 'tags',
  city: 'customFields.city',
  region: ['customFields.state', 'customFields.region', 'customFields.province'],
  postalCode: ['customFields.postal_code', 'customFields.zip', 'customFields.zip_code', 'customFields.postcode'],
  country: 'customFields.country',
  source: ['customFields.source', 'customFields.lead_source', 'customFields.original_source'],
  'fields.*': 'customFields.*',
}
const dealFieldPaths = {
  name: 'title',
  amount: 'value',
  currency: 'currency',
  pipelineId: 'group',
  stageId: 'stage',
  outcome: 'status',
  ownerId: 'owner',
  contactIds: 'contact',
  createdAt: 'cdate',
  updatedAt: 'mdate',
  closedAt: 'edate',
}

export const fieldPaths = (object: RecordObject, { source_field: chosen }: SyncSettings): FieldPaths => {
  if (object === 'opportunity') return dealFieldPaths
  return chosen === undefined ? contactFieldPaths : { ...contactFieldPaths, source: `customFields.${chosen}` }
}
