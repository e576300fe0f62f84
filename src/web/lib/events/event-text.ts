import { useTranslation } from 'react-i18next'
import type { EventName } from '#contract/events/event-names.ts'
import { appMessages } from '#web/messages/en-app.ts'

/** The key of its text: a dot would separate keys. */
type EventKey<Name = EventName> = Name extends `${infer Subject}.${infer Verb}` ? `${Subject}_${Verb}` : Name

const isKnown = (key: string): key is EventKey => key in appMessages.events

/** The title of an event; an event that this version of the page does not know keeps its own name. */
export const useEventText = () => {
  const { t } = useTranslation('app')
  return (event: string): string => {
    const key = event.replaceAll('.', '_')
    return isKnown(key) ? t(`events.${key}`) : event
  }
}
