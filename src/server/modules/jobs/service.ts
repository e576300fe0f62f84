import type { FailedJob } from '#contract/jobs.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { Queue } from '#server/platform/jobs/queue.ts'
import { selectFailedJob, selectFailedJobs } from './queries.ts'

export const listFailedJobs = async (
  context: Context,
  page: { page: number; size: number },
): Promise<{ items: FailedJob[]; total: number }> => {
  const { items, total } = await context.asStaff('show background work that was given up', (tx) => selectFailedJobs(tx, page))
  return {
    total,
    items: items.map((row) => ({
      id: row.id,
      job: row.name,
      clientId: row.group_id,
      reason: row.reason ?? 'The job stopped without giving a reason.',
      attempts: row.retry_count + 1,
      failedAt: (row.completed_on ?? new Date(0)).toISOString(),
    })),
  }
}

export const retryFailedJob = async (context: Context, queue: Queue, id: string): Promise<{ queued: true }> => {
  const job = await context.asStaff('start background work anew', (tx) => selectFailedJob(tx, id))
  if (!job) throw new AppError('NOT_FOUND')
  await queue.retry(job.name, job.id)
  return { queued: true }
}
