import { useTranslation } from 'react-i18next'
import type { ProviderType } from '#contract/providers.ts'
import type { PhaseName } from '#contract/runs.ts'
import { useConnectors } from '#web/data/connections.ts'

/** What the vendor itself calls people and opportunities. */
export const useVendorWord = (type: ProviderType) => {
  const words = useConnectors().data?.items.find((connector) => connector.type === type)?.words
  return (name: PhaseName): string | undefined => {
    const own = name === 'contacts' || name === 'opportunities' ? words?.[name] : undefined
    return own && own.slice(0, 1).toUpperCase() + own.slice(1)
  }
}

/** People and opportunities are called what the vendor calls them. */
export const usePhaseName = (type: ProviderType) => {
  const { t } = useTranslation('syncs')
  const ownWord = useVendorWord(type)
  return (name: PhaseName): string => ownWord(name) || t(`run.phases.${name}`)
}
