// What would be removed and is held back until somebody agrees.
import type { RecordObject } from '#server/connectors/kit/records.ts'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { sql } from 'kysely'
import type { HeldCause } from '../engine/plan.ts'
import type { StreamPlace } from '../engine/stream-queries.ts'

/** What was found to be gone, and how both sides stood then. */
export interface Held {
  vendor: number | null
  own: number
  vanished: number
  at: string
  /** When it was first found; absent: then. */
  since?: string
  /** Whether ids were compared, or everything was read. */
  from?: 'ids' | 'read'
  cause?: HeldCause
  /** The run that may remove so many, because a person has agreed. */
  agreed_run?: string
}

export const selectHeld = async (tx: Tx, { clientId, integrationId }: StreamPlace): Promise<Map<RecordObject, Held>> => {
  const rows = await tx
    .selectFrom('sync_stream')
    .select(['stream', 'held'])
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where('held', 'is not', null)
    .execute()
  return new Map(rows.map(({ stream, held }) => [stream as RecordObject, held as unknown as Held]))
}

/** Whoever found it anew has nobody's agreement to it. */
export const storeHeld = async (tx: Tx, place: StreamPlace, object: RecordObject, held: Held): Promise<void> => {
  const { clientId, integrationId } = place
  const before = (await selectHeld(tx, place)).get(object)
  const kept = jsonText({ ...held, since: before?.since ?? before?.at ?? held.at })
  await sql`
    insert into sync_stream (client_id, integration_id, stream, held) values (${clientId}, ${integrationId}, ${object}, ${kept})
    on conflict (client_id, integration_id, stream) do update set held = excluded.held`.execute(tx)
}

export const clearHeld = async (tx: Tx, { clientId, integrationId }: StreamPlace, object: RecordObject): Promise<void> => {
  await sql`update sync_stream set held = null
    where client_id = ${clientId} and integration_id = ${integrationId} and stream = ${object} and held is not null`.execute(tx)
}

/** One run may remove what is held back now, and no more than that. */
export const agreeToHeld = async (tx: Tx, place: StreamPlace, runId: string): Promise<void> => {
  const { clientId, integrationId } = place
  for (const [object, held] of await selectHeld(tx, place)) {
    await sql`update sync_stream set held = ${jsonText({ ...held, agreed_run: runId })}
      where client_id = ${clientId} and integration_id = ${integrationId} and stream = ${object}`.execute(tx)
  }
}
