import type { Integration } from '#contract/integrations/integrations.ts'
import type { Run } from '#contract/syncs/runs.ts'
import { isOpenStatus } from '#contract/integrations/sources.ts'
import type { StatusKind } from '#web/ui/StatusBadge.tsx'

export const isOpen = (run: Run | null): run is Run => run !== null && isOpenStatus(run.status)

/** Paused until a known time. Without a time, a worker is about to continue it. */
export const isPausedRun = ({ status, resume_at: until }: Pick<Run, 'status' | 'resume_at'>): boolean =>
  status === 'partial' && until !== null

/** Why no sync can be started now; null if one can. Without access a sync would only fail again. */
export const whyNotNow = ({ status, last_run: run }: Integration): 'notActive' | 'busy' | null => {
  if (status !== 'active') return 'notActive'
  return isOpen(run) && !isPausedRun(run) ? 'busy' : null
}

/** The message after "Sync now": a paused run is resumed, otherwise a new one starts. */
export const startedTextKey = ({ last_run: run }: Pick<Integration, 'last_run'>) =>
  run !== null && isPausedRun(run) ? 'syncNow.resumed' : 'syncNow.started'

/** A run that stopped or paused before it read anything has no count. */
export const hasCount = (run: Run): boolean =>
  run.records > 0 || !(isPausedRun(run) || run.status === 'failed' || run.status === 'canceled')

export type Running = Integration & { last_run: Run }

export const isRunning = (source: Integration): source is Running => isOpen(source.last_run)

const kinds: Record<Run['status'], StatusKind> = {
  queued: 'wait',
  running: 'info',
  partial: 'wait',
  done: 'good',
  done_with_rejects: 'wait',
  failed: 'bad',
  canceled: 'off',
}

/** The run would have removed very many records: it did not fail, but an admin has to decide. */
export const isWaitingForApproval = ({ status, error_kind: kind }: Pick<Run, 'status' | 'error_kind'>): boolean =>
  status === 'failed' && kind === 'held'

export const runKind = (run: Run): StatusKind =>
  (run.is_canceling && run.status === 'running') || isWaitingForApproval(run) ? 'wait' : kinds[run.status]

/** The text key of a run's badge. */
export const runWords = ({ last_run: run, last_success_at: before, removal }: Running) => {
  const { status, kind, is_canceling: isCanceling } = run
  if (isWaitingForApproval(run)) return removal === null ? 'run.held' : 'run.approval'
  if (status === 'running' && isCanceling) return 'run.canceling'
  if (status !== 'running') return `run.${status}` as const
  return before === null && kind === 'full' ? 'run.first' : (`run.${kind}` as const)
}

/** Only a limited number of sources per account sync at the same time: a queued run waits while another one is running. */
export const isBehind = ({ id, last_run: run }: Integration, sources: readonly Integration[]): boolean =>
  run?.status === 'queued' && sources.some((other) => other.id !== id && other.last_run?.status === 'running')

const minute = 60
const hour = 3_600

export const timeLeft = (seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; n: number } => {
  if (seconds < minute) return { unit: 'seconds', n: 0 }
  return seconds < hour ? { unit: 'minutes', n: Math.round(seconds / minute) } : { unit: 'hours', n: Math.round(seconds / hour) }
}
