import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { providerNames } from '#contract/providers.ts'
import { useMay } from '#web/lib/may.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Logo } from '../Logo.tsx'
import { accountOf, titleOf } from '../words.ts'
import { PhaseList } from './PhaseList.tsx'
import { RunFacts } from './RunFacts.tsx'
import { RunFigure } from './RunFigure.tsx'
import styles from './RunPanel.module.css'
import { isOpen, runKind, runWords, type Running } from './run-state.ts'

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

/** A sync that is under way, in full: how far it is, what it is at, and what it has left aside. */
export const RunPanel = (props: RunPanelProps) => {
  const { source } = props
  const { t } = useTranslation('syncs')
  const { last_run: run } = source
  return (
    <article className={styles.panel} aria-label={t('run.label', { name: titleOf(source) })}>
      <Head {...props} />
      <RunFigure source={source} />
      {(run.status === 'failed' || run.status === 'partial') && run.error_text && (
        <div className={styles.why}>
          <Note kind={run.status === 'failed' ? 'bad' : 'wait'}>{run.error_text}</Note>
        </div>
      )}
      <PhaseList source={source} />
      <RunFacts source={source} />
      <Announcement source={source} />
    </article>
  )
}
