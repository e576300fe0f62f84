import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Run } from '#contract/syncs/runs.ts'
import { useCancelRun } from '#web/data/syncs/runs.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { exactTime } from '#web/lib/time/dates.ts'
import { useMay } from '#web/lib/may.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Note } from '#web/ui/Note.tsx'
import { OpenedRow } from '#web/ui/table/rows/OpenedRow.tsx'
import { isWaitingForApproval, isOpen } from '../../progress/run-state.ts'
import { Phases } from './Phases.tsx'
import styles from './runs.module.css'
import { useRunWords } from './run-words.ts'

interface FactProps {
  title: string
  /** Gets its own line on narrow screens. */
  isLong?: true
  children: ReactNode
}

const Fact = ({ title, isLong, children }: FactProps) => (
  <div className={styles.fact} data-long={isLong}>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

const Time = ({ instant }: { instant: string }) => <time dateTime={instant}>{exactTime(instant)}</time>

const counts = ['created', 'changed', 'unchanged', 'deleted', 'merged', 'pages', 'requests'] as const

const Facts = ({ run, vendor }: { run: Run; vendor: string }) => {
  const { t } = useTranslation('source')
  const words = useRunWords(vendor)
  return (
    <dl className={styles.facts}>
      {counts.map((name) => (
        <Fact key={name} title={t(`run.${name}`)}>
          {formatNumber(run[name])}
        </Fact>
      ))}
      {run.status === 'running' && run.rate > 0 && (
        <Fact title={t('run.rate')}>{t('run.perSecond', { n: formatNumber(Math.round(run.rate * 10) / 10) })}</Fact>
      )}
      {isOpen(run) && !run.is_canceling && run.seconds_left !== null && (
        <Fact title={t('run.left')}>{words.span(Math.max(1, run.seconds_left) * 1000)}</Fact>
      )}
      {run.resume_at && (
        <Fact title={t('run.resumes')}>
          <Time instant={run.resume_at} />
        </Fact>
      )}
      <Fact title={t('run.by')} isLong>
        {words.by(run)}
      </Fact>
      {run.started_at && (
        <Fact title={t('run.started')}>
          <Time instant={run.started_at} />
        </Fact>
      )}
      {run.finished_at && (
        <Fact title={t('run.finished')}>
          <Time instant={run.finished_at} />
        </Fact>
      )}
      {run.started_at && <Fact title={t('run.took')}>{words.took(run)}</Fact>}
    </dl>
  )
}

const Cancel = ({ run }: { run: Run }) => {
  const { t } = useTranslation('source')
  const may = useMay()
  const cancel = useCancelRun()
  const [isConfirming, setIsConfirming] = useState(false)
  if (!isOpen(run) || !may('integrations', 'x')) return null
  return (
    <>
      <Button variant="default" size="xs" disabled={run.is_canceling} onClick={() => setIsConfirming(true)}>
        {run.is_canceling ? t('runs.statuses.canceling') : t('run.cancel')}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={t('run.cancelTitle')}
          text={t('run.cancelText')}
          action={t('run.cancel')}
          back={t('run.keep')}
          done={t('run.cancelDone')}
          onConfirm={() => cancel.mutateAsync(run.id)}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}

interface RunDetailProps {
  run: Run
  vendor: string
  onRejects: () => void
}

/** What a run did, phase by phase. */
export const RunDetail = ({ run, vendor, onRejects }: RunDetailProps) => {
  const { t } = useTranslation('source')
  const error = useRunWords(vendor).error(run)
  return (
    <OpenedRow>
      {error && <Note kind={run.status === 'failed' && !isWaitingForApproval(run) ? 'bad' : 'wait'}>{error}</Note>}
      <div className={styles.columns}>
        <Phases run={run} />
        <Facts run={run} vendor={vendor} />
      </div>
      <div className={styles.acts}>
        <Cancel run={run} />
        {run.rejected > 0 && (
          <Button variant="default" size="xs" onClick={onRejects}>
            {t('run.setAside', { count: run.rejected, n: formatNumber(run.rejected) })}
          </Button>
        )}
      </div>
    </OpenedRow>
  )
}
