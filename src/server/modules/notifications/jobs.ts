import { z } from 'zod'
import type { Database } from '#server/platform/db/scope.ts'
import { defineJob, handleJob, type BoundJob } from '#server/platform/jobs/define-job.ts'
import { deleteNotifications } from './queries.ts'

const clean = defineJob({ name: 'notifications.clean', data: z.object({}), retries: 2, retryDelay: 60 })

const keptDays = 90

export const notificationJobs = (database: Database): BoundJob[] => [
  handleJob(
    clean,
    () =>
      database.asSystem('notifications: forget old ones', (tx) =>
        deleteNotifications(tx, new Date(Date.now() - keptDays * 86_400_000)),
      ),
    '27 3 * * *',
  ),
]
