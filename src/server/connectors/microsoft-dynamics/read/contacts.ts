import type { Session } from '../../kit/access.ts'
import type { ContactRecord } from '../../kit/records.ts'
import { instantOf } from '../../kit/text.ts'
import { sortRecords } from '../../kit/wire.ts'
import { selectOf } from '../fields.ts'
import { contactOf, leadOf } from '../map.ts'
import type { Content, Part } from './reader.ts'
import { endsOf, mergeTargetOfContact, mergeTargetOfLead, type FocusFallback } from './merge-targets.ts'
import { contactRow, leadRow } from '../wire.ts'

/** Somebody, and who stands for them by now. */
interface Known {
  contact: ContactRecord
  into: FocusFallback | null
  at: string | null
}
interface SortedPeople {
  people: Known[]
  rejected: NonNullable<Content['rejected']>
}

const sortContacts = (rows: readonly unknown[], settings: Session['settings']): SortedPeople => {
  const { good, rejected } = sortRecords(contactRow, rows, { object: 'contact', id: 'contactid' })
  const people = good.map(({ record, raw }) => ({
    contact: contactOf(record, raw, settings),
    into: mergeTargetOfContact(record),
    at: instantOf(record.modifiedon),
  }))
  return { people, rejected }
}

const sortLeads = (rows: readonly unknown[], settings: Session['settings']): SortedPeople => {
  const { good, rejected } = sortRecords(leadRow, rows, { object: 'contact', id: 'leadid' })
  const people = good.map(({ record, raw }) => ({
    contact: leadOf(record, raw, settings),
    into: mergeTargetOfLead(record),
    at: instantOf(record.modifiedon),
  }))
  return { people, rejected }
}

const hasTouch = ({ contact }: Known): boolean => contact.touches.length > 0

/**
 * Merged people and qualified leads live on as somebody else, and leave them whatever brought them here: so they are told once,
 * together with the merge. Whoever is merged into somebody that we never see would stay here for ever.
 */
const contentOf = ({ people, rejected }: SortedPeople, endOf: (id: string) => string | null): Content => {
  const contacts = people.filter((known) => known.into === null || (hasTouch(known) && endOf(known.into.id) !== null))
  return {
    contacts: contacts.map(({ contact }) => contact),
    merges: people.flatMap(({ contact, into, at }) =>
      into === null ? [] : [{ from: contact.externalId, into: endOf(into.id) ?? into.id, at }],
    ),
    rejected,
  }
}

export const contactsIn = (rows: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content =>
  contentOf(sortContacts(rows, settings), (id) => id)
export const leadsIn = (rows: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content =>
  contentOf(sortLeads(rows, settings), (id) => id)

/** Only those are looked for who inherit something. */
const takePeople = async (session: Session, sorted: SortedPeople): Promise<Content> =>
  contentOf(
    sorted,
    await endsOf(
      session,
      sorted.people.filter(hasTouch).flatMap(({ into }) => into ?? []),
    ),
  )

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
