import { useTranslation } from 'react-i18next'
import type { ProviderType } from '#contract/providers.ts'
import type { PhaseName } from '#contract/runs.ts'
import { useConnectors } from '#web/data/connections.ts'

/** People and opportunities are called what the vendor calls them. */
export const usePhaseName = (type: ProviderType) => {
  const { t } = useTranslation('syncs')
  const words = useConnectors().data?.items.find((connector) => connector.type === type)?.words
  return (name: PhaseName): string => {
    const own = name === 'contacts' || name === 'opportunities' ? words?.[name] : undefined
    const text = own || t(`run.phases.${name}`)
    return text.slice(0, 1).toUpperCase() + text.slice(1)
  }
}
