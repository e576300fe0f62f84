import type { Integration } from '#contract/integrations/integrations.ts'
import type { Location } from '#contract/integrations/locations.ts'
import { useConnectLocations, useLocations } from '#web/data/integrations/locations.ts'
import { AccountDialog } from './AccountDialog.tsx'

/** The locations of the connected agency. */
export const LocationDialog = ({ source, onClose }: { source: Integration; onClose: () => void }) => {
  const query = useLocations(source)
  const connect = useConnectLocations(source)
  return (
    <AccountDialog
      source={source}
      words="location"
      detailsOf={({ address }: Location) => (address === null ? [] : [address])}
      query={query}
      onConnect={(ids) => connect.mutateAsync(ids)}
      onClose={onClose}
    />
  )
}
