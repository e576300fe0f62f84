import { Button } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Notification, NotificationKind } from '#contract/notifications.ts'
import { hasSourcePage, sourceTabs } from '#contract/kit/pages.ts'
import type { Role } from '#contract/users/permissions.ts'
import { presentOf } from '#web/lib/address/address.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { useMay } from '#web/lib/may.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { innerPaths, reconnectAddress } from '#web/paths.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { isAllowed, pages, type Page } from '#web/app/pages.ts'
import styles from './Notifications.module.css'

/** The pages that a notification can link to; the first one that the user may open is used. */
const pagesOf = (kind: NotificationKind): Page[] => {
  if (kind.startsWith('staff.wants_')) return [pages.adminApprovals]
  if (kind === 'staff.invited') return [pages.users]
  if (kind.startsWith('staff.')) return [pages.audit, pages.adminAudit]
  if (kind.startsWith('sync.')) return [pages.integrations]
  if (kind.startsWith('connection.')) return [pages.connections]
  return kind.startsWith('user.') ? [pages.users, pages.adminUsers] : [pages.account, pages.activity]
}

const roles: readonly Role[] = ['user', 'admin', 'account_admin', 'super_admin']
const statuses = ['active', 'suspended', 'closing', 'closed'] as const

const useTitle = ({ kind, data }: Notification): string => {
  const { t } = useTranslation(['notices', 'app'])
  if (kind === 'client.status_changed') return t(`statuses.${statuses.find((known) => known === data.status) ?? 'other'}`)
  const role = roles.find((known) => known === data.role)
  return t(`kinds.${kind}`, {
    name: data.name ?? t('somebody'),
    role: role ? t(`app:roles.${role}`) : t('anotherRole'),
    day: data.at === undefined ? '' : dayOf(data.at),
  })
}

const Inside = ({ item }: { item: Notification }) => {
  const { t } = useTranslation('notices')
  const title = useTitle(item)
  const { actor, reason } = item.data
  return (
    <>
      <i className={styles.dot} aria-hidden />
      <span className={styles.words}>
        <span className={styles.title}>
          {item.readAt === null && <span className="visually-hidden">{t('unread')} </span>}
          {title}
        </span>
        {reason && <span className={styles.details}>{item.kind === 'sync.held' ? reason : t('reason', { reason })}</span>}
        <span className={styles.details}>
          <RelativeTime instant={item.createdAt} />
          {actor && `, ${t('by', { actor })}`}
        </span>
      </span>
    </>
  )
}

/** A link to the reconnect flow, for users who may reconnect, until the notification is read. */
const Repair = ({ item: { kind, data, readAt }, onOpen }: { item: Notification; onOpen: () => void }) => {
  const { t } = useTranslation('notices')
  const may = useMay()
  const { integrationId: id, provider: type, name = '' } = data
  const needsReconnect = kind === 'sync.lost' || kind === 'sync.expiring'
  if (!needsReconnect || readAt !== null || !id || !type || !may('integrations', 'w')) return null
  return (
    <Button
      className={styles.repair ?? ''}
      size="xs"
      aria-label={t('reconnectLabel', { name })}
      renderRoot={(props) => <Link {...reconnectAddress({ id, type })} {...props} onClick={onOpen} />}
    >
      {t('reconnect')}
    </Button>
  )
}

const addressOf = ({ kind, data: { integrationId: id, connectionId } }: Notification, { path }: Page): LinkProps => {
  if (connectionId !== undefined) return { to: innerPaths.connection, params: { id: connectionId } }
  return hasSourcePage(kind) && id !== undefined
    ? { to: innerPaths.source, params: { id }, search: presentOf({ tab: sourceTabs[kind] }) }
    : { to: path }
}

export const NotificationItem = ({ item, onOpen }: { item: Notification; onOpen: () => void }) => {
  const { user } = useSession()
  const target = pagesOf(item.kind).find((page) => isAllowed(user, page))
  const shown = { className: styles.item, 'data-unread': item.readAt === null || undefined }
  return (
    <li tabIndex={-1}>
      {target ? (
        <Link {...shown} {...addressOf(item, target)} onClick={onOpen}>
          <Inside item={item} />
        </Link>
      ) : (
        <div {...shown}>
          <Inside item={item} />
        </div>
      )}
      <Repair item={item} onOpen={onOpen} />
    </li>
  )
}
