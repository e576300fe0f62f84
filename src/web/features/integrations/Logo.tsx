import type { ProviderType } from '#contract/integrations/providers.ts'
import { useLogos } from '#web/data/integrations/connect.ts'
import { Logo as Drawn } from '#web/ui/Logo.tsx'

interface LogoProps {
  type: ProviderType
  /** The vendor's name. */
  name: string
  size?: 16 | 32 | 40
}

export const Logo = ({ type, name, size = 32 }: LogoProps) => {
  const logos = useLogos()
  return <Drawn name={name} drawing={logos(type)} size={size} />
}
