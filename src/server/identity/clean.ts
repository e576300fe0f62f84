import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import { deleteUnconfirmedDevices } from './factors/device-queries.ts'
import { after } from './pool.ts'
import { deleteAged, deleteUnconfirmed, type AgingTable } from './tokens/queries.ts'

const batch = 1000
const batchesMax = 1000
const hour = 60 * 60_000

// How long expired rows are kept. Access tokens outlive the refresh token that made them by up to an hour.
const keptFor: Record<AgingTable, number> = {
  'pool.auth_session': 0,
  'pool.code': 0,
  'pool.throttle': 25 * hour,
  'pool.known_location': 90 * 24 * hour,
  'pool.refresh_token': 24 * hour,
  'pool.revoked_origin': hour,
  'pool.signing_key': 24 * hour,
}

const unconfirmedFor = 7 * 24 * hour
const untakenDeviceFor = 24 * hour

type Deletion = (tx: Tx, aged: { before: Date; limit: number }) => Promise<number>

const deleteInBatches = async (database: Database, before: Date, deletion: Deletion): Promise<number> => {
  let total = 0
  for (let round = 0; round < batchesMax; round++) {
    const deleted = await database.asSystem('identity: forget what has run out', (tx) => deletion(tx, { before, limit: batch }))
    total += deleted
    if (deleted < batch) break
  }
  return total
}

/** Deletes expired rows in short transactions; the next run continues. */
export const cleanPool = async (database: Database, clock: Clock): Promise<number> => {
  let total = await deleteInBatches(database, after(clock.now(), -unconfirmedFor), deleteUnconfirmed)
  total += await deleteInBatches(database, after(clock.now(), -untakenDeviceFor), deleteUnconfirmedDevices)
  for (const [table, kept] of Object.entries(keptFor) as [AgingTable, number][])
    total += await deleteInBatches(database, after(clock.now(), -kept), (tx, aged) => deleteAged(tx, table, aged))
  return total
}
