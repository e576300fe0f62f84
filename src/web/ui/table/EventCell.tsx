import { useTranslation } from 'react-i18next'
import type { Event } from '#contract/events.ts'
import { useEventDetail, useEventText } from '#web/lib/event-text.ts'
import { CopyButton } from '../CopyButton.tsx'
import styles from './EventCell.module.css'

/** For our own people, who are the only ones to get it. */
const Technical = ({ text }: { text: string }) => {
  const { t } = useTranslation('app')
  const words = { copy: t('technical.copy'), copied: t('technical.copied'), refused: t('technical.refused') }
  return (
    <span className={styles.technical}>
      <code>{text}</code>
      <CopyButton text={text} words={words} />
    </span>
  )
}

/** What happened, and under it what it brought or why it failed. */
export const EventCell = ({ event }: { event: Event }) => {
  const eventText = useEventText()
  const detail = useEventDetail()(event)
  return (
    <span className={styles.event}>
      <span className="medium">{eventText(event.event)}</span>
      {detail && (
        <span className={styles.detail} data-bad={event.error ? true : undefined}>
          {detail}
        </span>
      )}
      {event.technical && <Technical text={event.technical} />}
    </span>
  )
}
