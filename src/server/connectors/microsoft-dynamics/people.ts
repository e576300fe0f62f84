import type { Session } from '../kit/connector.ts'
import { instantOf } from '../kit/text.ts'
import { sortRecords } from '../kit/wire.ts'
import { selectOf } from './fields.ts'
import { contactOf, leadOf } from './map.ts'
import type { Content, Part } from './reader.ts'
import { contactRow, leadRow, type ContactRow, type LeadRow } from './wire.ts'

/** A contact that was merged into another lives on as that one. */
export const contactsIn = (rows: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content => {
  const { good, rejected } = sortRecords(contactRow, rows, { object: 'contact', id: 'contactid' })
  const isMerged = (row: ContactRow): boolean => row.merged === true && Boolean(row._masterid_value)
  return {
    contacts: good.filter(({ record }) => !isMerged(record)).map(({ record, raw }) => contactOf(record, raw, settings)),
    merges: good.flatMap(({ record }) =>
      isMerged(record) ? [{ from: record.contactid, into: record._masterid_value ?? '', at: instantOf(record.modifiedon) }] : [],
    ),
    rejected,
  }
}

const qualified = 1

/** A qualified lead lives on as the contact that was made from it. */
export const leadsIn = (rows: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content => {
  const { good, rejected } = sortRecords(leadRow, rows, { object: 'contact', id: 'leadid' })
  const isGone = (row: LeadRow): boolean => row.statecode === qualified && Boolean(row._parentcontactid_value)
  return {
    contacts: good.filter(({ record }) => !isGone(record)).map(({ record, raw }) => leadOf(record, raw, settings)),
    merges: good.flatMap(({ record }) =>
      isGone(record)
        ? [{ from: record.leadid, into: record._parentcontactid_value ?? '', at: instantOf(record.modifiedon) }]
        : [],
    ),
    rejected,
  }
}

export const contacts: Part = {
  set: 'contacts',
  object: 'contact',
  isTracked: true,
  select: (session) => selectOf(session, 'contact'),
  take: async (session, rows) => contactsIn(rows, session),
}
export const leads: Part = {
  set: 'leads',
  object: 'contact',
  isTracked: true,
  select: (session) => selectOf(session, 'lead'),
  take: async (session, rows) => leadsIn(rows, session),
}
