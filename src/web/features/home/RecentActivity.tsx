import {
  IconAlertTriangle,
  IconBolt,
  IconCalendarTime,
  IconCheck,
  IconClock,
  IconLifebuoy,
  IconServer,
  IconUser,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import type { Event } from '#contract/events/events.ts'
import { useEvents } from '#web/data/events.ts'
import { LiveContext } from '#web/data/live.ts'
import { resultKinds, resultOf } from '#web/lib/events/event-result.ts'
import { useEventText } from '#web/lib/events/event-text.ts'
import { paths } from '#web/paths.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { SkeletonRows } from '#web/ui/table/rows/SkeletonRows.tsx'
import styles from './RecentActivity.module.css'

const icons = { user: IconUser, schedule: IconCalendarTime, webhook: IconBolt, system: IconServer, staff: IconLifebuoy }
/** The result is more important than who or what started it. */
const outcomes = { good: IconCheck, wait: IconClock, bad: IconAlertTriangle }
const shown = 5
const newest = { skip: 0, limit: shown, sort: 'created_at:desc' } as const

export const useNewestEvents = () => useEvents(newest)

const outcomeOf = (event: Event) => {
  const result = resultOf(event.event)
  return result === null || result === 'canceled' ? undefined : resultKinds[result]
}

const LiveMark = () => {
  const { t } = useTranslation(['home', 'app'])
  const line = use(LiveContext)
  return (
    <output className={styles.live} data-line={line}>
      <i />
      {t(`feed.${line}`)}
    </output>
  )
}

const EventRow = ({ event }: { event: Event }) => {
  const { t } = useTranslation(['home', 'app'])
  const eventText = useEventText()
  const outcome = outcomeOf(event)
  const Icon = outcome ? outcomes[outcome] : icons[event.origin]
  const about = event.object ?? event.actor
  return (
    <li className={styles.event}>
      <span className={styles.icon} data-kind={outcome}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </span>
      <div className="grow">
        <div className="small medium truncate">{eventText(event.event)}</div>
        <div className="caption dim truncate">{about ?? t(`app:origins.${event.origin}`)}</div>
      </div>
      <span className="caption dim">
        <RelativeTime instant={event.created_at} />
      </span>
    </li>
  )
}

export const RecentActivity = ({ query }: { query: ReturnType<typeof useNewestEvents> }) => {
  const { t } = useTranslation(['home', 'app'])
  return (
    <Panel flush title={t('feed.title')} aside={<LiveMark />}>
      <Loaded query={query} skeleton={<SkeletonRows rows={shown} height={54} />}>
        {({ items }) => (
          <>
            {items.length === 0 && <p className={styles.empty}>{t('feed.empty')}</p>}
            <ul className={styles.events}>
              {items.map((event) => (
                <EventRow key={event.id} event={event} />
              ))}
            </ul>
            <div className={styles.foot}>
              <Link to={paths.activity}>{t('feed.all')}</Link>
            </div>
          </>
        )}
      </Loaded>
    </Panel>
  )
}
