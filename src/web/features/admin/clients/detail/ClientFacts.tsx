import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientRow } from '#contract/clients.ts'
import { currencyName } from '#web/lib/format/currencies.ts'
import { dayOf, exactTime } from '#web/lib/time/dates.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { zoneLabel } from '#web/lib/time/time-zones.ts'
import { UserEmail, UserName } from '../../UserName.tsx'
import { ownerOf } from '../client-columns.tsx'
import styles from './ClientDetail.module.css'

const Fact = ({ title, isWide = false, children }: { title: string; isWide?: boolean; children: ReactNode }) => (
  <div className={isWide ? `${styles.fact} ${styles.wide}` : styles.fact}>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

const Day = ({ instant }: { instant: string }) => (
  <time dateTime={instant} title={exactTime(instant)}>
    {dayOf(instant)}
  </time>
)

export const ClientFacts = ({ client }: { client: ClientRow }) => {
  const { t } = useTranslation('admin')
  const title = (name: 'owner' | 'timeZone' | 'currency' | 'createdAt' | 'users' | 'closesAt') =>
    t(`clients.detail.facts.${name}`)
  return (
    <dl className={styles.facts}>
      <Fact title={title('owner')} isWide>
        {client.ownerId ? (
          <>
            <UserName user={ownerOf(client)} />, <UserEmail user={ownerOf(client)} />
          </>
        ) : (
          t('clients.detail.noOwner')
        )}
      </Fact>
      <Fact title={title('users')}>{formatNumber(client.users)}</Fact>
      <Fact title={title('timeZone')}>{zoneLabel(client.timeZone)}</Fact>
      <Fact title={title('currency')}>{currencyName(client.currency)}</Fact>
      <Fact title={title('createdAt')}>
        <Day instant={client.createdAt} />
      </Fact>
      {client.status !== 'active' && (
        <Fact title={t('clients.detail.facts.statusSince', { status: t(`clients.statuses.${client.status}`) })}>
          <Day instant={client.statusSince} />
        </Fact>
      )}
      {client.closesAt && (
        <Fact title={title('closesAt')}>
          <Day instant={client.closesAt} />
        </Fact>
      )}
    </dl>
  )
}
