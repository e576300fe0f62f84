import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { styleNonce } from '#web/lib/config.ts'
import { theme } from '#web/styles/theme.ts'
import { cssVariablesResolver } from '#web/styles/variables.ts'

export const Providers = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto" getStyleNonce={styleNonce}>
    {children}
  </MantineProvider>
)
