import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/users/Avatar.tsx'
import styles from './UserCell.module.css'

interface UserCellProps {
  name: string
  email: string
  /** Shown after the name. */
  note?: ReactNode
}

/** A user in a table: initials, name and email address. Without a name the email address replaces it. */
export const UserCell = ({ name, email, note }: UserCellProps) => (
  <span className={styles.user}>
    <Avatar name={name || email} size={32} />
    <span className={styles.words}>
      <span className={styles.name} title={name || email}>
        {name || email} {note && <span className={styles.note}>{note}</span>}
      </span>
      {name && (
        <span className={styles.email} title={email}>
          {email}
        </span>
      )}
    </span>
  </span>
)
