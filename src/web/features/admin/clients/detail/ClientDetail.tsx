import { ActionIcon, Button } from '@mantine/core'
import { IconBuilding, IconEye, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientRow } from '#contract/clients.ts'
import { useClient } from '#web/data/admin/clients.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import type { useAddress } from '#web/lib/address/use-address.ts'
import { paths } from '#web/paths.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Note } from '#web/ui/Note.tsx'
import { SkeletonRows } from '#web/ui/table/rows/SkeletonRows.tsx'
import { Tile } from '#web/ui/page/Tile.tsx'
import { useRevealed } from '../../Revealed.tsx'
import { actsFor, isDangerous, type ClientAct } from '../client-acts.ts'
import styles from './ClientDetail.module.css'
import { ClientFacts } from './ClientFacts.tsx'
import type { ClientsSearch } from '../clients-search.ts'
import { ClientStatus } from '../ClientStatus.tsx'
import { ClientTabs } from './ClientTabs.tsx'

type Address = ReturnType<typeof useAddress<ClientsSearch>>

/** Takes the focus when the button that had it disappears. */
export const detailTitle = 'client-detail-title'

interface ClientDetailProps {
  id: string
  address: Address
  onAct: (act: ClientAct, client: ClientRow) => void
}

const Acts = ({ client, onAct }: { client: ClientRow; onAct: ClientDetailProps['onAct'] }) => {
  const { t } = useTranslation('admin')
  const { users } = useRevealed()
  return actsFor(client, users.has(client.id)).map((act) => (
    <Button
      key={act}
      {...(isDangerous(act) ? { variant: 'subtle', color: 'red', className: styles.danger ?? '' } : { variant: 'default' })}
      leftSection={act === 'reveal' && <IconEye size={16} stroke={1.75} aria-hidden />}
      onClick={() => onAct(act, client)}
    >
      {t(`clients.acts.${act}`)}
    </Button>
  ))
}

interface HeadProps extends Pick<ClientDetailProps, 'onAct'> {
  client: ClientRow
  onClose: () => void
}

const Head = ({ client, onAct, onClose }: HeadProps) => {
  const { t } = useTranslation('admin')
  const title = useRef<HTMLHeadingElement>(null)
  // It opens below the list, where it may not be visible.
  useEffect(() => {
    title.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className={styles.head}>
      <Tile name={client.name} size={32} />
      <div className={styles.who}>
        <div className={styles.title}>
          <h2 ref={title} id={detailTitle} tabIndex={-1}>
            {client.name}
          </h2>
          <ClientStatus status={client.status} />
        </div>
        <p className="caption dim numeric">
          {t('clients.detail.id', { type: t(`clients.types.${client.type}`), id: client.id })}
        </p>
      </div>
      <div className={styles.acts}>
        <Acts client={client} onAct={onAct} />
      </div>
      <ActionIcon className={styles.close ?? ''} aria-label={t('clients.detail.close')} onClick={onClose}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  )
}

const Notes = ({ client }: { client: ClientRow }) => {
  const { t } = useTranslation('admin')
  const isRevealed = useRevealed().users.has(client.id)
  const waits = client.closingAskedAt !== null && client.status === 'active'
  const reason = client.status === 'active' ? null : client.statusReason
  if (!reason && !waits && !isRevealed) return null
  return (
    <div className={styles.notes}>
      {waits && (
        <Note kind="wait">
          {t('clients.waits')} <Link to={paths.adminApprovals}>{t('clients.review')}</Link>
        </Note>
      )}
      {isRevealed && <Note kind="info">{t('reveal.done')}</Note>}
      {reason && <p className="small ink-2">{t('clients.detail.reason', { reason })}</p>}
    </div>
  )
}

/** One client below the list: its details, its actions and its own lists. */
export const ClientDetail = ({ id, address, onAct }: ClientDetailProps) => {
  const { t } = useTranslation('admin')
  const query = useClient(id)
  const close = () => address.step({ client: undefined })
  if (query.error instanceof ApiError && query.error.code === 'NOT_FOUND') {
    return (
      <section className={styles.detail}>
        <EmptyState
          icon={<IconBuilding size={22} stroke={1.75} />}
          title={t('clients.detail.missing.title')}
          text={t('clients.detail.missing.text')}
          actions={
            <Button variant="default" onClick={close}>
              {t('clients.detail.missing.action')}
            </Button>
          }
        />
      </section>
    )
  }
  return (
    <section className={styles.detail} aria-label={t('clients.detail.label', { name: query.data?.name ?? '' })}>
      <Loaded query={query} skeleton={<SkeletonRows rows={8} height={48} />}>
        {(client) => (
          <>
            <Head client={client} onAct={onAct} onClose={close} />
            <Notes client={client} />
            <ClientFacts client={client} />
            <ClientTabs clientId={id} address={address} />
          </>
        )}
      </Loaded>
    </section>
  )
}
