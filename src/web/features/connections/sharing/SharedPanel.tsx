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
import { LoadFailed } from '#web/ui/loading/LoadFailed.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Offer, OfferSentence, OfferTerms } from '../review/Offer.tsx'
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

/** Not the first thing to do while a version waits for the agency. */
const ContactsLink = ({ connection: { partnerId, pendingVersion } }: { connection: Connection }) => {
  const { t } = useTranslation('sharing')
  return (
    <div className={styles.foot}>
      <Button
        component={Link}
        to={paths.contacts}
        search={{ companies: partnerId ?? undefined } as never}
        variant={pendingVersion === null ? 'filled' : 'default'}
        rightSection={<IconArrowRight size={16} stroke={1.75} aria-hidden />}
      >
        {t('now.contacts')}
      </Button>
    </div>
  )
}

/** Figures of this moment, some of which are not told. */
const useFigures = (shared: Shared | undefined) => {
  const { t } = useTranslation(['sharing', 'app'])
  const tell = (count: number | null | undefined) =>
    count === undefined ? t('app:noValue') : (count ?? t('now.few', { n: smallestTotal }))
  return { contacts: tell(shared?.contacts), opportunities: tell(shared?.opportunities) }
}

/** Figures of now, or why there are none. */
const Now = (props: SharedPanelProps) => {
  const { connection, version } = props
  const { data: shared, isError, error, isFetching, refetch } = useShared(connection)
  const now = useFigures(shared)
  if (isError && !shared)
    return (
      <>
        <OfferSentence version={version} />
        <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />
        <OfferTerms version={version} />
      </>
    )
  return (
    <Offer version={version} now={now} isShort={connection.pendingVersion !== null}>
      {shared && <Notes {...props} shared={shared} />}
    </Offer>
  )
}

/** Of a connection that is active: figures, how fresh they are, and the way to the contacts. */
const ActivePanel = (props: SharedPanelProps & { title: string }) => {
  const { connection, version, title } = props
  const { data: shared } = useShared(connection)
  return (
    <Panel title={title} flush aside={shared && <Freshness shared={shared} isWell={connection.health === 'ok'} />}>
      <Now {...props} />
      {connection.side === 'AGENCY' && version.typeOfData !== 'COUNTS' && <ContactsLink connection={connection} />}
    </Panel>
  )
}

/** What the agency sees now, in the words of the version in force; or what it saw last. */
export const SharedPanel = (props: SharedPanelProps) => {
  const { t } = useTranslation('sharing')
  const { side, name, state } = props.connection
  const isPreparing = useShared(props.connection).data?.isPreparing ?? false
  const when = state === 'CANCELED' ? 'was' : state === 'IN_PROCESS' || isPreparing ? 'will' : 'now'
  const title = t(`${when}.${side}`, { name })
  if (when === 'now') return <ActivePanel {...props} title={title} />
  return (
    <Panel title={title} flush>
      <Offer version={props.version} />
    </Panel>
  )
}
