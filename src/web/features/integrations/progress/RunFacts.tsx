import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { clockTime } from './clock-time.ts'
import { useRate } from './run-figures.ts'
import styles from './RunPanel.module.css'
import { SkippedRows } from './SkippedRows.tsx'
import type { Running } from './run-state.ts'

/** The facts of an open run. A fact without a value may still get one. */
export const RunFacts = ({ source: { id, last_run: run } }: { source: Running }) => {
  const { t } = useTranslation(['syncs', 'app'])
  const rate = useRate(run)
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('run.page')}</dt>
        <dd>{run.pages === 0 ? t('app:noValue') : formatNumber(run.pages)}</dd>
      </div>
      <div>
        <dt>{t('run.rateName')}</dt>
        <dd>{rate}</dd>
      </div>
      <div>
        <dt>{t('run.started')}</dt>
        <dd>
          {run.started_at ? (
            <>
              {clockTime(run.started_at)}, <RelativeTime instant={run.started_at} />
            </>
          ) : (
            t('app:noValue')
          )}
        </dd>
      </div>
      <div>
        <dt>{t('run.aside')}</dt>
        <dd>{run.rejected === 0 ? t('run.none') : <SkippedRows id={id} run={run} />}</dd>
      </div>
    </dl>
  )
}
