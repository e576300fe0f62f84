import { useDocumentTitle } from '@mantine/hooks'
import { IconMail, IconMailbox, IconSend } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Email } from '#contract/outbox.ts'
import { useEmails } from '#web/data/outbox.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { pageMessages } from '#web/messages/en-pages.ts'
import { paths } from '#web/paths.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { SkeletonRows } from '#web/ui/table/rows/SkeletonRows.tsx'
import { EmailView } from './EmailView.tsx'
import styles from './OutboxPage.module.css'
import { UnstyledButton } from '@mantine/core'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

interface EmailListProps {
  emails: readonly Email[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

const EmailList = ({ emails, chosen, onChoose }: EmailListProps) => {
  const { t } = useTranslation(['app', 'pages'])
  return (
    <ul className={styles.list} aria-label={t('pages:outbox.letters')}>
      {emails.map(({ id, to, subject, createdAt }) => (
        <li key={id}>
          <UnstyledButton className={styles.entry} data-email={id} aria-pressed={id === chosen} onClick={() => onChoose(id)}>
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

addTranslations('pages', pageMessages)

/** On a phone the list and the email replace each other, and the focus follows. */
const useFocusOnChange = (open: string | undefined) => {
  const panes = useRef<HTMLDivElement>(null)
  const before = useRef(open)
  useEffect(() => {
    const left = before.current
    before.current = open
    if (left === open || !matchMedia('(max-width: 47.99em)').matches) return
    const selector = open ? '[data-back]' : `[data-email="${CSS.escape(left ?? '')}"]`
    panes.current?.querySelector<HTMLElement>(selector)?.focus()
  }, [open])
  return panes
}

const Emails = ({ emails }: { emails: readonly Email[] }) => {
  const { t } = useTranslation(['app', 'pages'])
  const { letter: chosen } = useSearch({ from: '/public/outbox' })
  const navigate = useNavigate({ from: paths.outbox })
  const email = emails.find(({ id }) => id === chosen)
  const panes = useFocusOnChange(email?.id)
  if (emails.length === 0) {
    return (
      <EmptyState
        fullScreen
        icon={<IconMailbox size={22} stroke={1.75} />}
        title={t('pages:outbox.empty.title')}
        text={t('pages:outbox.empty.text')}
      />
    )
  }
  return (
    <div ref={panes} className={styles.panes} data-reading={email ? true : undefined}>
      <EmailList emails={emails} chosen={chosen} onChoose={(id) => void navigate({ search: { letter: id } })} />
      {email ? (
        <EmailView key={email.id} email={email} onBack={() => void navigate({ search: {} })} />
      ) : (
        <div className={styles.nothing}>
          <EmptyState
            icon={<IconMail size={22} stroke={1.75} />}
            title={t('pages:outbox.choose.title')}
            text={t('pages:outbox.choose.text')}
          />
        </div>
      )}
    </div>
  )
}

export const OutboxPage = () => {
  const { t } = useTranslation(['app', 'gate', 'pages'])
  useDocumentTitle(`${t('pages:outbox.title')} · ${t('gate:product')}`)
  const query = useEmails()
  const delivered = query.error instanceof ApiError && query.error.status === 404
  return (
    <div className={styles.page}>
      <h1>{t('pages:outbox.title')}</h1>
      {delivered ? (
        <EmptyState
          fullScreen
          icon={<IconSend size={22} stroke={1.75} />}
          title={t('pages:outbox.delivered.title')}
          text={t('pages:outbox.delivered.text')}
        />
      ) : (
        <>
          <p className={styles.intro}>{t('pages:outbox.text')}</p>
          <Loaded query={query} skeleton={<SkeletonRows rows={6} height={72} />}>
            {({ items }) => <Emails emails={items} />}
          </Loaded>
        </>
      )}
    </div>
  )
}
