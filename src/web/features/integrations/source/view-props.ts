import type { Integration } from '#contract/integrations/integrations.ts'
import type { useAddress } from '#web/lib/address/use-address.ts'
import type { SourceSearch } from './source-search.ts'

/** What each tab of a source is given. */
export interface ViewProps {
  integration: Integration
  address: ReturnType<typeof useAddress<SourceSearch>>
  /** Another tab, or another state of it, without what the one before had chosen. */
  onOpen: (next: object) => void
}

/** The height of the source's own head and its tabs, in pixels. */
export const aboveTabs = 150
