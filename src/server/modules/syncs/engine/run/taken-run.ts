// What a worker needs to process runs, and the run that it holds.
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import type { Log } from '#server/platform/log.ts'
import type { IntegrationRow } from '../../../integrations/model.ts'
import type { VendorApps } from '../../../integrations/vendors/model.ts'
import type { RunRef, RunRow } from '../../runs/model.ts'

export interface Engine {
  database: Database
  dispatcher: Dispatcher
  vendors: VendorApps
  log: Log
  /** A worker that does not renew its lease for this long loses the run. */
  leaseSeconds: number
  /** The longest time that one worker spends on one run, because other runs wait too. */
  sessionMs: number
}

/** What is known of a run once we hold its lease. */
export interface TakenRun {
  engine: Engine
  ref: RunRef & { integrationId: string }
  token: string
  run: RunRow
  integration: IntegrationRow
}
