import { z } from 'zod'
import { plainType, vendorTypeForm } from './provider-spelling.ts'

/**
 * A vendor, as the specification names it: `hubspot`, `active_campaign`. The server's connectors decide which vendors
 * exist (`listConnectors`), not a list here.
 */
export const vendorType = z
  .string()
  .max(40)
  .regex(vendorTypeForm)
  .meta({ description: 'The type of a connector, such as hubspot or active_campaign' })
export type ProviderType = z.infer<typeof vendorType>

/** Also as the specification writes them, with spaces. */
export const providerType = z.string().transform(plainType).pipe(vendorType)

export const providerCategories = ['crm', 'social', 'spreadsheet'] as const

/** What a connector can bring. */
export const vendorAbilities = [
  'contacts',
  'opportunities',
  'pipelines',
  'stage_history',
  'lists',
  'owners',
  'deletions',
  'merges',
  'touches',
  'webhooks',
  'spend',
  'mapping',
] as const
