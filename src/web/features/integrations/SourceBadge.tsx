import type { Integration } from '#contract/integrations/integrations.ts'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { badgeOf } from './badge-of.ts'

/** The state of a source in one or two words. */
export const SourceBadge = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  const { kind, word, icon } = badgeOf(source)
  return (
    <StatusBadge kind={kind} icon={icon}>
      {t(`statuses.${word}`)}
    </StatusBadge>
  )
}
