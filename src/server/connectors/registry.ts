import type { ProviderType } from '#contract/providers.ts'
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
export const connectors: readonly Connector[] = [
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

export const connectorOf = (type: ProviderType): Connector | undefined =>
  connectors.find(({ manifest }) => manifest.type === type)
