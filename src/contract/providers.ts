import { z } from 'zod'

/** The vendors we speak to, as the specification names them. */
export const providerTypes = [
  'hubspot',
  'facebook',
  'active_campaign',
  'salesforce',
  'google',
  'ghl',
  'microsoft_dynamics',
  'googlesheet',
  'airtable',
] as const
export type ProviderType = (typeof providerTypes)[number]

/** One of them, also as the specification writes it: "active campaign", "microsoft dynamics". */
export const readProviderType = (text: string): ProviderType | undefined => {
  const word = text.trim().toLowerCase().replaceAll(/[ +-]/g, '_')
  return providerTypes.find((type) => type === word)
}

/** As the specification writes it. */
export const specifiedName = (type: ProviderType): string => type.replaceAll('_', ' ')

export const providerType = z
  .string()
  .transform((text) => readProviderType(text) ?? text)
  .pipe(z.enum(providerTypes))

export const providerCategories = ['crm', 'social', 'spreadsheet'] as const

export const providerNames: Record<ProviderType, string> = {
  hubspot: 'HubSpot',
  facebook: 'Facebook',
  active_campaign: 'ActiveCampaign',
  salesforce: 'Salesforce',
  google: 'Google Ads',
  ghl: 'GoHighLevel',
  microsoft_dynamics: 'Microsoft Dynamics',
  googlesheet: 'Google Sheets',
  airtable: 'Airtable',
}
