import type { ConnectorManifest } from '#contract/integrations/connectors.ts'
import { chooses } from '#server/connectors/kit/connector.ts'
import { scopesOf } from '#server/connectors/kit/manifest.ts'
import { allConnectors } from '#server/connectors/registry.ts'
import type { VendorApps } from './model.ts'

/** What the screens need to know of connectors. Replies contain only what the contract names. */
export const manifestsOf = (vendors: VendorApps): ConnectorManifest[] =>
  allConnectors().map((connector) => {
    const { manifest } = connector
    const app = vendors.appOf(manifest.type)
    return {
      ...manifest,
      scopes: scopesOf(manifest),
      permissions: Object.values(manifest.scopes),
      chooses: chooses(connector),
      hasTags: manifest.hasTags ?? false,
      isAvailable: app !== null,
      isSandbox: app !== null && app.sandboxOrigin !== null,
    }
  })
