import type { Integration } from '#contract/integrations/integrations.ts'
import type { Run } from '#contract/syncs/runs.ts'
import { isOpenStatus } from '#contract/integrations/sources.ts'
import type { StatusKind } from '#web/ui/StatusBadge.tsx'

export const isOpen = (run: Run | null): run is Run => run !== null && isOpenStatus(run.status)

/** Laid aside until a time that is known. Without one, somebody is about to go on. */
export const isResting = ({ status, resume_at: until }: Pick<Run, 'status' | 'resume_at'>): boolean =>
  status === 'partial' && until !== null

/** Why nothing can be started now; null where it can. Where access is lost a sync would only fail once more. */
export const whyNotNow = ({ status, last_run: run }: Integration): 'notActive' | 'busy' | null => {
  if (status !== 'active') return 'notActive'
  return isOpen(run) && !isResting(run) ? 'busy' : null
}

/** What is said when somebody has asked for a sync: a paused one is resumed, and otherwise one starts. */
export const begunWords = ({ last_run: run }: Pick<Integration, 'last_run'>) =>
  run !== null && isResting(run) ? 'syncNow.resumed' : 'syncNow.started'

/** A run that stopped or rests before anything was read has no figure to look at. */
export const hasCount = (run: Run): boolean =>
  run.records > 0 || !(isResting(run) || run.status === 'failed' || run.status === 'canceled')

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

/** It would have removed very many: nothing failed, somebody has to decide. */
export const isWaitingForApproval = ({ status, error_kind: kind }: Pick<Run, 'status' | 'error_kind'>): boolean =>
  status === 'failed' && kind === 'held'

export const runKind = (run: Run): StatusKind =>
  (run.is_canceling && run.status === 'running') || isWaitingForApproval(run) ? 'wait' : kinds[run.status]

/** What the badge of a run says. */
export const runWords = ({ last_run: run, last_success_at: before, removal }: Running) => {
  const { status, kind, is_canceling: isCanceling } = run
  if (isWaitingForApproval(run)) return removal === null ? 'run.held' : 'run.approval'
  if (status === 'running' && isCanceling) return 'run.canceling'
  if (status !== 'running') return `run.${status}` as const
  return before === null && kind === 'full' ? 'run.first' : (`run.${kind}` as const)
}

/** Only so many sources of one account are read at once: a run that has not begun waits where another one is under way. */
export const isBehind = ({ id, last_run: run }: Integration, sources: readonly Integration[]): boolean =>
  run?.status === 'queued' && sources.some((other) => other.id !== id && other.last_run?.status === 'running')

const minute = 60
const hour = 3_600

export const timeLeft = (seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; n: number } => {
  if (seconds < minute) return { unit: 'seconds', n: 0 }
  return seconds < hour ? { unit: 'minutes', n: Math.round(seconds / minute) } : { unit: 'hours', n: Math.round(seconds / hour) }
}
