import type { Event } from '#contract/events/events.ts'
import { useEventDetail } from '#web/lib/events/event-detail.ts'
import { useEventText } from '#web/lib/events/event-text.ts'
import styles from './EventCell.module.css'

/** What happened, and under it in one line what it brought or why it failed. */
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
