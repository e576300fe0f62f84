import { useTranslation } from 'react-i18next'
import type { Event } from '#contract/events.ts'
import { appMessages } from '#web/messages/en-app.ts'
import { locale } from './locale.ts'

const isKnown = (key: string): key is keyof typeof appMessages.events => key in appMessages.events

/** What happens to sources has names without a dot. */
const ofSources = /^(integration|sync)_/

/** Every event that we have words for. Asked for when it is needed: the texts come with another part of the interface. */
export const knownEvents = () => Object.keys(appMessages.events).map((key) => (ofSources.test(key) ? key : key.replace('_', '.')))

/** The event in words; one that we have no words for yet keeps its own name. */
export const useEventText = () => {
  const { t } = useTranslation('app')
  return (event: string): string => {
    // A dot would separate keys.
    const key = event.replaceAll('.', '_')
    return isKnown(key) ? t(`events.${key}`) : event
  }
}

const number = new Intl.NumberFormat(locale)

/** Every run that read something says so; the rest only where there is something to say. */
const shownCounts = ['read', 'created', 'changed', 'deleted', 'rejected'] as const

/** Why it did not come to its end, or what it did. */
export const useEventDetail = () => {
  const { t } = useTranslation('app')
  return ({ counts, error }: Pick<Event, 'counts' | 'error'>): string | null => {
    if (error) return error
    const read = counts?.['read'] ?? counts?.['records']
    const words = shownCounts.flatMap((name) => {
      const n = name === 'read' ? read : counts?.[name]
      return n ? [t(`eventCounts.${name}`, { n: number.format(n) })] : []
    })
    return words.length > 0 ? words.join(', ') : null
  }
}
