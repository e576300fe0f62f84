import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { gateMessages } from '#web/messages/en.ts'
import type { appMessages } from '#web/messages/en-app.ts'
import type { termsMessages } from '#web/messages/en-terms.ts'
import { language } from './locale.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'gate'
    resources: { gate: typeof gateMessages; app: typeof appMessages; terms: typeof termsMessages }
  }
}

export const startTranslations = () =>
  i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { gate: gateMessages } },
    defaultNS: 'gate',
    interpolation: { escapeValue: false },
    initAsync: false,
  })

/** Adds texts that arrive with a part of the interface which is loaded later. */
export const addTranslations = (namespace: 'app' | 'terms', messages: object) => {
  i18next.addResourceBundle(language, namespace, messages)
}
