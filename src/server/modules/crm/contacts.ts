import type { ContactRecord } from '#server/connectors/kit/records.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { channelOf } from './channels.ts'
import * as queries from './contact-queries.ts'
import type { ContactRow, Origin, TouchRow } from './contact-queries.ts'
import { hashOf, lastOfEach, payloadOf, storable } from './content.ts'
import { emailKey, phoneKey } from './normalise.ts'

export interface Saved {
  created: number
  changed: number
  unchanged: number
}

const rowOf = (record: ContactRecord, known: { id: string; createdAt: string; hash: string }): ContactRow => ({
  id: known.id,
  external_id: record.externalId,
  first_name: storable(record.firstName),
  last_name: storable(record.lastName),
  email: storable(record.email),
  email_norm: storable(emailKey(record.email)),
  phone: storable(record.phone),
  phone_norm: phoneKey(record.phone, record.country),
  company: storable(record.company),
  city: storable(record.city),
  region: storable(record.region),
  postal_code: storable(record.postalCode),
  country: storable(record.country),
  source: storable(record.source),
  owner_external_id: storable(record.ownerId),
  tags: record.tags.map((tag) => storable(tag) ?? ''),
  fields: record.fields,
  created_at: record.createdAt ?? known.createdAt,
  updated_at: record.updatedAt,
  content_hash: known.hash,
})

const touchesOf = (record: ContactRecord, contactId: string): TouchRow[] =>
  record.touches.map(({ key, at, kind, source, medium, campaign, clickId, landingUrl, referrer }) => ({
    contact_id: contactId,
    // After a merge the touches of two people lie side by side.
    key: `${record.externalId}:${key}`,
    at,
    channel: channelOf({ kind, source, medium, clickId, landingUrl, referrer }),
    kind,
    source: storable(source),
    medium: storable(medium),
    campaign: storable(campaign),
    click_id: storable(clickId),
    landing_url: storable(landingUrl),
    referrer: storable(referrer),
  }))

interface Written {
  record: ContactRecord
  row: ContactRow
  isNew: boolean
}

/** Nothing to write: it says what it said before, or somebody else stands for it since a merge. */
const isSettled = (before: { content_hash: string; is_gone: boolean; is_merged: boolean }, hash: string): boolean =>
  before.is_merged || (before.content_hash === hash && !before.is_gone)

const sortOut = async (tx: Tx, origin: Origin, records: readonly ContactRecord[]): Promise<Written[]> => {
  const known = await queries.selectKnownContacts(
    tx,
    origin,
    records.map(({ externalId }) => externalId),
  )
  const now = origin.at.toISOString()
  return records.flatMap((record) => {
    const before = known.get(record.externalId)
    const hash = hashOf(record)
    if (before && isSettled(before, hash)) return []
    const createdAt = before?.created_at.toISOString() ?? now
    return [{ record, row: rowOf(record, { id: before?.id ?? newId(), createdAt, hash }), isNew: before === undefined }]
  })
}

/** Writes what is new or different, with its touches and what the vendor sent. What is known already costs one look. */
export const saveContacts = async (tx: Tx, origin: Origin, given: readonly ContactRecord[]): Promise<Saved> => {
  const records = lastOfEach(given, ({ externalId }) => externalId)
  if (records.length === 0) return { created: 0, changed: 0, unchanged: 0 }
  const written = await sortOut(tx, origin, records)
  const fresh = written.filter(({ isNew }) => isNew).map(({ row }) => row)
  const changed = written.filter(({ isNew }) => !isNew).map(({ row }) => row)
  if (fresh.length > 0 && (await queries.insertContacts(tx, origin, fresh)) !== fresh.length)
    throw new Error('Somebody else wrote the same contacts at the same time')
  if (changed.length > 0) await queries.updateContacts(tx, origin, changed)
  if (written.length > 0) {
    const rows = written.map(({ record, row }) => ({ recordId: row.id, payload: payloadOf(record) }))
    await queries.insertPayloads(tx, origin, { object: 'contact', rows })
    await queries.insertTouches(
      tx,
      origin,
      written.flatMap(({ record, row }) => touchesOf(record, row.id)),
    )
  }
  if (fresh.length > 0) await queries.linkWaiting(tx, origin, fresh)
  return { created: fresh.length, changed: changed.length, unchanged: records.length - written.length }
}
