// Checks sources at night: whether we still have access, and whose access expires soon.
import { z } from 'zod'
import { limits } from '#contract/kit/limits.ts'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import { defineJob, handleJob, type BoundJob } from '#server/platform/jobs/define-job.ts'
import { newId } from '#server/platform/ids.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import { titleOf, type IntegrationRow, type IntegrationRef } from '../../integrations/model.ts'
import { lookUpIntegration } from '../../integrations/service.ts'
import { listSilent, listEnding, markWarned } from '../../integrations/health/service.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { askHealth } from '../../integrations/vendors/service.ts'
import type { Health, VendorApps } from '../../integrations/vendors/model.ts'
import { probeJob } from './job-names.ts'
import { keepHealth, requestProbe } from './service.ts'

const careJob = defineJob({ name: 'sync.care', data: z.object({}), retries: 2, retryDelay: 60 })

const silentHours = 20
/** In one night. Sources that were not checked for the longest time come first. */
const warningsMax = 5000
const probesMax = 5000
/** In one transaction. */
const atOnce = 500

interface CareParts {
  database: Database
  dispatcher: Dispatcher
  vendors: VendorApps
}

const warn = ({ database, dispatcher }: CareParts, ref: IntegrationRef): Promise<void> =>
  database.asSystem('syncs: whose access ends soon', async (tx) => {
    const ending = await markWarned(tx, ref)
    if (!ending) return
    const { row, endsAt } = ending
    const { clientId, integrationId } = ref
    await record(tx, acts['sync.expiring'], {
      clientId,
      dispatcher,
      notice: {
        about: integrationId,
        change: endsAt.toISOString(),
        data: {
          name: titleOf(row),
          at: endsAt.toISOString(),
          integrationId,
          provider: row.type,
        },
      },
    })
  })

const warnInTime = async (parts: CareParts): Promise<void> => {
  const ending = await parts.database.asSystem('syncs: whose access ends soon', (tx) =>
    listEnding(tx, { days: limits.accessWarnedDays, limit: warningsMax }),
  )
  for (const ref of ending) await warn(parts, ref)
}

/** Each probe is its own job, so that workers share them and a crash loses none. */
const askForProbes = async ({ database, dispatcher }: CareParts): Promise<void> => {
  const silent = await database.asSystem('syncs: who has been silent', (tx) =>
    listSilent(tx, { hours: silentHours, limit: probesMax }),
  )
  for (let from = 0; from < silent.length; from += atOnce)
    await database.asSystem('syncs: ask the silent ones', async (tx) => {
      for (const ref of silent.slice(from, from + atOnce)) await requestProbe(tx, dispatcher, ref)
    })
}

const ask = async ({ vendors }: CareParts, row: IntegrationRow, signal: AbortSignal): Promise<Health | undefined> => {
  try {
    return await askHealth(vendors, row, { signal: AbortSignal.any([signal, vendors.stopping]) })
  } catch (error) {
    // An outage at the vendor, or a vendor that is not installed here, says nothing about our access.
    if (error instanceof ConnectorFailure || error instanceof AppError) return undefined
    throw error
  }
}

const probe = async (parts: CareParts, ref: IntegrationRef, signal: AbortSignal): Promise<void> => {
  const { database, dispatcher } = parts
  const row = await database.asSystem('syncs: a source to ask', (tx) => lookUpIntegration(tx, ref))
  if (row?.status !== 'active') return
  const health = await ask(parts, row, signal)
  if (!health) return
  await database.asSystem('syncs: whether a source still lets us in', async (tx) => {
    const now = await lookUpIntegration(tx, ref)
    // The source was reconnected meanwhile: the answer is about the old access.
    if (now?.version === row.version) await keepHealth(tx, dispatcher, { ref, name: titleOf(row), health, by: newId() })
  })
}

export const healthJobs = (parts: CareParts): BoundJob[] => [
  handleJob(
    careJob,
    async () => {
      await warnInTime(parts)
      await askForProbes(parts)
    },
    '37 2 * * *',
  ),
  handleJob(probeJob, (ref, signal) => probe(parts, ref, signal)),
]
