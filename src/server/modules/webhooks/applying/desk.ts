// The records of one batch while its events are applied to them, one after the other.
import type { InboundItem } from '#contract/webhooks/inbound.ts'
import type { ContactRecord, OpportunityRecord, PipelineRecord, StageEntry } from '../../crm/model.ts'
import type { StoredContact, StoredOpportunity } from '../../crm/stored/service.ts'
import { dealId, isMade, leadId, type Names } from './identities.ts'
import { pipelineOf, type Pipelines } from './pipelines.ts'

export interface ContactDraft {
  /** Null: it is new. */
  id: string | null
  record: ContactRecord
  isChanged: boolean
  /** No event before this one was about it. */
  isNew: boolean
}

export interface OpportunityDraft {
  id: string | null
  record: OpportunityRecord
  stages: StageEntry[]
  newStages: StageEntry[]
  isChanged: boolean
  isNew: boolean
}

export interface Desk {
  /** By hash: which record a name stands for. */
  identities: Map<string, string>
  newIdentities: Map<string, string>
  contacts: Map<string, ContactDraft>
  opportunities: Map<string, OpportunityDraft>
  pipelines: Pipelines
}

export const openDesk = (loaded: {
  identities: Map<string, string>
  contacts: readonly StoredContact[]
  opportunities: readonly StoredOpportunity[]
  stages: readonly (PipelineRecord['stages'][number] & { pipelineId: string })[]
}): Desk => ({
  identities: loaded.identities,
  newIdentities: new Map(),
  contacts: new Map(loaded.contacts.map(({ id, record }) => [record.externalId, { id, record, isChanged: false, isNew: false }])),
  opportunities: new Map(
    loaded.opportunities.map(({ id, record, stages }) => [
      record.externalId,
      { id, record, stages: [...stages], newStages: [], isChanged: false, isNew: false },
    ]),
  ),
  pipelines: pipelineOf(loaded.stages),
})

const remember = (desk: Desk, name: string | null, externalId: string): void => {
  if (name === null || desk.identities.has(name)) return
  desk.identities.set(name, externalId)
  desk.newIdentities.set(name, externalId)
}

const known = (desk: Desk, name: string | null): ContactDraft | undefined =>
  name === null ? undefined : desk.contacts.get(desk.identities.get(name) ?? '')

interface About {
  item: InboundItem
  names: Names
  at: string
}

const blank = (externalId: string, { item, at }: About): ContactRecord => ({
  externalId,
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  company: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
  source: null,
  ownerId: null,
  tags: [],
  fields: {},
  createdAt: at,
  updatedAt: null,
  touches: [],
  raw: item,
})

const newContact = (desk: Desk, externalId: string, about: About): ContactDraft => {
  const draft: ContactDraft = { id: null, record: blank(externalId, about), isChanged: true, isNew: true }
  desk.contacts.set(externalId, draft)
  return draft
}

/** Two contacts of a sender may share a mailbox or a telephone. One that has no id of the sender's yet gets this one. */
const byAddress = (desk: Desk, { email, phone }: Names, ownId: string | null): ContactDraft | undefined =>
  [known(desk, email), known(desk, phone)].find((draft) => draft && (ownId === null || isMade(draft.record.externalId)))

const knownDeal = (desk: Desk, { opportunity }: Names): OpportunityDraft | undefined =>
  opportunity === null ? undefined : desk.opportunities.get(desk.identities.get(opportunity) ?? '')

const contactOfDeal = (desk: Desk, names: Names): ContactDraft | undefined =>
  desk.contacts.get(knownDeal(desk, names)?.record.contactIds[0] ?? '')

/** The id that a contact gets: its sender's own, else one made of its address. */
const idFor = ({ item, names }: About, ownId: string | null): string => {
  const name = names.email ?? names.phone
  return ownId ?? (name === null ? (item.external_id ?? '') : leadId(name))
}

/** A deal's id is not that of its contact, unless nothing else is known about the contact. */
const contactOfDealEvent = (desk: Desk, about: About): ContactDraft => {
  const { names } = about
  const found = byAddress(desk, names, null) ?? contactOfDeal(desk, names) ?? known(desk, names.contact)
  const id = idFor(about, null)
  const draft = found ?? desk.contacts.get(id) ?? newContact(desk, id, about)
  if (names.email === null && names.phone === null) remember(desk, names.contact, draft.record.externalId)
  return draft
}

const contactOfLead = (desk: Desk, about: About): ContactDraft => {
  const { item, names } = about
  const ownId = item.external_id ?? null
  const found = known(desk, names.contact) ?? byAddress(desk, names, ownId)
  const id = idFor(about, ownId)
  const draft = found ?? desk.contacts.get(id) ?? newContact(desk, id, about)
  remember(desk, names.contact, draft.record.externalId)
  return draft
}

/** The contact that an event is about; a new one, if it is about nobody known. */
export const contactFor = (desk: Desk, about: About): ContactDraft => {
  const { names } = about
  const draft = names.opportunity === null ? contactOfLead(desk, about) : contactOfDealEvent(desk, about)
  remember(desk, names.email, draft.record.externalId)
  remember(desk, names.phone, draft.record.externalId)
  return draft
}

const newOpportunity = (desk: Desk, record: OpportunityRecord): OpportunityDraft => {
  const draft: OpportunityDraft = { id: null, record, stages: [], newStages: [], isChanged: true, isNew: true }
  desk.opportunities.set(record.externalId, draft)
  return draft
}

/** The newest of a contact in a pipeline; among all, if the event names no pipeline. */
const ofContact = (
  desk: Desk,
  contactId: string,
  pipelineId: string | null,
  fits: (draft: OpportunityDraft) => boolean,
): OpportunityDraft | undefined =>
  [...desk.opportunities.values()].findLast(
    (draft) =>
      draft.record.contactIds.includes(contactId) &&
      (pipelineId === null || draft.record.pipelineId === pipelineId) &&
      fits(draft),
  )

/** The opportunity that an event is about. One that the sender had given no id gets the first one that comes. */
export const opportunityFor = (desk: Desk, { item, names, at }: About, contact: ContactDraft): OpportunityDraft => {
  const contactId = contact.record.externalId
  const named = item.pipeline === undefined ? null : desk.pipelines.pipeline(item.pipeline)
  const ownId = names.opportunity === null ? null : (item.external_id ?? null)
  const found =
    knownDeal(desk, names) ?? ofContact(desk, contactId, named, ({ record }) => ownId === null || isMade(record.externalId))
  const pipelineId = named ?? desk.pipelines.pipeline('default')
  const externalId = ownId ?? dealId(contactId, pipelineId)
  const draft =
    found ??
    desk.opportunities.get(externalId) ??
    newOpportunity(desk, {
      externalId,
      name: null,
      amount: null,
      currency: null,
      pipelineId,
      stageId: null,
      outcome: 'open',
      outcomeReason: null,
      ownerId: null,
      source: null,
      contactIds: [contactId],
      createdAt: at,
      updatedAt: null,
      closedAt: null,
      stageSince: null,
      fields: {},
      raw: null,
    })
  remember(desk, names.opportunity, draft.record.externalId)
  return draft
}
