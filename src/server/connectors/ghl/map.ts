import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { ContactRecord, OpportunityRecord, Outcome, RecordObject } from '../kit/records.ts'
import { amountOf, instantOf, textOrNull } from '../kit/text.ts'
import { fieldsOf, valueOf } from './fields.ts'
import { touchesOf } from './touches.ts'
import type { WireContact, WireOpportunity } from './wire.ts'

const chosenField = ({ customFields }: WireContact, chosen: string): string | null => {
  const chosenName = chosen.toLowerCase()
  const isChosenName = (name: string | undefined): boolean =>
    name?.toLowerCase().replace(/^contact\./, '') === chosenName.replace(/^contact\./, '')
  const found = customFields?.find(({ id, name, key }) => id === chosen || isChosenName(name) || isChosenName(key))
  return found ? textOrNull(valueOf(found)) : null
}

export const contactRecordOf = (wire: WireContact, raw: unknown, { source_field: chosen }: SyncSettings): ContactRecord => {
  const times = { createdAt: instantOf(wire.dateAdded), updatedAt: instantOf(wire.dateUpdated) }
  return {
    externalId: wire.id,
    firstName: textOrNull(wire.firstName),
    lastName: textOrNull(wire.lastName),
    email: textOrNull(wire.email),
    phone: textOrNull(wire.phone),
    company: textOrNull(wire.companyName),
    city: textOrNull(wire.city),
    region: textOrNull(wire.state),
    postalCode: textOrNull(wire.postalCode),
    country: textOrNull(wire.country),
    source: chosen === undefined || chosen === 'source' ? textOrNull(wire.source) : chosenField(wire, chosen),
    ownerId: textOrNull(wire.assignedTo),
    tags: wire.tags ?? [],
    fields: fieldsOf(wire.customFields),
    ...times,
    touches: touchesOf(wire, times.createdAt),
    raw,
  }
}

const outcomes: Readonly<Record<string, Outcome>> = { open: 'open', won: 'won', lost: 'lost', abandoned: 'lost' }

const reasonOf = (wire: WireOpportunity, outcome: Outcome): string | null => {
  if (textOrNull(wire.status) === 'abandoned') return 'abandoned'
  return outcome === 'lost' ? textOrNull(wire.lostReason) : null
}

export const opportunityRecordOf = (wire: WireOpportunity, raw: unknown): OpportunityRecord => {
  const outcome = outcomes[textOrNull(wire.status) ?? 'open'] ?? 'open'
  const contactId = textOrNull(wire.contactId)
  return {
    externalId: wire.id,
    name: textOrNull(wire.name),
    amount: amountOf(wire.monetaryValue),
    currency: null,
    pipelineId: textOrNull(wire.pipelineId),
    stageId: textOrNull(wire.pipelineStageId),
    outcome,
    outcomeReason: reasonOf(wire, outcome),
    ownerId: textOrNull(wire.assignedTo),
    source: textOrNull(wire.source),
    contactIds: contactId === null ? [] : [contactId],
    createdAt: instantOf(wire.createdAt),
    updatedAt: instantOf(wire.updatedAt),
    closedAt: outcome === 'open' ? null : instantOf(wire.lastStatusChangeAt),
    stageSince: instantOf(wire.lastStageChangeAt),
    fields: fieldsOf(wire.customFields),
    raw,
  }
}

const contactFieldPaths = {
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
  'fields.*': 'customFields.*',
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

export const fieldPaths = (object: RecordObject, { source_field: chosen }: SyncSettings): Record<string, string> => {
  if (object === 'opportunity') return opportunityOrigins
  return chosen === undefined ? contactFieldPaths : { ...contactFieldPaths, source: `customFields.${chosen}` }
}
