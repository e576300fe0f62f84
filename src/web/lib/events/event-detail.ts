import { useTranslation } from 'react-i18next'
import type { Event } from '#contract/events/events.ts'
import { eventMessages } from '#web/messages/en-events.ts'
import { addTranslations } from '../i18n.ts'
import { formatNumber } from '../format/format-number.ts'

addTranslations('events', eventMessages)

/** Counts are shown in this order; a count of zero is left out. */
const shownCounts = ['records', 'created', 'changed', 'deleted', 'rejected'] as const

/** Why the event failed, for which user it was requested, or its counts. */
export const useEventDetail = () => {
  const { t } = useTranslation('events')
  return ({ counts, error, requested_for: name }: Pick<Event, 'counts' | 'error' | 'requested_for'>): string | null => {
    if (error) return error
    if (name) return t('requestedFor', { name })
    const words = shownCounts.flatMap((name) => {
      const n = counts?.[name]
      return n ? [t(`counts.${name}`, { count: n, n: formatNumber(n) })] : []
    })
    return words.length > 0 ? words.join(', ') : null
  }
}
