import type { Session } from '../kit/connector.ts'
import { instantOf } from '../kit/text.ts'
import { sortRecords } from '../kit/wire.ts'
import { fieldsOf } from './fields.ts'
import { contactOf, leadOf } from './map.ts'
import type { Content, Part } from './reader.ts'
import { contactRow, leadRow } from './wire.ts'

export const contactsIn = (records: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content => {
  const { good, rejected } = sortRecords(contactRow, records, { object: 'contact', id: 'Id' })
  return { contacts: good.map(({ record, raw }) => contactOf(record, raw, settings)), rejected }
}

/** A converted lead lives on as a contact. */
export const leadsIn = (records: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content => {
  const { good, rejected } = sortRecords(leadRow, records, { object: 'contact', id: 'Id' })
  const contacts = good.filter(({ record }) => record.IsConverted !== true)
  const merges = good.flatMap(({ record: { Id, IsConverted, ConvertedContactId, SystemModstamp } }) =>
    IsConverted === true && ConvertedContactId ? [{ from: Id, into: ConvertedContactId, at: instantOf(SystemModstamp) }] : [],
  )
  return { contacts: contacts.map(({ record, raw }) => leadOf(record, raw, settings)), merges, rejected }
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
  take: async (session, records) => ({ content: leadsIn(records, session) }),
}
