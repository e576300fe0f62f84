import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { titleOf } from '#contract/integrations/sources.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { locale } from '#web/lib/format/locale.ts'
import { useMay } from '#web/lib/may.ts'
import { innerPaths, paths, reconnectAddress } from '#web/paths.ts'
import styles from './Attention.module.css'
import { mayRepair, troubledSources, type Trouble } from './source-state.ts'

const shown = 3

const useReason = () => {
  const { t } = useTranslation('home')
  const whatOf = (removal: Integration['removal']): string => {
    const { contacts = 0, opportunities = 0 } = removal ?? {}
    const parts = [
      ...(contacts > 0 ? [t('sources.contacts', { count: contacts, n: formatNumber(contacts) })] : []),
      ...(opportunities > 0 ? [t('sources.opportunities', { count: opportunities, n: formatNumber(opportunities) })] : []),
    ]
    return new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
  }
  return ({ vendor, status_reason: reason, needs, removal, last_run: run }: Integration, trouble: Trouble): string => {
    if (trouble === 'reconnect') return reason ?? t('attention.reasons.reconnect', { vendor })
    if (trouble === 'removal') return t('attention.reasons.removal', { what: whatOf(removal) })
    if (trouble === 'setup') return t(`attention.reasons.${needs ?? 'table'}`)
    return run?.error_text ?? t('attention.reasons.failing')
  }
}

const tabs = { reconnect: undefined, removal: 'counts', setup: 'mapping', failing: 'runs' } as const

const Action = ({ source, trouble }: { source: Integration; trouble: Trouble }) => {
  const { t } = useTranslation('home')
  const { id, type, needs } = source
  const action = t(`attention.${trouble}`)
  const label = t('attention.label', { action, name: titleOf(source) })
  const tab = trouble === 'setup' && needs !== 'table' ? undefined : tabs[trouble]
  return (
    <Button
      className={styles.action ?? ''}
      variant={trouble === 'failing' ? 'default' : 'filled'}
      aria-label={label}
      renderRoot={(props) =>
        trouble === 'reconnect' ? (
          <Link {...reconnectAddress({ id, type })} {...props} />
        ) : (
          <Link to={innerPaths.source} params={{ id }} search={{ tab }} {...props} />
        )
      }
    >
      {action}
    </Button>
  )
}

/** The sources in trouble, at the top of the page: which source, why, and the button that repairs it. */
export const Attention = ({ sources }: { sources: readonly Integration[] }) => {
  const { t } = useTranslation('home')
  const may = useMay()
  const reasonOf = useReason()
  const titleId = useId()
  const all = troubledSources(sources)
  const isBroken = all.some(({ trouble }) => trouble === 'reconnect' || trouble === 'failing')
  if (all.length === 0) return null
  return (
    <section className={styles.attention} data-kind={isBroken ? 'bad' : 'wait'} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        <IconAlertTriangle size={16} stroke={2} aria-hidden />
        {t('attention.title', { count: all.length })}
      </h2>
      <ul className={styles.list}>
        {all.slice(0, shown).map(({ source, trouble }) => (
          <li key={source.id} className={styles.item}>
            <span className="grow">
              <span className={styles.name}>{titleOf(source)}</span>
              <span className={styles.reason}>
                {reasonOf(source, trouble)} {!mayRepair(may, trouble) && t('attention.askAdmin')}
              </span>
            </span>
            {mayRepair(may, trouble) && <Action source={source} trouble={trouble} />}
          </li>
        ))}
      </ul>
      {all.length > shown && (
        <Link to={paths.integrations} className={styles.more}>
          {t('attention.more', { count: all.length - shown })}
        </Link>
      )}
    </section>
  )
}
