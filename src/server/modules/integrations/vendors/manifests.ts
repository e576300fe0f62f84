import type { ConnectorManifest } from '#contract/connectors.ts'
import { connectors } from '#server/connectors/registry.ts'
import type { VendorApps } from './model.ts'

/** What the screens are drawn from. Answers are written by the contract: what it does not name stays here. */
export const manifestsOf = (vendors: VendorApps): ConnectorManifest[] =>
  connectors.map(({ manifest }) => {
    const app = vendors.appOf(manifest.type)
    return {
      ...manifest,
      chooses: manifest.chooses ?? null,
      hasTags: manifest.hasTags ?? false,
      isAvailable: app !== null,
      isSandbox: app !== null && app.sandboxOrigin !== null,
    }
  })
