// By what a sender names a record, as hashes: the sender's own id, an email address, a phone number.
import { createHash } from 'node:crypto'
import type { InboundItem } from '#contract/webhooks/inbound.ts'
import { comparableIdentifiers } from '../../crm/stored/service.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export interface Names {
  /** The sender's id of the contact, and that of the opportunity. */
  contact: string | null
  opportunity: string | null
  email: string | null
  phone: string | null
}

/** Events about a deal carry the id of the deal. */
const isAboutDeal = ({ event }: InboundItem): boolean => event === 'stage.changed' || event.startsWith('deal.')

export const namesOf = (item: InboundItem, given: { email: string | null; phone: string | null }): Names => {
  const { email, phone } = comparableIdentifiers(given)
  const own = item.external_id === undefined || item.external_id === '' ? null : item.external_id
  return {
    contact: own === null ? null : hashOf(`contact ${own}`),
    opportunity: own !== null && isAboutDeal(item) ? hashOf(`opportunity ${own}`) : null,
    email: email === null ? null : hashOf(`email ${email}`),
    phone: phone === null ? null : hashOf(`phone ${phone}`),
  }
}

export const allNames = (names: Names): string[] =>
  [names.contact, names.opportunity, names.email, names.phone].filter((name) => name !== null)

/** The id of a contact that its sender gave none. */
const madeLead = 'lead_'
/** The id of an opportunity that its sender gave none. */
const madeDeal = 'deal_'

export const leadId = (name: string): string => `${madeLead}${name.slice(0, 24)}`

export const opportunityId = (contactId: string, pipelineId: string): string =>
  `${madeDeal}${hashOf(JSON.stringify([contactId, pipelineId])).slice(0, 24)}`

/** Says that a record with an id of ours belongs to a sender's own id by now, and so to no other one. */
export const takenName = (externalId: string): string => hashOf(`taken ${externalId}`)

/** A sender's own id that comes later may be that of the record, if none came before. */
export const isMade = (externalId: string): boolean => externalId.startsWith(madeLead) || externalId.startsWith(madeDeal)
