// A worker that may be killed at any moment: it takes up the open runs of one tenant until none is left, and tells when it is at work.
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { openRunStatuses } from '#contract/runs.ts'
import { createVendors } from '#server/modules/vendors/service.ts'
import type { DatabaseLocation } from '#server/platform/db/connection.ts'
import { createDatabase } from '#server/platform/db/scope.ts'
import { loadSealingKeys } from '#server/platform/sealing-keys.ts'
import { createSealer } from '#server/platform/secrets.ts'
import { advanceRun } from '../engine/advance.ts'
import type { Engine } from '../engine/sitting.ts'

export interface WorkerOrder {
  location: DatabaseLocation
  dataDir: string
  sandboxUrl: string
  publicUrl: string
  clientId: string
  leaseSeconds: number
  /** How many were started before. */
  turn: number
}

const order = JSON.parse(process.argv[2] ?? '{}') as WorkerOrder
const log = pino({ level: 'silent' })
const database = createDatabase(order.location, log, { app_rw: 6, app_staff: 1, app_system: 3 })
const sealer = createSealer(loadSealingKeys(undefined, join(order.dataDir, 'sealing.keys')))
const { sandboxUrl, publicUrl, clientId, leaseSeconds } = order
const vendors = createVendors({ database, sealer, vendors: {}, sandboxUrl, publicUrl, keepsLimits: false })
// Nobody else takes the work up, so none is handed in.
const desk: Engine['desk'] = { post: async () => {}, enqueue: async () => {}, enqueueAll: async () => {}, productUrl: publicUrl }
const engine: Engine = { database, desk, vendors, log, leaseSeconds, sittingMs: 60_000 }

const openRuns = () =>
  database.inClient(clientId, (tx) =>
    tx
      .selectFrom('sync_run')
      .select(['id', sql<boolean>`lease_until is null or lease_until < now()`.as('is_free')])
      .where('client_id', '=', clientId)
      .where('status', 'in', openRunStatuses)
      .orderBy('id')
      .execute(),
  )

const atOnce = 2

/** Each worker begins with other runs than the one before it. */
const chosen = (runs: readonly { id: string }[]): { id: string }[] => {
  const first = order.turn % Math.max(1, runs.length)
  return [...runs.slice(first), ...runs.slice(0, first)].slice(0, atOnce)
}

const workOff = async (): Promise<void> => {
  for (let runs = await openRuns(); runs.length > 0; runs = await openRuns()) {
    // What a dead worker held is free when its lease is over.
    const free = runs.filter(({ is_free: isFree }) => isFree)
    if (free.length > 0) {
      process.send?.('working')
      await Promise.all(chosen(free).map(({ id }) => advanceRun(engine, { clientId, runId: id })))
    } else
      await new Promise((resolve) => {
        setTimeout(resolve, 20)
      })
  }
  process.send?.('done')
}

process.once('message', () => {
  void workOff().finally(() => process.exit())
})
await openRuns()
process.send?.('ready')
