// What the catalogue says about a property, and what is known about an endpoint when something arrives at it.
import type { PropertyType } from '#contract/webhooks/properties.ts'

export interface CatalogueProperty {
  id: string
  name: string
  label: string
  type: PropertyType
  enumValues: readonly string[]
  isRequired: boolean
  mapsTo: string
}

export type Catalogue = ReadonlyMap<string, CatalogueProperty>

export interface EndpointRef {
  clientId: string
  endpointId: string
}

/** The channel that says that endpoints or properties of a client changed. */
export const changedChannel = 'webhooks_changed'
