import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { innerPaths } from '#web/paths.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { clockTime } from './clock-time.ts'
import { useRate } from './run-figures.ts'
import styles from './RunPanel.module.css'
import { isOpen, type Running } from './run-state.ts'

export const RunFacts = ({ source: { id, last_run: run } }: { source: Running }) => {
  const { t } = useTranslation(['syncs', 'app'])
  const rate = useRate(run)
  // A fact without a value may get one while the run is open; afterwards it would stay empty.
  const isUnderWay: boolean = isOpen(run)
  return (
    <dl className={styles.facts}>
      {(isUnderWay || run.pages > 0) && (
        <div>
          <dt>{t('run.page')}</dt>
          <dd>{run.pages === 0 ? t('app:noValue') : formatNumber(run.pages)}</dd>
        </div>
      )}
      {isUnderWay && (
        <div>
          <dt>{t('run.rate')}</dt>
          <dd>{rate}</dd>
        </div>
      )}
      {(isUnderWay || run.started_at) && (
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
      )}
      <div>
        <dt>{t('run.aside')}</dt>
        <dd>
          {run.rejected === 0 ? (
            t('run.none')
          ) : (
            <>
              {t('run.asideValue', { count: run.rejected, n: formatNumber(run.rejected) })},{' '}
              <Link to={innerPaths.source} params={{ id }} search={{ tab: 'set-aside' }}>
                {t('run.why')}
              </Link>
            </>
          )}
        </dd>
      </div>
    </dl>
  )
}
