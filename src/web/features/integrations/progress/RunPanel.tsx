import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { providerNames } from '#contract/providers.ts'
import { titleOf } from '#contract/sources.ts'
import { useMay } from '#web/lib/may.ts'
import { innerPaths } from '#web/paths.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Logo } from '../Logo.tsx'
import { accountOf } from '../words.ts'
import { PhaseList } from './PhaseList.tsx'
import { RunFacts } from './RunFacts.tsx'
import { RunFigure } from './RunFigure.tsx'
import styles from './RunPanel.module.css'
import { comingTime } from './clock-time.ts'
import { hasFigure, isOpen, runKind, runWords, type Running } from './run-state.ts'

interface RunPanelProps {
  source: Running
  onCancel: () => void
  onClose: () => void
}

const step = 25

/** Speaks every quarter, not every page. */
const Announcement = ({ source }: { source: Running }) => {
  const { t } = useTranslation('syncs')
  const { last_run: run } = source
  const name = titleOf(source)
  const words = t(runWords(source))
  const quarter = run.percent === null ? null : Math.floor(run.percent / step) * step
  return (
    <output className="visually-hidden">
      {isOpen(run) && quarter !== null ? t('run.announce', { name, percent: quarter }) : `${name}: ${words}`}
    </output>
  )
}

/** The way to everything else about the source, whose card is away meanwhile. */
const Details = ({ source }: { source: Running }) => {
  const { t } = useTranslation('syncs')
  return (
    <Button
      className={styles.act ?? ''}
      variant="subtle"
      color="gray"
      aria-label={t('card.detailsLabel', { name: titleOf(source) })}
      renderRoot={(props) => <Link to={innerPaths.source} params={{ id: source.id }} {...props} />}
    >
      {t('card.details')}
    </Button>
  )
}

const Head = ({ source, onCancel, onClose }: RunPanelProps) => {
  const { t } = useTranslation('syncs')
  const may = useMay()
  const { name, type, last_run: run } = source
  const provider = providerNames[type]
  const open = isOpen(run)
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <Logo type={type} />
        <div className="grow">
          <div className={styles.name}>
            <h2 className="truncate">{name}</h2>
            <StatusBadge kind={runKind(run)}>{t(runWords(source))}</StatusBadge>
          </div>
          <p className="small dim truncate">
            {[provider === name ? null : provider, accountOf(source)].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
      {open && <Details source={source} />}
      {open && may('integrations', 'x') && (
        <Button className={styles.act ?? ''} variant="default" disabled={run.is_canceling} onClick={onCancel}>
          {t('run.cancel')}
        </Button>
      )}
      {!open && (
        <Button
          className={styles.act ?? ''}
          variant="default"
          aria-label={t('run.closeLabel', { name: titleOf(source) })}
          onClick={onClose}
        >
          {t('run.close')}
        </Button>
      )}
    </header>
  )
}

/** What stands in the way comes before any figure. */
const Why = ({ source: { id, last_run: run } }: { source: Running }) => {
  const { t } = useTranslation('syncs')
  if ((run.status !== 'failed' && run.status !== 'partial') || !run.error_text) return null
  const counts = (
    <Link className={styles.counts} to={innerPaths.source} params={{ id }} search={{ tab: 'counts' }}>
      {t('run.seeCounts')}
    </Link>
  )
  return (
    <div className={styles.why}>
      <Note kind={run.status === 'failed' ? 'bad' : 'wait'} action={run.error_kind === 'held' && counts}>
        {run.error_text} {!hasFigure(run) && run.resume_at && t('run.resumesSentence', { time: comingTime(run.resume_at) })}
      </Note>
    </div>
  )
}

/** A sync that is under way, in full: how far it is, what it is at, and what it has left aside. */
export const RunPanel = (props: RunPanelProps) => {
  const { source } = props
  const { t } = useTranslation('syncs')
  return (
    <article
      className={styles.panel}
      aria-label={t('run.label', { name: titleOf(source) })}
      data-source={source.id}
      // Takes the focus of the card whose place it takes.
      tabIndex={-1}
    >
      <Head {...props} />
      <Why source={source} />
      {hasFigure(source.last_run) && <RunFigure source={source} />}
      <PhaseList source={source} />
      <RunFacts source={source} />
      <Announcement source={source} />
    </article>
  )
}
