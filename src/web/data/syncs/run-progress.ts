// Puts the progress of running runs, from the status call, into the list of sources.
import type { checkIntegrationStatus } from '#contract/integrations/configs.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { Reply } from '#contract/kit/route.ts'
import { isOpenStatus } from '#contract/integrations/sources.ts'

type Status = Reply<typeof checkIntegrationStatus>['items'][number]

const isRunning = ({ last_run: run }: Integration): boolean => run !== null && isOpenStatus(run.status)

export const hasRunning = (sources: readonly Integration[]): boolean => sources.some(isRunning)

const isSameRun = ({ last_run: run }: Integration, { run_id: id, run_status: status }: Status): boolean =>
  run?.id === id && status !== null && isOpenStatus(status)

/** Whether the list has to be fetched again: a run has ended, or another one has started. */
export const isOutdated = (sources: readonly Integration[], statuses: readonly Status[]): boolean =>
  sources.filter(isRunning).some((source) => {
    const status = statuses.find(({ integration_id: id }) => id === source.id)
    return !status || !isSameRun(source, status)
  })

const advanced = (source: Integration, status: Status | undefined): Integration => {
  const { last_run: run } = source
  if (!status || run === null || !isSameRun(source, status)) return source
  const { run_status, phase, percent, rows } = status
  return {
    ...source,
    last_run: { ...run, status: run_status ?? run.status, phase, percent, records: Math.max(run.records, rows) },
  }
}

export const withProgress = (sources: readonly Integration[], statuses: readonly Status[]): Integration[] =>
  sources.map((source) =>
    advanced(
      source,
      statuses.find(({ integration_id: id }) => id === source.id),
    ),
  )
