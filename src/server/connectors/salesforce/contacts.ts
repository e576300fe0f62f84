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

/** A converted lead is replaced by a contact, which takes over its touches: so it is returned once, together with its merge. */
const targetOf = ({ record, contact }: SortedLeads['leads'][number]): string | null =>
  contact.touches.length > 0 ? (record.ConvertedContactId ?? null) : null

/** A lead that was merged into a contact that we never see would otherwise stay here forever. */
const contentOf = ({ leads, rejected }: SortedLeads, isVisible: (contactId: string) => boolean): Content => {
  const isReturned = (lead: SortedLeads['leads'][number]): boolean => {
    const target = targetOf(lead)
    return lead.record.IsConverted !== true || (target !== null && isVisible(target))
  }
  const merges = leads.flatMap(({ record: { Id, IsConverted, ConvertedContactId, SystemModstamp } }) =>
    IsConverted === true && ConvertedContactId ? [{ from: Id, into: ConvertedContactId, at: instantOf(SystemModstamp) }] : [],
  )
  return { contacts: leads.filter(isReturned).map(({ contact }) => contact), merges, rejected }
}

export const leadsIn = (records: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content =>
  contentOf(sortLeads(records, settings), () => true)

/** The number of ids that fit into one query. */
const idsMax = 300

/** The contacts that we may see. */
const visibleContacts = async (session: Session, ids: readonly string[]): Promise<Set<string>> => {
  const visible = new Set<string>()
  for (let from = 0; from < ids.length; from += idsMax) {
    const some = ids.slice(from, from + idsMax).map((id) => `'${id}'`)
    const found = await everything(session, `SELECT Id FROM Contact WHERE Id IN (${some.join(', ')})`, 'Contact')
    for (const { Id } of parseRows(rowKey, found, 'Contact', session.http.vendor)) visible.add(Id)
  }
  return visible
}

const takeLeads = async (session: Session, records: readonly unknown[]): Promise<Content> => {
  const sorted = sortLeads(records, session.settings)
  const targets = sorted.leads.flatMap((lead) => (lead.record.IsConverted === true ? (targetOf(lead) ?? []) : []))
  const visible = await visibleContacts(session, [...new Set(targets)])
  return contentOf(sorted, (id) => visible.has(id))
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
