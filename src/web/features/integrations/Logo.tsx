import { useConnectors } from '#web/data/integrations/connections.ts'
import { providerNames, type ProviderType } from '#contract/providers.ts'
import { Logo as Drawn } from '#web/ui/Logo.tsx'

export const Logo = ({ type, size = 32 }: { type: ProviderType; size?: 32 | 40 }) => {
  const drawing = useConnectors().data?.items.find((connector) => connector.type === type)?.logo
  return <Drawn name={providerNames[type]} drawing={drawing} size={size} />
}
