import { useTranslation } from 'react-i18next'
import { appMessages } from '#web/messages/en-app.ts'

const isKnown = (key: string): key is keyof typeof appMessages.events => key in appMessages.events

/** Every event that we have words for. Asked for when it is needed: the texts come with another part of the interface. */
export const knownEvents = () => Object.keys(appMessages.events).map((key) => key.replace('_', '.'))

/** The event in words; one that we have no words for yet keeps its own name. */
export const useEventText = () => {
  const { t } = useTranslation('app')
  return (event: string): string => {
    // A dot would separate keys.
    const key = event.replaceAll('.', '_')
    return isKnown(key) ? t(`events.${key}`) : event
  }
}
