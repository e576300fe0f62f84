import { createHash } from 'node:crypto'
import type { SyncSettings } from '#contract/sync-settings.ts'
import type { ContactRecord, FieldValue, OpportunityRecord, Outcome, TouchRecord } from '../kit/records.ts'
import { amountOf, instantOf, said, utmOf } from '../kit/text.ts'
import type { WireAttribution, WireContact, WireOpportunity } from './wire.ts'

type Origin = Omit<TouchRecord, 'key' | 'at'>

const mediums: readonly [RegExp, TouchRecord['kind']][] = [
  [/form|survey|quiz|calendar/, 'form'],
  [/call|phone/, 'call'],
  [/chat/, 'chat'],
  [/mail/, 'mail'],
]

/** What kind of touch it was, as far as there is evidence for one. */
const kindOf = (wire: WireAttribution, isClick: boolean): TouchRecord['kind'] => {
  if (isClick) return 'click'
  // Somebody who typed the address and then filled in a form came directly.
  if (/^direct/i.test(said(wire.sessionSource) ?? '')) return 'direct'
  const medium = said(wire.medium)?.toLowerCase() ?? ''
  return mediums.find(([sign]) => sign.test(medium))?.[1] ?? 'unknown'
}

const clickIdOf = ({ gclid, fbclid, msclikid, dclid }: WireAttribution): string | null =>
  [gclid, fbclid, msclikid, dclid].map(said).find((id) => id !== null) ?? null

const originOf = (wire: WireAttribution | null | undefined): Origin | null => {
  if (!wire) return null
  const landingUrl = said(wire.url)
  const landed = utmOf(landingUrl)
  const origin = {
    source: said(wire.utmSource) ?? landed.source,
    medium: said(wire.utmMedium) ?? landed.medium,
    campaign: said(wire.campaign) ?? said(wire.utmCampaign) ?? landed.campaign,
    clickId: clickIdOf(wire) ?? landed.clickId,
    landingUrl,
    referrer: said(wire.referrer),
  }
  const isClick = [origin.source, origin.medium, origin.campaign, origin.clickId].some((value) => value !== null)
  const kind = kindOf(wire, isClick)
  return kind === 'unknown' && origin.referrer === null ? null : { kind, ...origin }
}

/**
 * The first touch came with the contact. Of the latest one no time is told: the contact was changed by it, so it was no later than
 * that change. Its key is what it says, so that it stays one touch over all later changes.
 */
const touchesOf = (
  wire: WireContact,
  { createdAt, updatedAt }: { createdAt: string | null; updatedAt: string | null },
): TouchRecord[] => {
  const first = originOf(wire.attributionSource)
  const latest = originOf(wire.lastAttributionSource)
  const said = JSON.stringify(latest)
  const touches: TouchRecord[] = []
  if (first && createdAt !== null) touches.push({ key: 'first', at: createdAt, ...first })
  const at = updatedAt ?? createdAt
  if (latest && at !== null && said !== JSON.stringify(first)) {
    const key = `latest:${createHash('sha256').update(said).digest('base64url').slice(0, 16)}`
    touches.push({ key, at, ...latest })
  }
  return touches
}

const valueOf = (value: unknown): FieldValue => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return Array.isArray(value) ? value.map((one) => said(one) ?? '').join(', ') : null
}

const chosenField = ({ customFields }: WireContact, chosen: string): string | null => {
  const wanted = chosen.toLowerCase()
  const isWanted = (name: string | undefined): boolean =>
    name?.toLowerCase().replace(/^contact\./, '') === wanted.replace(/^contact\./, '')
  const found = customFields?.find(({ id, name, key }) => id === chosen || isWanted(name) || isWanted(key))
  return found ? said(valueOf(found.value)) : null
}

export const contactRecordOf = (wire: WireContact, raw: unknown, { source_field: chosen }: SyncSettings): ContactRecord => {
  const times = { createdAt: instantOf(wire.dateAdded), updatedAt: instantOf(wire.dateUpdated) }
  return {
    externalId: wire.id,
    firstName: said(wire.firstName),
    lastName: said(wire.lastName),
    email: said(wire.email),
    phone: said(wire.phone),
    company: said(wire.companyName),
    city: said(wire.city),
    region: said(wire.state),
    postalCode: said(wire.postalCode),
    country: said(wire.country),
    source: chosen === undefined || chosen === 'source' ? said(wire.source) : chosenField(wire, chosen),
    ownerId: said(wire.assignedTo),
    tags: wire.tags ?? [],
    fields: Object.fromEntries((wire.customFields ?? []).map(({ id, name, value }) => [name ?? id, valueOf(value)])),
    ...times,
    touches: touchesOf(wire, times),
    raw,
  }
}

const outcomes: Readonly<Record<string, Outcome>> = { open: 'open', won: 'won', lost: 'lost', abandoned: 'lost' }

const reasonOf = (wire: WireOpportunity, outcome: Outcome): string | null => {
  if (said(wire.status) === 'abandoned') return 'abandoned'
  return outcome === 'lost' ? said(wire.lostReason) : null
}

export const opportunityRecordOf = (wire: WireOpportunity, raw: unknown): OpportunityRecord => {
  const outcome = outcomes[said(wire.status) ?? 'open'] ?? 'open'
  const contactId = said(wire.contactId)
  return {
    externalId: wire.id,
    name: said(wire.name),
    amount: amountOf(wire.monetaryValue),
    currency: null,
    pipelineId: said(wire.pipelineId),
    stageId: said(wire.pipelineStageId),
    outcome,
    outcomeReason: reasonOf(wire, outcome),
    ownerId: said(wire.assignedTo),
    source: said(wire.source),
    contactIds: contactId === null ? [] : [contactId],
    createdAt: instantOf(wire.createdAt),
    updatedAt: instantOf(wire.updatedAt),
    closedAt: outcome === 'open' ? null : instantOf(wire.lastStatusChangeAt),
    stageSince: instantOf(wire.lastStageChangeAt),
    fields: Object.fromEntries((wire.customFields ?? []).map(({ id, fieldValue }) => [id, valueOf(fieldValue)])),
    raw,
  }
}

const contactOrigins = {
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email',
  phone: 'phone',
  company: 'companyName',
  city: 'city',
  region: 'state',
  postalCode: 'postalCode',
  country: 'country',
  source: 'source',
  ownerId: 'assignedTo',
  tags: 'tags',
  createdAt: 'dateAdded',
  updatedAt: 'dateUpdated',
  touches: 'attributionSource',
}
const opportunityOrigins = {
  name: 'name',
  amount: 'monetaryValue',
  pipelineId: 'pipelineId',
  stageId: 'pipelineStageId',
  outcome: 'status',
  outcomeReason: 'lostReasonId',
  ownerId: 'assignedTo',
  source: 'source',
  contactIds: 'contactId',
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
  closedAt: 'lastStatusChangeAt',
  stageSince: 'lastStageChangeAt',
}

export const originsOf = (object: 'contact' | 'opportunity', { source_field: chosen }: SyncSettings): Record<string, string> => {
  if (object === 'opportunity') return opportunityOrigins
  return chosen === undefined ? contactOrigins : { ...contactOrigins, source: `customFields.${chosen}` }
}
