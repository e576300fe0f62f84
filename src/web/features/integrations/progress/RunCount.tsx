import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format-number.ts'
import { percentOf, useSoFar, useTimeLeft } from './run-figures.ts'
import type { Running } from './run-state.ts'
import { RunBar } from './RunBar.tsx'
import styles from './RunPanel.module.css'

/** The one figure to look at, and the bar. Both keep their place while they move. */
export const RunCount = ({ source }: { source: Running }) => {
  const { t } = useTranslation('syncs')
  const { last_run: run } = source
  const isDone = run.status === 'done' || run.status === 'done_with_rejects'
  const percent = percentOf(run)
  const soFar = useSoFar(source)
  const left = useTimeLeft(source)
  return (
    <div className={styles.figure}>
      <p className={styles.big}>
        {percent === null ? t('run.read', { n: formatNumber(run.records) }) : t('run.percent', { n: percent })}
      </p>
      <p className={styles.soFar}>{isDone ? t('run.read', { n: formatNumber(run.records) }) : soFar}</p>
      <p className={styles.left}>{left}</p>
      <RunBar source={source} className={styles.wide ?? ''} />
    </div>
  )
}
