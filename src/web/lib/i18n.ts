import i18next, { type CustomTypeOptions } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { gateMessages } from '#web/messages/en.ts'
import type { accountMessages } from '#web/messages/en-account.ts'
import type { adminMessages } from '#web/messages/en-admin.ts'
import type { appMessages } from '#web/messages/en-app.ts'
import type { auditMessages } from '#web/messages/en-audit.ts'
import type { chartMessages } from '#web/messages/en-charts.ts'
import type { clientMessages } from '#web/messages/en-client.ts'
import type { connectionMessages } from '#web/messages/en-connections.ts'
import type { contactMessages } from '#web/messages/en-contacts.ts'
import type { criteriaMessages } from '#web/messages/en-criteria.ts'
import type { seenMessages } from '#web/messages/en-seen.ts'
import type { confirmEmailMessages } from '#web/messages/en-confirm-email.ts'
import type { eventMessages } from '#web/messages/en-events.ts'
import type { exclusionMessages } from '#web/messages/en-exclusions.ts'
import type { ghostMessages } from '#web/messages/en-ghost-companies.ts'
import type { helpMessages } from '#web/messages/en-help.ts'
import type { homeMessages } from '#web/messages/en-home.ts'
import type { invitationMessages } from '#web/messages/en-invitation.ts'
import type { noticeMessages } from '#web/messages/en-notices.ts'
import type { pageMessages } from '#web/messages/en-pages.ts'
import type { paletteMessages } from '#web/messages/en-palette.ts'
import type { passkeyMessages } from '#web/messages/en-passkeys.ts'
import type { recordMessages } from '#web/messages/en-records.ts'
import type { sandboxMessages } from '#web/messages/en-sandboxes.ts'
import type { sharingMessages } from '#web/messages/en-sharing.ts'
import type { sourceMessages } from '#web/messages/en-source.ts'
import type { stepMessages } from '#web/messages/en-steps.ts'
import type { syncMessages } from '#web/messages/en-syncs.ts'
import type { tableMessages } from '#web/messages/en-tables.ts'
import type { termsMessages } from '#web/messages/en-terms.ts'
import type { totalsMessages } from '#web/messages/en-totals.ts'
import type { userMessages } from '#web/messages/en-users.ts'
import type { webhookMessages } from '#web/messages/en-webhooks.ts'
import { language } from './format/locale.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'gate'
    resources: {
      gate: typeof gateMessages
      app: typeof appMessages
      account: typeof accountMessages
      admin: typeof adminMessages
      audit: typeof auditMessages
      charts: typeof chartMessages
      client: typeof clientMessages
      connections: typeof connectionMessages
      criteria: typeof criteriaMessages
      seen: typeof seenMessages
      confirmEmail: typeof confirmEmailMessages
      events: typeof eventMessages
      exclusions: typeof exclusionMessages
      ghosts: typeof ghostMessages
      help: typeof helpMessages
      home: typeof homeMessages
      invitation: typeof invitationMessages
      notices: typeof noticeMessages
      pages: typeof pageMessages
      syncs: typeof syncMessages
      users: typeof userMessages
      webhooks: typeof webhookMessages
      source: typeof sourceMessages
      sandboxes: typeof sandboxMessages
      sharing: typeof sharingMessages
      contacts: typeof contactMessages
      records: typeof recordMessages
      tables: typeof tableMessages
      terms: typeof termsMessages
      totals: typeof totalsMessages
      steps: typeof stepMessages
      passkeys: typeof passkeyMessages
      palette: typeof paletteMessages
    }
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

type Later = Exclude<keyof CustomTypeOptions['resources'], 'gate'>

/** Adds texts of a part of the interface that is loaded later. */
export const addTranslations = (namespace: Later, messages: object) => {
  i18next.addResourceBundle(language, namespace, messages)
}
