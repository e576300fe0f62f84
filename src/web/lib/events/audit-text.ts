import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/audit.ts'
import { auditMessages } from '#web/messages/en-audit.ts'

const isIn = <O extends object>(words: O, key: string): key is keyof O & string => Object.hasOwn(words, key)

/** Every action and object that we have a text for. */
export const knownActions = () =>
  Object.keys(auditMessages.actions).map((key) => key.replace(/^(ghost_company|webhook_[a-z]+|[a-z]+)_/, '$1.'))
export const knownObjects = () => Object.keys(auditMessages.objects)

/** Texts for entries of the audit log; an action without a text keeps its own name. */
export const useAuditText = () => {
  const { t } = useTranslation('audit')
  const { actions, objects, fields } = auditMessages
  const object = (type: string): string => (isIn(objects, type) ? t(`objects.${type}`) : type)
  return {
    action: (action: string): string => {
      // A dot would separate keys.
      const key = action.replaceAll('.', '_')
      return isIn(actions, key) ? t(`actions.${key}`) : action
    },
    object,
    /** The name, or enough of the id to distinguish two objects. */
    about: (entry: Pick<AuditEntry, 'objectType' | 'objectId' | 'objectName' | 'clientName' | 'actedInName'>): string => {
      const { objectType, objectId, objectName, clientName, actedInName } = entry
      const what = object(objectType)
      if (objectName) return objectName
      if (objectType === 'client') return actedInName ?? clientName ?? what
      return objectId ? `${what} ${objectId.slice(-6)}` : what
    },
    field: (field: string): string => (isIn(fields, field) ? t(`fields.${field}`) : field),
    actor: ({ actorKind, actorName }: Pick<AuditEntry, 'actorKind' | 'actorName'>): string =>
      actorName ?? t(`actors.${actorKind}`),
  }
}
