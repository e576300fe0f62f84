import { z } from 'zod'
import { plainType } from './provider-spelling.ts'

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

/** Also as the specification writes them, with spaces. */
export const providerType = z.string().transform(plainType).pipe(z.enum(providerTypes))

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
