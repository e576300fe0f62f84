// What every page of Internal administration brings along: its texts, and those of the log that it shows parts of.
import '#web/ui/page/tabs-styles.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { adminMessages } from '#web/messages/en-admin.ts'
import { auditMessages } from '#web/messages/en-audit.ts'

addTranslations('admin', adminMessages)
addTranslations('audit', auditMessages)
