import { useTranslation } from 'react-i18next'
import type { Run } from '#contract/syncs/runs.ts'
import { isWaitingForApproval } from '../../progress/run-state.ts'
import { spanOf } from '../figures.ts'

/** The texts for a run; `awaited` is the one that an admin has to approve. */
export const useRunWords = (vendor: string, { awaited }: { awaited?: string | undefined } = {}) => {
  const { t } = useTranslation(['source', 'app'])
  const span = (milliseconds: number) => {
    const { unit, ...parts } = spanOf(milliseconds)
    return t(`duration.${unit}`, { h: 0, m: 0, s: 0, ...parts })
  }
  return {
    span,
    kind: ({ kind }: Run, isFirst: boolean) => t(`runs.kinds.${isFirst && kind === 'full' ? 'first' : kind}`),
    by: ({ actor, origin }: Run) => actor ?? t(`app:origins.${origin}`),
    status: (run: Run) => {
      const { status, percent, is_canceling: isCanceling } = run
      if (isWaitingForApproval(run)) return t(run.id === awaited ? 'runs.statuses.approval' : 'runs.statuses.held')
      if (status === 'running' && isCanceling) return t('runs.statuses.canceling')
      return status === 'running' && percent !== null ? t('runs.runningAt', { percent }) : t(`runs.statuses.${status}`)
    },
    error: ({ error_kind: kind, error_text: text, status }: Run) => {
      if (text) return text
      const known = kind ?? (status === 'failed' ? 'internal' : null)
      return known && t(`runs.errors.${known}`, { vendor })
    },
    took: ({ started_at: from, finished_at: to }: Run) =>
      from === null ? t('app:noValue') : span((to === null ? Date.now() : Date.parse(to)) - Date.parse(from)),
  }
}
