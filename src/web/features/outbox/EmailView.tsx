import { Button, SegmentedControl } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Email } from '#contract/outbox.ts'
import { emailAddressOf } from '#web/data/outbox.ts'
import { exactTime } from '#web/lib/time/dates.ts'
import styles from './OutboxPage.module.css'

export const EmailView = ({ email, onBack }: { email: Email; onBack: () => void }) => {
  const { t } = useTranslation(['app', 'pages'])
  const [view, setView] = useState('html')
  return (
    <article className={styles.email}>
      <Button
        data-back
        className={`only-phone ${styles.back}`}
        variant="subtle"
        color="gray"
        leftSection={<IconArrowLeft size={15} />}
        onClick={onBack}
      >
        {t('pages:outbox.back')}
      </Button>
      <div className={styles.emailHead}>
        <div className="grow">
          <h2 className="lead semibold">{email.subject}</h2>
          <dl className={styles.facts}>
            <dt>{t('pages:outbox.to')}</dt>
            <dd>{email.to}</dd>
            <dt>{t('pages:outbox.from')}</dt>
            <dd>{email.from}</dd>
            <dt>{t('pages:outbox.sent')}</dt>
            <dd>
              <time dateTime={email.createdAt}>{exactTime(email.createdAt)}</time>
            </dd>
          </dl>
        </div>
        <SegmentedControl
          aria-label={t('pages:outbox.view')}
          value={view}
          onChange={setView}
          data={[
            { value: 'html', label: t('pages:outbox.html') },
            { value: 'text', label: t('pages:outbox.plain') },
          ]}
        />
      </div>
      {view === 'html' ? (
        // The email can neither run scripts nor access this page; its links may open a new tab.
        <iframe
          className={styles.frame}
          title={t('pages:outbox.frame', { subject: email.subject })}
          src={emailAddressOf(email.id)}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        <pre className={styles.plain}>{email.text}</pre>
      )}
    </article>
  )
}
