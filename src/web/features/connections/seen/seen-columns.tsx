import { IconApi, IconDownload, IconEye } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { LedgerEntry } from '#contract/connections/ledger.ts'
import { fieldLabel } from '#contract/criteria/fields.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import styles from './seen.module.css'

/** How many contacts a row names. */
const named = 3

const icons = { screen: IconEye, export: IconDownload, api: IconApi }

interface ContactsProps {
  entry: LedgerEntry
  onContact: (contact: { id: string; name: string }) => void
}

const Contacts = ({ entry, onContact }: ContactsProps) => {
  const { t } = useTranslation('seen')
  const shown = entry.contacts.slice(0, named)
  const left = entry.contactsCount - shown.length
  if (shown.length === 0) return t('contacts', { count: left, n: formatNumber(left) })
  return (
    <span className={styles.contacts}>
      <span className="truncate">
        {shown.map(({ id, name }, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            {name === null ? (
              <span className="dim">{t('erased')}</span>
            ) : (
              <button
                type="button"
                className="link-button"
                aria-label={t('onlyContact', { name })}
                onClick={() => onContact({ id, name })}
              >
                {name}
              </button>
            )}
          </Fragment>
        ))}
      </span>
      {left > 0 && <span className={`dim ${styles.more}`}> {t('more', { count: left, n: formatNumber(left) })}</span>}
    </span>
  )
}

/** The names of the fields, in the order of the agreement. */
const fieldsText = ({ fields }: LedgerEntry) => fields.map(fieldLabel).join(', ')

export const useSeenColumns = (onContact: ContactsProps['onContact']): Column<LedgerEntry>[] => {
  const { t } = useTranslation('seen')
  return [
    { name: 'at', title: t('columns.at'), cell: ({ at }) => <RelativeTime instant={at} /> },
    {
      name: 'user',
      title: t('columns.user'),
      isTitle: true,
      shares: 1,
      hint: ({ userName }) => userName,
      cell: ({ userName }) => userName,
    },
    {
      name: 'kind',
      title: t('columns.kind'),
      cell: ({ kind }) => (
        <StatusBadge kind={kind === 'export' ? 'wait' : 'off'} icon={icons[kind]}>
          {t(`kinds.${kind}`)}
        </StatusBadge>
      ),
    },
    {
      name: 'contacts',
      title: t('columns.contacts'),
      shares: 2,
      hint: ({ contactsCount }) => t('contacts', { count: contactsCount, n: formatNumber(contactsCount) }),
      cell: (entry) => <Contacts entry={entry} onContact={onContact} />,
    },
    {
      name: 'fields',
      title: t('columns.fields'),
      shares: 2,
      hint: fieldsText,
      cell: (entry) => fieldsText(entry) || <span className="dim">{t('noFields')}</span>,
    },
    { name: 'version', title: t('columns.version'), align: 'right', notMedium: true, cell: ({ version }) => version },
  ]
}
