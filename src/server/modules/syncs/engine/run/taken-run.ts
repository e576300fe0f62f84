// What a worker works with, and the run that it has taken.
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
  /** A worker that is silent for so long has lost its run. */
  leaseSeconds: number
  /** Longer than this nobody sits at one run: others wait too. */
  sittingMs: number
}

/** What is known of a run as soon as it is ours. */
export interface TakenRun {
  engine: Engine
  ref: RunRef & { integrationId: string }
  token: string
  run: RunRow
  integration: IntegrationRow
}
