import { useTranslation } from 'react-i18next'
import { useClient } from '#web/data/admin/clients.ts'
import { idRule } from '#web/lib/address/address.ts'
import { knownActions, knownObjects, useAuditText } from '#web/lib/events/audit-text.ts'
import { useSession } from '#web/lib/identity/session.ts'
import type { Filter } from '#web/ui/table/filters/filter.ts'
import { actorKinds, mayChooseKind, type AuditSearch } from './audit-search.ts'

const withOwn = (known: readonly string[], value: string | undefined) => [...new Set([...known, ...(value ? [value] : [])])]

/** A user is chosen by clicking an entry of the log. */
const useActorFilter = (search: AuditSearch, name: string | undefined): Filter[] => {
  const { t } = useTranslation('audit')
  const { user } = useSession()
  const options = [
    ...(user.isStaff ? [] : [{ value: user.id, label: t('actors.you') }]),
    ...actorKinds.map((value) => ({ value, label: t(`actors.${value}`) })),
  ]
  if (search.actor === undefined && !mayChooseKind(search, user.isStaff)) return []
  return [{ name: 'actor', title: t('filters.actor'), value: search.actor, options, words: name }]
}

/** The name of the chosen actor comes from the entries. */
export const useAuditFilters = (search: AuditSearch, actorName: string | undefined): Filter[] => {
  const { t } = useTranslation('audit')
  const { user } = useSession()
  const words = useAuditText()
  const { action, type, object, client, from, to } = search
  const chosen = useClient(client)
  const objects = withOwn(knownObjects(), type).map((value) => ({ value, label: words.object(value) }))
  return [
    ...(user.isStaff
      ? [
          {
            name: 'client',
            title: t('filters.client'),
            value: client,
            words: chosen.data?.name,
            hint: t('filters.clientHint'),
            check: idRule(t('filters.notAnId')),
          },
        ]
      : []),
    {
      name: 'action',
      title: t('filters.action'),
      value: action,
      options: withOwn(knownActions(), action).map((value) => ({ value, label: words.action(value) })),
    },
    ...useActorFilter(search, actorName),
    // Across all accounts it is not possible to filter by object.
    ...(client || !user.isStaff ? [{ name: 'type', title: t('filters.type'), value: type, options: objects }] : []),
    ...(object ? [{ name: 'object', title: t('filters.object'), value: object }] : []),
    { name: 'from', title: t('filters.from'), value: from, isTime: true },
    { name: 'to', title: t('filters.to'), value: to, isTime: true },
  ]
}
