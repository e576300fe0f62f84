import type { Session } from '../../kit/access.ts'
import type { ContactRecord } from '../../kit/records.ts'
import { instantOf } from '../../kit/text.ts'
import { sortRecords } from '../../kit/wire.ts'
import { selectOf } from '../fields.ts'
import { contactOf, leadOf } from '../map.ts'
import type { Content, Part } from './reader.ts'
import { endsOf, mergeTargetOfContact, mergeTargetOfLead, type MergeTarget } from './merge-targets.ts'
import { contactRow, leadRow } from '../wire.ts'

/** A contact, and the record that replaces it. */
interface KnownContact {
  contact: ContactRecord
  into: MergeTarget | null
  at: string | null
}
interface SortedContacts {
  known: KnownContact[]
  rejected: NonNullable<Content['rejected']>
}

const sortContacts = (rows: readonly unknown[], settings: Session['settings']): SortedContacts => {
  const { good, rejected } = sortRecords(contactRow, rows, { object: 'contact', id: 'contactid' })
  const known = good.map(({ record, raw }) => ({
    contact: contactOf(record, raw, settings),
    into: mergeTargetOfContact(record),
    at: instantOf(record.modifiedon),
  }))
  return { known, rejected }
}

const sortLeads = (rows: readonly unknown[], settings: Session['settings']): SortedContacts => {
  const { good, rejected } = sortRecords(leadRow, rows, { object: 'contact', id: 'leadid' })
  const known = good.map(({ record, raw }) => ({
    contact: leadOf(record, raw, settings),
    into: mergeTargetOfLead(record),
    at: instantOf(record.modifiedon),
  }))
  return { known, rejected }
}

const hasTouch = ({ contact }: KnownContact): boolean => contact.touches.length > 0

/**
 * Merged contacts and qualified leads are replaced by another record, which takes over their touches: so they are
 * returned once, together with the merge. A contact that was merged into a record that we never see would otherwise
 * stay here forever.
 */
const contentOf = ({ known, rejected }: SortedContacts, endOf: (id: string) => string | null): Content => {
  const contacts = known.filter((one) => one.into === null || (hasTouch(one) && endOf(one.into.id) !== null))
  return {
    contacts: contacts.map(({ contact }) => contact),
    merges: known.flatMap(({ contact, into, at }) =>
      into === null ? [] : [{ from: contact.externalId, into: endOf(into.id) ?? into.id, at }],
    ),
    rejected,
  }
}

export const contactsIn = (rows: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content =>
  contentOf(sortContacts(rows, settings), (id) => id)
export const leadsIn = (rows: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content =>
  contentOf(sortLeads(rows, settings), (id) => id)

/** Only looks up records that will take over touches. */
const resolveContacts = async (session: Session, sorted: SortedContacts): Promise<Content> =>
  contentOf(
    sorted,
    await endsOf(
      session,
      sorted.known.filter(hasTouch).flatMap(({ into }) => into ?? []),
    ),
  )

export const contacts: Part = {
  set: 'contacts',
  key: 'contactid',
  object: 'contact',
  isTracked: true,
  select: (session) => selectOf(session, 'contact'),
  take: (session, rows) => resolveContacts(session, sortContacts(rows, session.settings)),
}
export const leads: Part = {
  set: 'leads',
  key: 'leadid',
  object: 'contact',
  isTracked: true,
  select: (session) => selectOf(session, 'lead'),
  take: (session, rows) => resolveContacts(session, sortLeads(rows, session.settings)),
}
