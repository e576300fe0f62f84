import type { Event } from '#contract/events.ts'
import { useEventDetail, useEventText } from '#web/lib/event-text.ts'
import styles from './EventCell.module.css'

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
    </span>
  )
}
