import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GhostSheet } from '#contract/ghost-companies/sheets.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { paths } from '#web/paths.ts'
import { GhostBadge } from '#web/ui/companies/GhostBadge.tsx'
import { BackLink } from '#web/ui/page/BackLink.tsx'
import { PageHeading } from '#web/ui/page/PageHeading.tsx'
import { Tile } from '#web/ui/page/Tile.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Logo } from '../Logo.tsx'
import { NextRun } from '../cards/NextRun.tsx'
import { isRunning } from '../progress/run-state.ts'
import { RunBrief, RunSummary } from '../progress/RunSummary.tsx'
import { SourceBadge } from '../SourceBadge.tsx'
import styles from './ghost.module.css'
import { GhostMenu } from './GhostMenu.tsx'
import type { Known } from './use-known.ts'

/** The name of the sheet, as a link to it. */
const SheetName = ({ company, sheet, source }: Known) => {
  const { t } = useTranslation('ghosts')
  const { sheet_name: name, sheet_url: url, table_name: table } = sheet
  if (name === null || !source) return t('page.added', { day: dayOf(company.created_at) })
  const text = table === null ? name : t('page.tab', { sheet: name, table })
  if (url === null) return text
  return (
    <a className={styles.sheet} href={url} target="_blank" rel="noreferrer">
      <Logo type={source.type} name={source.vendor} size={16} />
      {text} <span className="visually-hidden">{t('page.newTab')}</span>
      <IconExternalLink size={14} stroke={1.75} aria-hidden />
    </a>
  )
}

const Next = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('app')
  if (isRunning(source)) return <RunBrief source={source} />
  return source.status === 'active' && source.needs === null ? <NextRun source={source} /> : t('noValue')
}

const Facts = ({ sheet, source }: { sheet: GhostSheet; source: Integration }) => {
  const { t } = useTranslation('ghosts')
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('page.facts.read')}</dt>
        <dd className="numeric">{formatNumber(sheet.rows_read)}</dd>
      </div>
      <div>
        <dt>{t('page.facts.synced')}</dt>
        <dd className="numeric">{formatNumber(sheet.rows_ok)}</dd>
      </div>
      <div>
        <dt>{t('page.facts.skipped')}</dt>
        <dd className={`numeric ${styles.skipped}`} data-any={sheet.rows_rejected > 0 || undefined}>
          {formatNumber(sheet.rows_rejected)}
        </dd>
      </div>
      <div>
        <dt>{t('page.facts.last')}</dt>
        <dd>{sheet.last_sync_at ? <RelativeTime instant={sheet.last_sync_at} /> : t('page.facts.never')}</dd>
      </div>
      <div className={styles.next}>
        <dt>{t('page.facts.next')}</dt>
        <dd>
          <Next source={source} />
        </dd>
      </div>
    </dl>
  )
}

/** The name and state of a ghost company, and what the latest sync of its sheet read. */
export const GhostHead = (known: Known) => {
  const { t } = useTranslation('ghosts')
  const { company, sheet, source } = known
  const { company_name: name, status } = company
  const isChosen = source !== undefined && sheet.needs !== 'file' && status !== 'claimed'
  return (
    <header className={styles.head}>
      <BackLink to={paths.connections}>{t('page.back')}</BackLink>
      <PageHeading
        className={styles.who ?? ''}
        mark={<Tile name={name} size={40} />}
        title={name}
        badge={
          <>
            <span className={styles.tag}>
              {t('page.ghost')}
              <span className="from-tablet">{t('page.owned')}</span>
            </span>
            {isChosen ? <SourceBadge source={source} /> : <GhostBadge status={status} />}
          </>
        }
        text={<SheetName {...known} />}
      />
      {isChosen && <Facts sheet={sheet} source={source} />}
      {status !== 'claimed' && (
        <div className={styles.menu}>
          <GhostMenu company={company} sheet={source} />
        </div>
      )}
      {source && isRunning(source) && <RunSummary source={source} />}
    </header>
  )
}
