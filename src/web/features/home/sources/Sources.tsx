import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { titleOf } from '#contract/integrations/sources.ts'
import { useLogos } from '#web/data/integrations/connect.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { useMay } from '#web/lib/may.ts'
import { innerPaths, paths } from '#web/paths.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './Sources.module.css'
import { sourceStateOf, type SourceState } from './source-state.ts'

const shown = 6
const kinds: Record<SourceState, 'good' | 'wait' | 'bad' | 'info' | 'off'> = {
  fresh: 'good',
  reconnect: 'bad',
  failing: 'bad',
  removal: 'wait',
  setup: 'wait',
  paused: 'wait',
  waiting: 'off',
  skipping: 'wait',
  syncing: 'info',
  disconnected: 'off',
}

const StateText = ({ source, state }: { source: Integration; state: SourceState }) => {
  const { t } = useTranslation('home')
  const { last_success_at: lastSuccess, last_run: run } = source
  if (state === 'skipping') return t('sources.states.skipping', { count: source.skipped, n: formatNumber(source.skipped) })
  if (state === 'fresh') return lastSuccess && <RelativeTime instant={lastSuccess} />
  if (state === 'syncing' && typeof run?.percent === 'number') return t('sources.states.syncingPercent', { percent: run.percent })
  return t(`sources.states.${state}`)
}

/** Ad accounts have spend, not contacts. */
const countsOf = ({ abilities, contacts, opportunities }: Integration) =>
  abilities.includes('contacts') ? { contacts, opportunities } : null

/** The account distinguishes sources of the same vendor, so it comes first. */
const namesOf = (source: Integration) => {
  const { vendor } = source
  const title = titleOf(source)
  return { vendor, name: title.startsWith(`${vendor}, `) ? title.slice(vendor.length + 2) : title }
}

const SourceRow = ({ source }: { source: Integration }) => {
  const { t } = useTranslation(['home', 'app'])
  const logos = useLogos()
  const state = sourceStateOf(source)
  const counts = countsOf(source)
  const { name, vendor } = namesOf(source)
  const inWords = counts && [
    t('sources.contacts', { count: counts.contacts, n: formatNumber(counts.contacts) }),
    t('sources.opportunities', { count: counts.opportunities, n: formatNumber(counts.opportunities) }),
  ]
  return (
    <li>
      <Link className={styles.source} to={innerPaths.source} params={{ id: source.id }}>
        <Logo name={vendor} drawing={logos(source.type)} />
        <span className={styles.name}>
          <span className="small medium truncate">{name}</span>
          <span className="caption dim truncate from-tablet">
            {name === vendor ? t(`sources.kinds.${source.category}`) : vendor}
          </span>
          <span className="caption dim only-phone">{inWords ? inWords.join(', ') : vendor}</span>
        </span>
        <span className={`from-tablet ${styles.count}`}>{counts ? formatNumber(counts.contacts) : t('app:noValue')}</span>
        <span className={`from-tablet ${styles.count}`}>{counts ? formatNumber(counts.opportunities) : t('app:noValue')}</span>
        <span className={styles.state} data-kind={kinds[state]}>
          <i aria-hidden />
          <span>
            <StateText source={source} state={state} />
          </span>
        </span>
      </Link>
    </li>
  )
}

const NoSources = () => {
  const { t } = useTranslation('home')
  const may = useMay()
  const isAdmin = may('integrations', 'w')
  return (
    <EmptyState
      icon={<IconPlugConnected size={22} stroke={1.75} />}
      title={t('sources.empty.title')}
      text={t(isAdmin ? 'sources.empty.text' : 'sources.empty.textUser')}
      actions={
        isAdmin && (
          <Button variant="default" renderRoot={(props) => <Link to={paths.integrations} hash="available" {...props} />}>
            {t('sources.empty.action')}
          </Button>
        )
      }
    />
  )
}

/** Every source with its counts and how up to date it is. */
export const Sources = ({ sources }: { sources: readonly Integration[] }) => {
  const { t } = useTranslation('home')
  if (sources.length === 0) {
    return (
      <Panel flush title={t('sources.title')}>
        <NoSources />
      </Panel>
    )
  }
  return (
    <Panel flush title={t('sources.title')}>
      <div className={`from-tablet ${styles.columns}`} aria-hidden>
        <span>{t('sources.columns.source')}</span>
        <span className={styles.count}>{t('sources.columns.contacts')}</span>
        <span className={styles.count}>{t('sources.columns.opportunities')}</span>
        <span>{t('sources.columns.state')}</span>
      </div>
      <ul className={styles.sources}>
        {sources.slice(0, shown).map((source) => (
          <SourceRow key={source.id} source={source} />
        ))}
      </ul>
      <div className={styles.foot}>
        <Link to={paths.integrations}>{t('sources.all')}</Link>
      </div>
    </Panel>
  )
}
