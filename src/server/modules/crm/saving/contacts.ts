import { runInTurn } from '#server/platform/db/statements/in-turn.ts'
import { jsonText } from '#server/platform/db/json.ts'
import { listLiteral } from '#server/platform/db/statements/rows.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { storable } from '#server/platform/db/statements/storable.ts'
import { newId } from '#server/platform/ids.ts'
import type { ContactRecord, WriteContext } from '../model.ts'
import { channelOf } from './channels.ts'
import * as queries from './contact-queries.ts'
import type { ContactRow, TouchRow } from './contact-queries.ts'
import { hashOf, lastOfEach, payloadsOf } from './content.ts'
import { selectNewOrChanged } from './known-queries.ts'
import { emailKey, phoneKey } from './normalise.ts'

/** Ids of ours, unless noted otherwise. */
export interface Saved {
  created: readonly string[]
  changed: readonly string[]
  unchanged: number
}

interface SavedContacts extends Saved {
  /** External ids of what was written. */
  written: readonly string[]
  /** How many of them had been deleted. */
  returned: number
  /** Opportunities that were saved before their contacts. */
  linked: readonly string[]
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

const nothingSaved: SavedContacts = { created: [], changed: [], unchanged: 0, written: [], returned: 0, linked: [] }

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
  tags: listLiteral(record.tags),
  fields: jsonText(record.fields),
  created_at: record.createdAt ?? known.createdAt,
  updated_at: record.updatedAt,
  content_hash: known.hash,
})

const touchesOf = (record: ContactRecord, contactId: string): TouchRow[] =>
  record.touches.map(({ key, at, kind, source, medium, campaign, clickId, landingUrl, referrer }) => ({
    contact_id: contactId,
    // After a merge a contact has the touches of two contacts.
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
  /** It had been deleted. */
  isBack: boolean
}

interface Options {
  isFirst?: boolean
}

const sortOut = async (
  tx: Tx,
  origin: WriteContext,
  records: readonly ContactRecord[],
  { isFirst = false }: Options,
): Promise<Written[]> => {
  const hashes = records.map((record) => ({ externalId: record.externalId, hash: hashOf(record) }))
  const unsettled = await selectNewOrChanged(tx, origin, { object: 'contact', isFirst }, hashes)
  if (unsettled.size === 0) return []
  const now = origin.at.toISOString()
  return records.flatMap((record) => {
    const before = unsettled.get(record.externalId)
    if (before === undefined) return []
    const row = rowOf(record, { id: before?.id ?? newId(), createdAt: before?.created_at ?? now, hash: hashOf(record) })
    return [{ record, row, isNew: before === null, isBack: before?.is_gone ?? false }]
  })
}

/** Writes new and changed contacts, with their touches and payloads. Unchanged contacts cost one query. */
export const saveContacts = async (
  tx: Tx,
  origin: WriteContext,
  input: readonly ContactRecord[],
  options: Options,
): Promise<SavedContacts> => {
  const records = lastOfEach(input, ({ externalId }) => externalId)
  if (records.length === 0) return nothingSaved
  const written = await sortOut(tx, origin, records, options)
  if (written.length === 0) return { ...nothingSaved, unchanged: records.length }
  const fresh = written.filter(({ isNew }) => isNew).map(({ row }) => row)
  const changed = written.filter(({ isNew }) => !isNew).map(({ row }) => row)
  const toldAgain = written.flatMap(({ record, row, isNew }) => (isNew ? [] : touchesOf(record, row.id)))
  await runInTurn(tx, [
    () => queries.contactInserts(origin, fresh),
    () => queries.contactUpdates(origin, changed),
    () => queries.payloadInserts(origin, { object: 'contact', rows: payloadsOf(written) }),
    () =>
      queries.touchInserts(
        origin,
        written.flatMap(({ record, row }) => touchesOf(record, row.id)),
      ),
    () => queries.touchRefills(origin, toldAgain),
    () => queries.touchChannels(origin, toldAgain),
  ])
  return {
    linked: await queries.linkWaiting(tx, origin, fresh),
    created: idsOf(fresh),
    changed: idsOf(changed),
    unchanged: records.length - written.length,
    written: written.map(({ record }) => record.externalId),
    returned: written.filter(({ isBack }) => isBack).length,
  }
}
