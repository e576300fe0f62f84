import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { titleOf } from '#contract/integrations/sources.ts'
import { useMay } from '#web/lib/may.ts'
import { Note } from '#web/ui/Note.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { SyncNow } from '../SyncNow.tsx'
import { Announcement } from './Announcement.tsx'
import { comingTime } from './clock-time.ts'
import { PhaseList } from './phases/PhaseList.tsx'
import { RunFacts } from './RunFacts.tsx'
import styles from './RunPanel.module.css'
import { hasCount, isOpen, isPausedRun, runKind, runWords, type Running } from './run-state.ts'
import { useHeadline, useSoFar, useTimeLeft } from './run-figures.ts'
import { RunBar } from './RunBar.tsx'
import { RunResult } from './RunResult.tsx'

/** The count so far and the bar. Their layout does not change while they update. */
const RunCount = ({ source }: { source: Running }) => {
  const headline = useHeadline(source.last_run)
  const soFar = useSoFar(source)
  const left = useTimeLeft(source)
  return (
    <div className={styles.figure}>
      <p className={styles.big}>{headline}</p>
      <p className={styles.soFar}>{soFar}</p>
      <p className={styles.left}>{left}</p>
      <RunBar source={source} className={styles.wide ?? ''} />
    </div>
  )
}

interface RunPanelProps {
  source: Running
  onCancel: () => void
}

/** Resumes a paused run, or cancels an open one. */
const Acts = ({ source, onCancel }: RunPanelProps) => {
  const { t } = useTranslation('syncs')
  const may = useMay()
  const { last_run: run } = source
  return (
    <>
      {/* The user does not have to wait until a paused sync resumes. */}
      {isPausedRun(run) && <SyncNow source={source} at="run" className={styles.act} />}
      {isOpen(run) && may('integrations', 'x') && (
        <Button className={styles.act ?? ''} variant="default" disabled={run.is_canceling} onClick={onCancel}>
          {t('run.cancel')}
        </Button>
      )}
    </>
  )
}

const Head = (props: RunPanelProps) => {
  const { source } = props
  const { t } = useTranslation('syncs')
  const { last_run: run } = source
  return (
    <header className={styles.head}>
      <div className={styles.name}>
        <h3>{t('run.current')}</h3>
        <StatusBadge kind={runKind(run)}>{t(runWords(source))}</StatusBadge>
      </div>
      <Acts {...props} />
    </header>
  )
}

/** The reason why a run is paused comes before any count. Lost access is shown above the tabs. */
const Why = ({ source: { status, last_run: run } }: { source: Running }) => {
  const { t } = useTranslation('syncs')
  if (run.status !== 'partial' || status === 'error' || !run.error_text) return null
  return (
    <div className={styles.why}>
      <Note kind="wait">
        {run.error_text} {!hasCount(run) && run.resume_at && t('run.resumesSentence', { time: comingTime(run.resume_at) })}
      </Note>
    </div>
  )
}

const Progress = (props: RunPanelProps) => {
  const { source } = props
  return (
    <>
      <Head {...props} />
      <Why source={source} />
      {hasCount(source.last_run) && <RunCount source={source} />}
      <PhaseList source={source} />
      <RunFacts source={source} />
    </>
  )
}

/** The newest run of a source: its progress with all details, and once it has ended one line with its result. */
export const RunPanel = (props: RunPanelProps) => {
  const { source } = props
  const { t } = useTranslation('syncs')
  const isUnderWay = isOpen(source.last_run)
  return (
    <article className={isUnderWay ? styles.panel : styles.result} aria-label={t('run.label', { name: titleOf(source) })}>
      {isUnderWay ? <Progress {...props} /> : <RunResult source={source} />}
      <Announcement source={source} />
    </article>
  )
}
