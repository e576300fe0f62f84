// Adds a vendor that is in no list: loaded before the product starts, by a test or with `node --import`.
import { addVendor } from '#sandbox/vendors.ts'
import { addConnector } from '#server/connectors/registry.ts'
import { kestrelAds } from './connector/connector.ts'
import { kestrelAdsVendor } from './sandbox/routes.ts'

addConnector(kestrelAds)
addVendor(kestrelAdsVendor)
