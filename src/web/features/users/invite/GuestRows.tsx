import { TextInput } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './InviteDialog.module.css'
import { fieldName, type Guest, type useGuestNames } from './use-guest-names.ts'

interface RowProps {
  guest: Guest
  problems: ReturnType<ReturnType<typeof useGuestNames>['problems']>
  onChange: ReturnType<typeof useGuestNames>['change']
}

const fields = ['name', 'lastname'] as const

const GuestRow = ({ guest, problems, onChange }: RowProps) => {
  const { t } = useTranslation('users')
  return (
    <li className={styles.guest}>
      <span className={styles.address} title={guest.email}>
        {guest.email}
      </span>
      {fields.map((field) => (
        <TextInput
          key={field}
          size="xs"
          name={fieldName(field, guest.email)}
          aria-label={t('invite.nameOf', { field: t(`fields.${field}`), address: guest.email })}
          placeholder={t(`fields.${field}`)}
          value={guest[field]}
          error={problems[field]}
          autoComplete="off"
          onChange={(event) => onChange(guest.email, field, event.currentTarget.value)}
        />
      ))}
    </li>
  )
}

const sameRow = (one: RowProps, other: RowProps) =>
  fields.every((field) => one.guest[field] === other.guest[field] && one.problems[field] === other.problems[field])

/** Only the row that the user types in renders again. */
const MemoizedRow = memo(GuestRow, sameRow)

/** The invited users with their names. */
export const GuestRows = ({ names }: { names: ReturnType<typeof useGuestNames> }) => {
  const { t } = useTranslation('users')
  return (
    <div>
      <div className={styles.guestHead} aria-hidden>
        <span>{t('invite.address')}</span>
        <span>{t('fields.name')}</span>
        <span>{t('fields.lastname')}</span>
      </div>
      <ul className={styles.guests} aria-label={t('invite.names')}>
        {names.guests.map((guest) => (
          <MemoizedRow key={guest.email} guest={guest} problems={names.problems(guest)} onChange={names.change} />
        ))}
      </ul>
    </div>
  )
}
