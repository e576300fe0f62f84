import type { Session } from '../kit/connector.ts'
import type { ContactRecord } from '../kit/records.ts'
import { instantOf } from '../kit/text.ts'
import { sortRecords } from '../kit/wire.ts'
import { rowsBy, rowsOf } from './client.ts'
import { selectOf } from './fields.ts'
import { contactOf, leadOf } from './map.ts'
import type { Content, Part } from './reader.ts'
import { contactRow, leadRow, standingRow } from './wire.ts'

/** Somebody, and who stands for them by now. */
interface Known {
  contact: ContactRecord
  into: string | null
  at: string | null
}
interface SortedPeople {
  people: Known[]
  rejected: NonNullable<Content['rejected']>
}

const qualified = 1

const sortContacts = (rows: readonly unknown[], settings: Session['settings']): SortedPeople => {
  const { good, rejected } = sortRecords(contactRow, rows, { object: 'contact', id: 'contactid' })
  const people = good.map(({ record, raw }) => ({
    contact: contactOf(record, raw, settings),
    into: record.merged === true ? (record._masterid_value ?? null) : null,
    at: instantOf(record.modifiedon),
  }))
  return { people, rejected }
}

const sortLeads = (rows: readonly unknown[], settings: Session['settings']): SortedPeople => {
  const { good, rejected } = sortRecords(leadRow, rows, { object: 'contact', id: 'leadid' })
  const people = good.map(({ record, raw }) => ({
    contact: leadOf(record, raw, settings),
    into: record.statecode === qualified ? (record._parentcontactid_value ?? null) : null,
    at: instantOf(record.modifiedon),
  }))
  return { people, rejected }
}

/**
 * A merged contact and a qualified lead live on as somebody else, and leave them whatever brought them here: so they are told once,
 * together with the merge. Whoever is merged into somebody that we never see would stay here for ever.
 */
const contentOf = ({ people, rejected }: SortedPeople, isSeen: (contactId: string) => boolean): Content => {
  const isTold = ({ contact, into }: Known): boolean => into === null || (contact.touches.length > 0 && isSeen(into))
  return {
    contacts: people.filter(isTold).map(({ contact }) => contact),
    merges: people.flatMap(({ contact, into, at }) => (into === null ? [] : [{ from: contact.externalId, into, at }])),
    rejected,
  }
}

export const contactsIn = (rows: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content =>
  contentOf(sortContacts(rows, settings), () => true)
export const leadsIn = (rows: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content =>
  contentOf(sortLeads(rows, settings), () => true)

/** Those of the contacts that we may see and that stand for themselves. */
const seenContacts = async (session: Session, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await rowsBy(session, 'contacts', { select: ['contactid', 'merged'], attribute: 'contactid', ids })
  const standing = rowsOf(standingRow, rows).filter(({ merged }) => merged !== true)
  return new Set(standing.map(({ contactid }) => contactid))
}

const takePeople = async (session: Session, sorted: SortedPeople): Promise<Content> => {
  const heirs = sorted.people.flatMap(({ contact, into }) => (contact.touches.length > 0 ? (into ?? []) : []))
  const seen = await seenContacts(session, [...new Set(heirs)])
  return contentOf(sorted, (id) => seen.has(id))
}

export const contacts: Part = {
  set: 'contacts',
  key: 'contactid',
  object: 'contact',
  isTracked: true,
  select: (session) => selectOf(session, 'contact'),
  take: (session, rows) => takePeople(session, sortContacts(rows, session.settings)),
}
export const leads: Part = {
  set: 'leads',
  key: 'leadid',
  object: 'contact',
  isTracked: true,
  select: (session) => selectOf(session, 'lead'),
  take: (session, rows) => takePeople(session, sortLeads(rows, session.settings)),
}
