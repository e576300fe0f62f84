// The records of one batch while its events are applied to them, one after the other.
import type { InboundItem } from '#contract/webhooks/inbound.ts'
import type { ContactRecord, OpportunityRecord, PipelineRecord, StageEntry } from '../../crm/model.ts'
import type { StoredContact, StoredOpportunity } from '../../crm/stored/service.ts'
import { opportunityId, isMade, leadId, takenName, type Names } from './identities.ts'
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

export interface Drafts {
  /** By hash: which record a name stands for. */
  identities: Map<string, string>
  newIdentities: Map<string, string>
  contacts: Map<string, ContactDraft>
  opportunities: Map<string, OpportunityDraft>
  pipelines: Pipelines
}

export const createDrafts = (loaded: {
  identities: Map<string, string>
  contacts: readonly StoredContact[]
  opportunities: readonly StoredOpportunity[]
  stages: readonly (PipelineRecord['stages'][number] & { pipelineId: string })[]
}): Drafts => ({
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

const remember = (drafts: Drafts, name: string | null, externalId: string): void => {
  if (name === null || drafts.identities.has(name)) return
  drafts.identities.set(name, externalId)
  drafts.newIdentities.set(name, externalId)
}

/** The sender has given it no id of its own yet. */
const isFree = ({ identities }: Drafts, externalId: string): boolean =>
  isMade(externalId) && !identities.has(takenName(externalId))

/** The sender's own id of a record. One that had none belongs to this one from now on. */
const rememberOwn = (drafts: Drafts, name: string | null, externalId: string): void => {
  remember(drafts, name, externalId)
  if (name !== null && isMade(externalId)) remember(drafts, takenName(externalId), externalId)
}

const known = (drafts: Drafts, name: string | null): ContactDraft | undefined =>
  name === null ? undefined : drafts.contacts.get(drafts.identities.get(name) ?? '')

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

const newContact = (drafts: Drafts, externalId: string, about: About): ContactDraft => {
  const draft: ContactDraft = { id: null, record: blank(externalId, about), isChanged: true, isNew: true }
  drafts.contacts.set(externalId, draft)
  return draft
}

/** Two contacts of a sender may share a mailbox or a telephone. One that has no id of the sender's yet gets this one. */
const byAddress = (drafts: Drafts, { email, phone }: Names, ownId: string | null): ContactDraft | undefined =>
  [known(drafts, email), known(drafts, phone)].find(
    (draft) => draft && (ownId === null || isFree(drafts, draft.record.externalId)),
  )

const knownDeal = (drafts: Drafts, { opportunity }: Names): OpportunityDraft | undefined =>
  opportunity === null ? undefined : drafts.opportunities.get(drafts.identities.get(opportunity) ?? '')

const contactOfDeal = (drafts: Drafts, names: Names): ContactDraft | undefined =>
  drafts.contacts.get(knownDeal(drafts, names)?.record.contactIds[0] ?? '')

/** The id that a contact gets: its sender's own, else one made of its address. */
const idFor = ({ item, names }: About, ownId: string | null): string => {
  const name = names.email ?? names.phone
  return ownId ?? (name === null ? (item.external_id ?? '') : leadId(name))
}

/** A deal's id is not that of its contact, unless nothing else is known about the contact. */
const contactOfDealEvent = (drafts: Drafts, about: About): ContactDraft => {
  const { names } = about
  const found = byAddress(drafts, names, null) ?? contactOfDeal(drafts, names) ?? known(drafts, names.contact)
  const id = idFor(about, null)
  const draft = found ?? drafts.contacts.get(id) ?? newContact(drafts, id, about)
  if (names.email === null && names.phone === null) remember(drafts, names.contact, draft.record.externalId)
  return draft
}

const contactOfLead = (drafts: Drafts, about: About): ContactDraft => {
  const { item, names } = about
  const ownId = item.external_id ?? null
  const found = known(drafts, names.contact) ?? byAddress(drafts, names, ownId)
  const id = idFor(about, ownId)
  const draft = found ?? drafts.contacts.get(id) ?? newContact(drafts, id, about)
  rememberOwn(drafts, names.contact, draft.record.externalId)
  return draft
}

/** The contact that an event is about; a new one, if it is about nobody known. */
export const contactFor = (drafts: Drafts, about: About): ContactDraft => {
  const { names } = about
  const draft = names.opportunity === null ? contactOfLead(drafts, about) : contactOfDealEvent(drafts, about)
  remember(drafts, names.email, draft.record.externalId)
  remember(drafts, names.phone, draft.record.externalId)
  return draft
}

const newOpportunity = (drafts: Drafts, record: OpportunityRecord): OpportunityDraft => {
  const draft: OpportunityDraft = { id: null, record, stages: [], newStages: [], isChanged: true, isNew: true }
  drafts.opportunities.set(record.externalId, draft)
  return draft
}

/** The newest of a contact in a pipeline; among all, if the event names no pipeline. */
const ofContact = (
  drafts: Drafts,
  contactId: string,
  pipelineId: string | null,
  fits: (draft: OpportunityDraft) => boolean,
): OpportunityDraft | undefined =>
  [...drafts.opportunities.values()].findLast(
    (draft) =>
      draft.record.contactIds.includes(contactId) &&
      (pipelineId === null || draft.record.pipelineId === pipelineId) &&
      fits(draft),
  )

/** The opportunity that an event is about. One that the sender had given no id gets the first one that comes. */
export const opportunityFor = (drafts: Drafts, { item, names, at }: About, contact: ContactDraft): OpportunityDraft => {
  const contactId = contact.record.externalId
  const named = item.pipeline === undefined ? null : drafts.pipelines.pipeline(item.pipeline)
  const ownId = names.opportunity === null ? null : (item.external_id ?? null)
  const found =
    knownDeal(drafts, names) ??
    ofContact(drafts, contactId, named, ({ record }) => ownId === null || isFree(drafts, record.externalId))
  const pipelineId = named ?? drafts.pipelines.pipeline('default')
  const externalId = ownId ?? opportunityId(contactId, pipelineId)
  const draft =
    found ??
    drafts.opportunities.get(externalId) ??
    newOpportunity(drafts, {
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
  rememberOwn(drafts, names.opportunity, draft.record.externalId)
  return draft
}
