import type { FailedJob } from '#contract/jobs.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Queue } from '#server/platform/jobs/queue.ts'
import { selectFailedJob, selectFailedJobs } from './queries.ts'

export const listFailedJobs = async (
  database: Database,
  page: { page: number; size: number },
): Promise<{ items: FailedJob[]; total: number }> => {
  const { items, total } = await database.asSystem('jobs: show what was given up', (tx) => selectFailedJobs(tx, page))
  return {
    total,
    items: items.map((row) => ({
      id: row.id,
      job: row.name,
      clientId: row.group_id,
      reason: row.reason ?? 'The work stopped without saying why.',
      attempts: row.retry_count + 1,
      failedAt: (row.completed_on ?? new Date(0)).toISOString(),
    })),
  }
}

export const retryFailedJob = async (database: Database, queue: Queue, id: string): Promise<{ queued: true }> => {
  const job = await database.asSystem('jobs: find what was given up', (tx) => selectFailedJob(tx, id))
  if (!job) throw new AppError('NOT_FOUND')
  await queue.retry(job.name, job.id)
  return { queued: true }
}
