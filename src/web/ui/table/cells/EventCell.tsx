import type { Event } from '#contract/events/events.ts'
import { useEventDetail } from '#web/lib/events/event-detail.ts'
import { useEventText } from '#web/lib/events/event-text.ts'
import styles from './EventCell.module.css'

/** The title of an event, and below it one line with its counts or the reason it failed. */
export const EventCell = ({ event }: { event: Event }) => {
  const eventText = useEventText()
  const detail = useEventDetail()(event)
  return (
    <span className={styles.event}>
      <span className="medium">{eventText(event.event)}</span>
      {detail && <span className={styles.detail}>{detail}</span>}
    </span>
  )
}
