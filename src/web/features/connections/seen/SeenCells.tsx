import '@mantine/core/styles/Tooltip.layer.css'
import { Menu, Tooltip } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '#contract/criteria/fields.ts'
import type { SeenRow } from '#web/data/connections/merge-views.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './seen.module.css'

interface NamedContact {
  id: string
  name: string
}

export type OnContact = (contact: NamedContact) => void

interface RowProps {
  row: SeenRow
}

interface ContactsProps extends RowProps {
  onContact: OnContact
}

/** More names push the number out of sight. */
const [namedAlone, namedWithMore, fieldsNamed] = [3, 2, 3]

interface MenuProps extends ContactsProps {
  /** How many contacts are named beside the menu. */
  from: number
  label: string
}

/** The other contacts; each leads to who saw it. */
const ContactMenu = ({ row: { contacts, contactsCount }, from, label, onContact }: MenuProps) => {
  const { t } = useTranslation('seen')
  const left = contactsCount - contacts.length
  return (
    <Menu position="bottom-start" width={240} withInitialFocusPlaceholder={false} returnFocus>
      <Menu.Target>
        <button type="button" className={`link-button ${styles.more}`}>
          {label}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.names}>
        {contacts.slice(from).map(({ id, name }) =>
          name === null ? (
            <Menu.Label key={id}>{t('erased')}</Menu.Label>
          ) : (
            <Menu.Item key={id} onClick={() => onContact({ id, name })}>
              {name}
            </Menu.Item>
          ),
        )}
        {left > 0 && <Menu.Label>{t('more', { count: left, n: formatNumber(left) })}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  )
}

const ContactName = ({ contact: { id, name }, onContact }: { contact: SeenRow['contacts'][number]; onContact: OnContact }) => {
  const { t } = useTranslation('seen')
  if (name === null) return <span className="dim">{t('erased')}</span>
  return (
    <button type="button" className="link-button" aria-label={t('onlyContact', { name })} onClick={() => onContact({ id, name })}>
      {name}
    </button>
  )
}

export const useCount = () => {
  const { t } = useTranslation('seen')
  return ({ contactsCount }: SeenRow) => t('contacts', { count: contactsCount, n: formatNumber(contactsCount) })
}

/** The first contacts by name, and the others on demand; for the agency only how many. */
export const Contacts = ({ row, onContact }: ContactsProps) => {
  const { t } = useTranslation('seen')
  const countOf = useCount()
  const { contacts, contactsCount } = row
  const shown = contacts.slice(0, contactsCount <= namedAlone ? namedAlone : namedWithMore)
  const left = contactsCount - shown.length
  if (shown.length === 0) return countOf(row)
  return (
    <span className={styles.contacts}>
      <span className="truncate">
        {shown.map((contact, index) => (
          <Fragment key={contact.id}>
            {index > 0 && ', '}
            <ContactName contact={contact} onContact={onContact} />
          </Fragment>
        ))}
      </span>
      {left > 0 && (
        <>
          {' '}
          <ContactMenu
            row={row}
            from={shown.length}
            label={t('more', { count: left, n: formatNumber(left) })}
            onContact={onContact}
          />
        </>
      )}
    </span>
  )
}

/** The names of the fields, in the order of the agreement; if they are many, on demand. */
export const Fields = ({ row: { fields } }: RowProps) => {
  const { t } = useTranslation('seen')
  if (fields.length === 0) return <span className="dim">{t('noFields')}</span>
  const names = fields.map(fieldLabel).join(', ')
  if (fields.length <= fieldsNamed) return names
  return (
    <Tooltip label={names} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={styles.fields}>
        {t('fields', { n: fields.length })}
      </button>
    </Tooltip>
  )
}

const ContactsInWords = ({ row, onContact }: ContactsProps) => {
  const countOf = useCount()
  const [only, ...others] = row.contacts
  if (only === undefined) return countOf(row)
  if (others.length === 0 && row.contactsCount === 1) return <ContactName contact={only} onContact={onContact} />
  return <ContactMenu row={row} from={0} label={countOf(row)} onContact={onContact} />
}

/** The whole entry in two lines, for a phone. */
export const Summary = ({ row, onContact }: ContactsProps) => {
  const { t } = useTranslation('seen')
  const { userName, kind, at, times, version } = row
  return (
    <span className={`only-phone ${styles.summary}`}>
      <span>
        {t(`summary.${kind}`, { name: userName })} <ContactsInWords row={row} onContact={onContact} />
      </span>
      <span className={`caption dim ${styles.facts}`}>
        <RelativeTime instant={at} />
        {times > 1 && <span>{t('times', { n: times })}</span>}
        <Fields row={row} />
        <span>{t('version', { n: version })}</span>
      </span>
    </span>
  )
}
