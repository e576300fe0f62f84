import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Email } from '#contract/outbox.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './OutboxPage.module.css'

interface EmailListProps {
  emails: readonly Email[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

export const EmailList = ({ emails, chosen, onChoose }: EmailListProps) => {
  const { t } = useTranslation(['app', 'pages'])
  return (
    <ul className={styles.list} aria-label={t('pages:outbox.letters')}>
      {emails.map(({ id, to, subject, createdAt }) => (
        <li key={id}>
          <UnstyledButton className={styles.entry} data-letter={id} aria-pressed={id === chosen} onClick={() => onChoose(id)}>
            <span className="between">
              <span className="caption dim truncate">{to}</span>
              <span className={`caption dim ${styles.when}`}>
                <RelativeTime instant={createdAt} />
              </span>
            </span>
            <span className={styles.subject}>{subject}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
