import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Contact } from '#contract/crm/records.ts'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './contacts.module.css'

export const useContactColumns = (onOpen: (id: string) => void): Column<Contact>[] => {
  const { t } = useTranslation(['source', 'app'])
  const none = (
    <span className="dim" data-none>
      {t('app:noValue')}
    </span>
  )
  return [
    {
      name: 'name',
      title: t('people.columns.name'),
      hint: ({ name, email }) => name || email,
      cell: ({ id, name, email }) => (
        <UnstyledButton className={styles.contact} onClick={() => onOpen(id)}>
          <span className={name ? 'medium truncate' : 'dim truncate'}>{name || t('people.nobody')}</span>
          {email && <span className="caption dim truncate">{email}</span>}
        </UnstyledButton>
      ),
    },
    { name: 'phone', title: t('people.columns.phone'), cell: ({ phone }) => phone ?? none },
    { name: 'source', title: t('people.columns.source'), hint: ({ source }) => source, cell: ({ source }) => source ?? none },
    {
      name: 'id',
      title: t('people.columns.id'),
      wideOnly: true,
      hint: (row) => row.external_id,
      cell: (row) => <span className="monospace">{row.external_id}</span>,
    },
    { name: 'created', title: t('people.columns.created'), cell: (row) => <RelativeTime instant={row.created_at} /> },
  ]
}
