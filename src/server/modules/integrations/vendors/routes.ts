import { listConnectors } from '#contract/integrations/connectors.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import type { VendorApps } from './model.ts'
import { manifestsOf } from './manifests.ts'

export const vendorRoutes = (vendors: VendorApps): Served[] => [
  serve(listConnectors, async () => ({ items: manifestsOf(vendors) })),
]
