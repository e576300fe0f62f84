// Adds a vendor that is in no list: loaded before the product starts, by a test or with `node --import`.
import { addVendor } from '#sandbox/vendors.ts'
import { addConnector } from '#server/connectors/registry.ts'
import { kestrelAds } from './connector/connector.ts'
import { kestrelAdsVendor } from './sandbox/routes.ts'

const removals = [addConnector(kestrelAds), addVendor(kestrelAdsVendor)]

/** Test files that run later in the same process do not expect this vendor. */
export const removeToyVendor = (): void => {
  for (const remove of removals) remove()
}
