import { IconEyeOff } from '@tabler/icons-react'
import type { Contact } from '#contract/crm/records.ts'
import { Avatar } from '#web/ui/users/Avatar.tsx'
import styles from './contacts.module.css'
import { isPseudonymous } from './is-pseudonymous.ts'

/** Initials; an eye that is closed, if the name is not shared. */
export const ContactMark = ({ contact, size = 28 }: { contact: Contact; size?: 28 | 40 }) =>
  isPseudonymous(contact) ? (
    <span className={styles.hidden} data-size={size} aria-hidden>
      <IconEyeOff size={size === 40 ? 18 : 14} stroke={1.75} />
    </span>
  ) : (
    <Avatar name={contact.name || contact.email || ''} size={size} />
  )
