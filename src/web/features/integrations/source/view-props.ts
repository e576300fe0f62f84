import type { Integration } from '#contract/integrations/integrations.ts'
import type { useAddress } from '#web/lib/address/use-address.ts'
import type { SourceSearch } from './source-search.ts'

/** The props of every tab of a source. */
export interface ViewProps {
  integration: Integration
  address: ReturnType<typeof useAddress<SourceSearch>>
  /** Opens another tab, or another state of it, without the parameters of the previous one. */
  onOpen: (next: object) => void
}

/** The height of the source's heading and its tabs, in pixels. */
export const aboveTabs = 150
