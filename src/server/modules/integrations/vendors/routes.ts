import { listConnectors } from '#contract/connectors.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import type { Vendors } from './vendor-apps.ts'
import { manifestsOf } from './manifests.ts'

export const vendorRoutes = (vendors: Vendors): Served[] => [serve(listConnectors, async () => ({ items: manifestsOf(vendors) }))]
