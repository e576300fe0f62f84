import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/users/Avatar.tsx'
import styles from './UserCell.module.css'

interface PersonCellProps {
  name: string
  email: string
  /** Stands behind the name. */
  note?: ReactNode
}

/** A person in a table: initials, name and address. Where no name is known yet, the address stands for it. */
export const UserCell = ({ name, email, note }: PersonCellProps) => (
  <span className={styles.person}>
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
