import type { ProviderType } from '#contract/integrations/providers.ts'
import { activeCampaign } from './active-campaign/index.ts'
import { facebook } from './facebook/index.ts'
import { google } from './google/index.ts'
import { hubspot } from './hubspot/index.ts'
import { ghl } from './ghl/index.ts'
import type { Connector } from './kit/connector.ts'
import { microsoftDynamics } from './microsoft-dynamics/index.ts'
import { salesforce } from './salesforce/index.ts'
import { googleSheet } from './googlesheet/index.ts'
import { airtable } from './airtable/index.ts'

/** The only list of connectors. */
const connectors: readonly Connector[] = [
  salesforce,
  microsoftDynamics,
  hubspot,
  activeCampaign,
  facebook,
  google,
  googleSheet,
  ghl,
  airtable,
]

const byType = new Map<ProviderType, Connector>(connectors.map((connector) => [connector.manifest.type, connector]))

export const allConnectors = (): Connector[] => [...byType.values()]

export const connectorOf = (type: ProviderType): Connector | undefined => byType.get(type)

/** The name of a vendor. */
export const vendorNameOf = (type: ProviderType): string => connectorOf(type)?.manifest.name ?? type

/** Adds a vendor from outside of this folder. Added before the product starts, it is served like all others. Returns how to remove it. */
export const addConnector = (connector: Connector): (() => void) => {
  const { type } = connector.manifest
  if (byType.has(type)) throw new Error(`There is a connector for ${type} already`)
  byType.set(type, connector)
  return () => void byType.delete(type)
}
