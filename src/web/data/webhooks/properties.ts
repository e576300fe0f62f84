import { useQuery } from '@tanstack/react-query'
import type { Request } from '#contract/kit/route.ts'
import {
  acceptSetAside,
  changeWebhookProperties,
  createWebhookProperties,
  deleteWebhookProperty,
  ignoreSetAside,
  listSetAside,
  listWebhookProperties,
} from '#contract/webhooks/properties.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { useWebhookChange } from './endpoints.ts'

const propertiesKey = ['webhooks', 'properties']

/** What is sent to add a property. */
export type PropertyInput = Request<typeof acceptSetAside>['body']
type PropertyChange = Request<typeof changeWebhookProperties>['body']['properties'][number]

export const useProperties = () =>
  useQuery({
    queryKey: propertiesKey,
    queryFn: ({ signal }) => call(listWebhookProperties, {}, { signal }),
    select: ({ properties }) => ({ items: properties, total: properties.length }),
    staleTime: 0,
  })

export const useSetAside = () =>
  useQuery({
    queryKey: [...propertiesKey, 'set-aside'],
    queryFn: ({ signal }) => call(listSetAside, {}, { signal }),
    select: ({ items }) => items,
    staleTime: 0,
  })

export const useCreateProperty = () =>
  useWebhookChange((property: PropertyInput) => call(createWebhookProperties, { body: { properties: [property] } }))

export const useChangeProperty = () =>
  useWebhookChange((property: PropertyChange) => call(changeWebhookProperties, { body: { properties: [property] } }))

export const useDeleteProperty = () =>
  useWebhookChange(({ id, force }: { id: string; force: boolean }) =>
    call(deleteWebhookProperty, { params: { id }, query: { force: force ? 'true' : 'false' } }),
  )

export const useAcceptSetAside = () => useWebhookChange((body: PropertyInput) => call(acceptSetAside, { body }))

export const useIgnoreSetAside = () =>
  useWebhookChange((body: Request<typeof ignoreSetAside>['body']) => call(ignoreSetAside, { body }))
