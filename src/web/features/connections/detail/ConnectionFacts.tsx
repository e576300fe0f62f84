import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import { dayOf, exactTime } from '#web/lib/time/dates.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { daysUntil, useSyncFieldName } from '../words.ts'
import styles from './ConnectionPage.module.css'

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

const Expiry = ({ expiresAt }: { expiresAt: string }) => {
  const { t } = useTranslation('connections')
  const [now] = useState(Date.now)
  return (
    <time dateTime={expiresAt} title={exactTime(expiresAt)}>
      {t('detail.days', { count: daysUntil(expiresAt, now) })}
    </time>
  )
}

/** Who invited whom. */
const InvitationFacts = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation(['connections', 'app'])
  const { state, isInviter, inviter, partnerEmail, invitedAs, createdAt, sentAt, sentCount, expiresAt } = connection
  return (
    <>
      <Fact title={t('detail.inviter')}>{inviter}</Fact>
      <Fact title={t('detail.created')}>{dayOf(createdAt)}</Fact>
      <Fact title={t('detail.email')}>{partnerEmail}</Fact>
      {isInviter && <Fact title={t('detail.role')}>{t(`app:roles.${invitedAs}`)}</Fact>}
      {state === 'INVITED' && sentCount > 1 && (
        <Fact title={t('detail.sent')}>
          <RelativeTime instant={sentAt} />
        </Fact>
      )}
      {state === 'INVITED' && expiresAt !== null && (
        <Fact title={t('detail.expires')}>
          <Expiry key={expiresAt} expiresAt={expiresAt} />
        </Fact>
      )}
    </>
  )
}

/** Which criteria these are: those in force, or those that wait. */
const useCriteriaTitle = () => {
  const { t } = useTranslation('connections')
  return ({ state, typeOfData, versionInForce, pendingVersion }: Connection): string | null => {
    if (typeOfData === null) return null
    if (versionInForce !== null) return t(state === 'CANCELED' ? 'detail.wasInForce' : 'detail.inForce', { n: versionInForce })
    return pendingVersion === null ? null : t('detail.notInForce', { n: pendingVersion })
  }
}

/** What the criteria say, as far as they say it. */
const CriteriaFacts = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation('connections')
  const { integration, subAccount, syncField, syncValue, tag, pipeline, dataFilters, typeOfData } = connection
  const fieldName = useSyncFieldName()
  const isByTag = syncField === 'tag'
  const said: [title: string, value: string | null][] = [
    [t('detail.criteria'), useCriteriaTitle()(connection)],
    [t('detail.source'), integration],
    [t('detail.subAccount'), subAccount],
    [t('detail.syncField'), syncField && fieldName(syncField)],
    [t('detail.syncValue'), syncValue],
    [t('detail.tag'), isByTag ? null : tag],
    [t('detail.pipeline'), pipeline],
    [t('detail.dataFilters'), dataFilters === null ? null : t('detail.conditions', { count: dataFilters })],
    [t('detail.typeOfData'), typeOfData && t(`detail.types.${typeOfData}`)],
  ]
  return said.map(
    ([title, value]) =>
      value !== null && (
        <Fact key={title} title={title}>
          {value}
        </Fact>
      ),
  )
}

/** Whose reason it is, by who ended it. */
const reasonBy = ({ ending, side, isInviter }: Connection): 'own' | 'other' | 'unknown' => {
  const isOwn: Partial<Record<NonNullable<Connection['ending']>, boolean>> = {
    rejected: !isInviter,
    withdrawn: isInviter,
    denied: side === 'AGENCY',
    ended_by_agency: side === 'AGENCY',
    ended_by_company: side === 'COMPANY',
  }
  const own = ending === null ? undefined : isOwn[ending]
  if (own === undefined) return 'unknown'
  return own ? 'own' : 'other'
}

/** How the connection came about, and how it ended. */
export const ConnectionFacts = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation('connections')
  const { state, message, businessId, sharedSince, reason, endedAt } = connection
  return (
    <Panel title={t('detail.facts')}>
      <dl className={styles.facts}>
        <InvitationFacts connection={connection} />
        <CriteriaFacts connection={connection} />
        {businessId !== null && <Fact title={t('detail.businessId')}>{businessId}</Fact>}
        {sharedSince !== null && <Fact title={t('detail.since')}>{dayOf(sharedSince)}</Fact>}
        {state === 'CANCELED' && endedAt !== null && (
          <Fact title={t('detail.ended')}>
            <time dateTime={endedAt} title={exactTime(endedAt)}>
              {dayOf(endedAt)}
            </time>
          </Fact>
        )}
        {reason !== null && <Fact title={t(`detail.reason.${reasonBy(connection)}`)}>{reason}</Fact>}
        {message !== null && message !== '' && (
          <Fact title={t('detail.message')}>
            <span className={styles.message}>{message}</span>
          </Fact>
        )}
      </dl>
    </Panel>
  )
}
