import type { ProviderType } from '#contract/integrations/providers.ts'
import { useConnectors } from '#web/data/integrations/connect.ts'
import { Logo as Drawn } from '#web/ui/Logo.tsx'

interface LogoProps {
  type: ProviderType
  /** The vendor's name. */
  name: string
  size?: 32 | 40
}

export const Logo = ({ type, name, size = 32 }: LogoProps) => {
  const drawing = useConnectors().data?.items.find((connector) => connector.type === type)?.logo
  return <Drawn name={name} drawing={drawing} size={size} />
}
