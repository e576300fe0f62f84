import { useTranslation } from 'react-i18next'
import type { Event } from '#contract/events/events.ts'
import { eventMessages } from '#web/messages/en-events.ts'
import { addTranslations } from '../i18n.ts'
import { formatNumber } from '../format/format-number.ts'

addTranslations('events', eventMessages)

/** Every run that read something says so; the rest only where there is something to say. */
const shownCounts = ['records', 'created', 'changed', 'deleted', 'rejected'] as const

/** Why it did not come to its end, for whom it was asked for, or what it did. */
export const useEventDetail = () => {
  const { t } = useTranslation('events')
  return ({ counts, error, requested_for: name }: Pick<Event, 'counts' | 'error' | 'requested_for'>): string | null => {
    if (error) return error
    if (name) return t('requestedFor', { name })
    const words = shownCounts.flatMap((name) => {
      const n = counts?.[name]
      return n ? [t(`counts.${name}`, { n: formatNumber(n) })] : []
    })
    return words.length > 0 ? words.join(', ') : null
  }
}
