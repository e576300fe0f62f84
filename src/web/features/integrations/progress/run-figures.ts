import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { Run } from '#contract/syncs/runs.ts'
import { useIntegrations } from '#web/data/integrations/integration-list.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { comingTime } from './clock-time.ts'
import { isBehind, isOpen, isPausedRun, timeLeft, type Running } from './run-state.ts'
import { useRead } from './run-counts.ts'
import { usePhaseName } from './phases/use-phase-name.ts'

/** Whether a run waits for another source of the account. */
export const useIsBehind = (source: Integration): boolean => isBehind(source, useIntegrations().data?.items ?? [])

const patience = 5_000

/** Whether the run has made no progress for a while. */
const useIsStalled = ({ id, phase, pages, records }: Run): boolean => {
  const progress = [id, phase, pages, records].join(' ')
  const [stalledAt, setStalledAt] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setStalledAt(progress), patience)
    return () => clearTimeout(timer)
  }, [progress])
  return stalledAt === progress
}

/** When the run will end or resume; empty if unknown. */
export const useTimeLeft = ({ vendor, last_run: run }: Running): string => {
  const { t } = useTranslation('syncs')
  const isStalled = useIsStalled(run)
  if (!isOpen(run) || run.is_canceling) return ''
  if (isPausedRun(run)) return t('run.resumes', { time: comingTime(run.resume_at ?? '') })
  if (run.waiting_until && isStalled) return t('run.waitingFor', { provider: vendor })
  if (run.status !== 'running' || run.seconds_left === null) return ''
  const { unit, n } = timeLeft(run.seconds_left)
  return t(`run.left.${unit}`, { n })
}

/** The count so far, with the total if it is known. */
export const useSoFar = (source: Running): string => {
  const { vendor, last_run: run } = source
  const { t } = useTranslation('syncs')
  const phaseName = usePhaseName()
  const isBehind = useIsBehind(source)
  const read = useRead(run)
  const at = run.phases.find(({ name }) => name === run.phase)
  if (run.status === 'queued') return isBehind ? t('run.behind') : ''
  if (run.percent !== null && at?.total) {
    return t('run.of', { read: formatNumber(at.read), total: formatNumber(at.total), what: phaseName(at.name).toLowerCase() })
  }
  if (run.percent !== null) return read
  return isOpen(run) && run.status === 'running' ? t('run.soFar', { provider: vendor }) : ''
}

/** Null for a run that has not started. */
export const percentOf = ({ status, percent }: Run): number | null => (status === 'queued' ? null : percent)

/** The percentage, or the count while the total is unknown. */
export const useHeadline = (run: Run): string => {
  const { t } = useTranslation('syncs')
  const read = useRead(run)
  const percent = percentOf(run)
  return percent === null ? read : t('run.percent', { n: percent })
}

const oneDigit = 10

/** "46.2 records/s", while the run reads records. */
export const useRate = (run: Run): string => {
  const { t } = useTranslation(['syncs', 'app'])
  const rate = Math.round(run.rate * oneDigit) / oneDigit
  return run.status === 'running' ? t('run.rate', { n: formatNumber(rate) }) : t('app:noValue')
}
