import type { Session } from '../kit/access.ts'
import type { ContactRecord } from '../kit/records.ts'
import { instantOf } from '../kit/text.ts'
import { parseRows, sortRecords } from '../kit/wire.ts'
import { everything } from './client.ts'
import { fieldsOf } from './fields.ts'
import { contactOf, leadOf } from './map.ts'
import type { Content, Part } from './reader.ts'
import { contactRow, leadRow, rowKey, type LeadRow } from './wire.ts'

export const contactsIn = (records: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content => {
  const { good, rejected } = sortRecords(contactRow, records, { object: 'contact', id: 'Id' })
  return { contacts: good.map(({ record, raw }) => contactOf(record, raw, settings)), rejected }
}

interface SortedLeads {
  leads: { record: LeadRow; contact: ContactRecord }[]
  rejected: NonNullable<Content['rejected']>
}

const sortLeads = (records: readonly unknown[], settings: Session['settings']): SortedLeads => {
  const { good, rejected } = sortRecords(leadRow, records, { object: 'contact', id: 'Id' })
  return { leads: good.map(({ record, raw }) => ({ record, contact: leadOf(record, raw, settings) })), rejected }
}

/** A converted lead lives on as a contact, and leaves it whatever brought it here: so it is told once, together with its merge. */
const heirOf = ({ record, contact }: SortedLeads['leads'][number]): string | null =>
  contact.touches.length > 0 ? (record.ConvertedContactId ?? null) : null

/** Whoever is merged into somebody that we never see would stay here for ever. */
const contentOf = ({ leads, rejected }: SortedLeads, isSeen: (contactId: string) => boolean): Content => {
  const isTold = (lead: SortedLeads['leads'][number]): boolean => {
    const heir = heirOf(lead)
    return lead.record.IsConverted !== true || (heir !== null && isSeen(heir))
  }
  const merges = leads.flatMap(({ record: { Id, IsConverted, ConvertedContactId, SystemModstamp } }) =>
    IsConverted === true && ConvertedContactId ? [{ from: Id, into: ConvertedContactId, at: instantOf(SystemModstamp) }] : [],
  )
  return { contacts: leads.filter(isTold).map(({ contact }) => contact), merges, rejected }
}

export const leadsIn = (records: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content =>
  contentOf(sortLeads(records, settings), () => true)

/** Ids that fit into one question. */
const idsMax = 300

/** Those of the contacts that we may see. */
const seenContacts = async (session: Session, ids: readonly string[]): Promise<Set<string>> => {
  const seen = new Set<string>()
  for (let from = 0; from < ids.length; from += idsMax) {
    const some = ids.slice(from, from + idsMax).map((id) => `'${id}'`)
    const found = await everything(session, `SELECT Id FROM Contact WHERE Id IN (${some.join(', ')})`, 'Contact')
    for (const { Id } of parseRows(rowKey, found, 'Contact', session.http.vendor)) seen.add(Id)
  }
  return seen
}

const takeLeads = async (session: Session, records: readonly unknown[]): Promise<Content> => {
  const sorted = sortLeads(records, session.settings)
  const heirs = sorted.leads.flatMap((lead) => (lead.record.IsConverted === true ? (heirOf(lead) ?? []) : []))
  const seen = await seenContacts(session, [...new Set(heirs)])
  return contentOf(sorted, (id) => seen.has(id))
}

export const contacts: Part = {
  object: 'Contact',
  order: 'change',
  mark: 'Contact',
  select: (session) => fieldsOf(session, 'Contact'),
  take: async (session, records) => ({ content: contactsIn(records, session) }),
}
export const leads: Part = {
  object: 'Lead',
  order: 'change',
  mark: 'Lead',
  select: (session) => fieldsOf(session, 'Lead'),
  take: async (session, records) => ({ content: await takeLeads(session, records) }),
}
