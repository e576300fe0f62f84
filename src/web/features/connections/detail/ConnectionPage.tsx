import { Skeleton } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import { isNotFound, useConnection } from '#web/data/connections.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { connectionMessages } from '#web/messages/en-connections.ts'
import { criteriaMessages } from '#web/messages/en-criteria.ts'
import { sharingMessages } from '#web/messages/en-sharing.ts'
import { paths } from '#web/paths.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Note } from '#web/ui/Note.tsx'
import { BackLink } from '#web/ui/page/BackLink.tsx'
import { PageHeading } from '#web/ui/page/PageHeading.tsx'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import { Tile } from '#web/ui/page/Tile.tsx'
import { ConnectionBadge } from '../ConnectionBadge.tsx'
import { AgreementView } from '../review/AgreementView.tsx'
import { PartsSkeleton } from '../review/PartsSkeleton.tsx'
import { TotalsPanel } from '../totals/TotalsPanel.tsx'
import { HealthNote } from '../sharing/HealthNote.tsx'
import { Receipts } from '../sharing/Receipts.tsx'
import { SeenSection } from '../seen/SeenBy.tsx'
import { useSummary, useNext } from '../words.ts'
import { ConnectionActions } from './ConnectionActions.tsx'
import { ConnectionFacts } from './ConnectionFacts.tsx'
import styles from './ConnectionPage.module.css'
import { EndSection } from './EndSection.tsx'
import { isSharing } from './is-sharing.ts'
import { Missing } from './Missing.tsx'

addTranslations('connections', connectionMessages)
addTranslations('criteria', criteriaMessages)
addTranslations('sharing', sharingMessages)

const Head = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation('connections')
  const { name, side, status } = connection
  const line = useSummary()(connection)
  return (
    <header className={styles.head}>
      <BackLink to={paths.connections}>{t(`detail.back.${side}`)}</BackLink>
      <PageHeading
        mark={<Tile name={name} size={40} />}
        title={name}
        badge={<ConnectionBadge status={status} />}
        text={`${t(`detail.kind.${side}`)} · ${line}`}
      />
      <ConnectionActions connection={connection} />
    </header>
  )
}

const hasTotals = ({ state, keepsTotals }: Connection): boolean => state === 'ACTIVE' || keepsTotals

const ConnectionView = ({ connection }: { connection: Connection }) => {
  const next = useNext()(connection)
  const isEnded = connection.state === 'CANCELED'
  return (
    <div className={styles.page}>
      <PageTitle title={connection.name} />
      <Head connection={connection} />
      {connection.health === 'ok' && next !== undefined && <Note kind="info">{next}</Note>}
      {isSharing(connection) && <HealthNote connection={connection} />}
      {isEnded && <Receipts connection={connection} />}
      <AgreementView connection={connection}>
        <div className={styles.details}>
          <ConnectionFacts connection={connection} />
        </div>
      </AgreementView>
      <SeenSection connection={connection} />
      {hasTotals(connection) && <TotalsPanel connection={connection} />}
      {isSharing(connection) && <Receipts connection={connection} />}
      <EndSection connection={connection} />
    </div>
  )
}

const ConnectionSkeleton = () => (
  <div className={styles.page} aria-hidden>
    <Skeleton height={48} />
    <PartsSkeleton>
      <Skeleton height={240} radius="md" />
    </PartsSkeleton>
  </div>
)

/** One connection: its status, how it came about, and what can be done with it now. */
export const ConnectionPage = () => {
  const { id = '' } = useParams({ strict: false })
  const query = useConnection(id)
  if (isNotFound(query.error)) return <Missing />
  return (
    <Loaded query={query} skeleton={<ConnectionSkeleton />}>
      {(connection) => <ConnectionView key={connection.id} connection={connection} />}
    </Loaded>
  )
}
