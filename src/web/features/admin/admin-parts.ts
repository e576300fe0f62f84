// Texts that every page of Internal administration needs: its own, and those of the audit log.
import '#web/ui/page/tabs-styles.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { adminMessages } from '#web/messages/en-admin.ts'
import { auditMessages } from '#web/messages/en-audit.ts'

addTranslations('admin', adminMessages)
addTranslations('audit', auditMessages)
