import { Skeleton, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Contact } from '#contract/crm/records.ts'
import { titleOf } from '#contract/integrations/sources.ts'
import { useIntegrations } from '#web/data/integrations/integration-list.ts'
import { Tile } from '#web/ui/page/Tile.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table/column.ts'
import styles from './contacts.module.css'
import { ContactMark } from './ContactMark.tsx'
import { isPseudonymous } from './is-pseudonymous.ts'

/** The company that shares a contact, or the own source that it comes from; null until that is loaded. */
const useOrigin = () => {
  const { t } = useTranslation('contacts')
  const { data, isPending } = useIntegrations()
  return ({ shared, integration_id: id, webhook_endpoint_id: endpoint }: Contact): string | null => {
    if (endpoint !== null) return t('webhook')
    const source = data?.items.find((item) => item.id === id)
    const own = isPending ? null : t('own')
    return shared?.company ?? (source ? titleOf(source) : own)
  }
}

const Origin = ({ name }: { name: string | null }) =>
  name === null ? (
    <Skeleton height={12} width={120} aria-hidden />
  ) : (
    <span className={styles.company}>
      <Tile name={name} size={24} />
      <span className="truncate">{name}</span>
    </span>
  )

const NameCell = ({ contact, onOpen }: { contact: Contact; onOpen: (id: string) => void }) => {
  const { t } = useTranslation('contacts')
  const { id, name, email } = contact
  const line = isPseudonymous(contact) ? t('nameless') : email
  return (
    <UnstyledButton className={styles.contact} onClick={() => onOpen(id)}>
      <ContactMark contact={contact} />
      <span className={styles.words}>
        <span className={name ? 'medium truncate' : 'dim truncate'}>{name || t('nobody')}</span>
        {line && <span className="caption dim truncate">{line}</span>}
      </span>
    </UnstyledButton>
  )
}

export const useContactColumns = (onOpen: (id: string) => void): Column<Contact>[] => {
  const { t } = useTranslation(['contacts', 'app'])
  const originOf = useOrigin()
  const missing = (contact: Contact) => (
    <span className="dim" data-none>
      {isPseudonymous(contact) ? t('notShared') : t('app:noValue')}
    </span>
  )
  return [
    {
      name: 'name',
      title: t('columns.name'),
      shares: 2,
      hint: ({ name, email }) => name || email,
      cell: (contact) => <NameCell contact={contact} onOpen={onOpen} />,
    },
    {
      name: 'company',
      title: t('columns.company'),
      shares: 2,
      hint: originOf,
      cell: (contact) => <Origin name={originOf(contact)} />,
    },
    { name: 'phone', title: t('columns.phone'), cell: (contact) => contact.phone ?? missing(contact) },
    {
      name: 'source',
      title: t('columns.source'),
      wideOnly: true,
      hint: ({ source }) => source,
      cell: ({ source }) =>
        source ?? (
          <span className="dim" data-none>
            {t('app:noValue')}
          </span>
        ),
    },
    { name: 'created', title: t('columns.created'), cell: (row) => <RelativeTime instant={row.created_at} /> },
  ]
}
