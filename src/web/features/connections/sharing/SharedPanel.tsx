import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import type { Shared } from '#contract/connections/sharing.ts'
import { smallestTotal } from '#contract/connections/totals.ts'
import { useShared } from '#web/data/connections/sharing.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { paths } from '#web/paths.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Offer } from '../review/Offer.tsx'
import styles from './sharing.module.css'

interface SharedPanelProps {
  connection: Connection
  version: CriteriaVersion
}

/** How fresh the company's source is. */
const Freshness = ({ shared, isWell }: { shared: Shared; isWell: boolean }) => {
  const { t } = useTranslation('sharing')
  return (
    <span className={styles.fresh} data-bad={!isWell || undefined}>
      <span className={styles.dot} aria-hidden />
      {shared.lastSyncAt === null ? (
        t('now.never')
      ) : (
        <span>
          {t('now.synced')} <RelativeTime instant={shared.lastSyncAt} />
        </span>
      )}
    </span>
  )
}

/** What the figures leave unsaid: contacts that no longer match, and totals only. */
const Notes = ({ connection: { side, name }, version, shared }: SharedPanelProps & { shared: Shared }) => {
  const { t } = useTranslation('sharing')
  const { withdrawn } = shared
  const isTotals = version.typeOfData === 'COUNTS'
  if (!isTotals && !withdrawn) return null
  return (
    <div className={styles.notes}>
      {isTotals && <p>{t(`now.totals.${side}`, { name, n: smallestTotal })}</p>}
      {withdrawn !== null && withdrawn > 0 && (
        <p>{t('now.withdrawn', { count: withdrawn, n: formatNumber(withdrawn), who: t(`now.keeps.${side}`, { name }) })}</p>
      )}
    </div>
  )
}

const ContactsLink = ({ connection: { partnerId } }: { connection: Connection }) => {
  const { t } = useTranslation('sharing')
  return (
    <div className={styles.foot}>
      <Button
        component={Link}
        to={paths.contacts}
        search={{ companies: partnerId ?? undefined } as never}
        rightSection={<IconArrowRight size={16} stroke={1.75} aria-hidden />}
      >
        {t('now.contacts')}
      </Button>
    </div>
  )
}

/** What the agency sees now, in the words of the version in force and in figures of this moment. */
export const SharedPanel = (props: SharedPanelProps) => {
  const { t } = useTranslation(['sharing', 'app'])
  const { connection, version } = props
  const { side, name, state, health } = connection
  const { data: shared } = useShared(connection)
  const tell = (count: number | null) => count ?? t('now.few', { n: smallestTotal })
  const isActive = state === 'ACTIVE'
  const now = shared
    ? { contacts: tell(shared.contacts), opportunities: tell(shared.opportunities) }
    : { contacts: t('app:noValue'), opportunities: t('app:noValue') }
  const hasRows = side === 'AGENCY' && isActive && version.typeOfData !== 'COUNTS'
  return (
    <Panel
      title={t(`${state === 'CANCELED' ? 'was' : 'now'}.${side}`, { name })}
      flush
      aside={isActive && shared && <Freshness shared={shared} isWell={health === 'ok'} />}
    >
      <Offer version={version} now={isActive ? now : undefined}>
        {isActive && shared && <Notes {...props} shared={shared} />}
      </Offer>
      {hasRows && <ContactsLink connection={connection} />}
    </Panel>
  )
}
