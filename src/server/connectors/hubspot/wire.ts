// What HubSpot sends, as far as we use it.
import { z } from 'zod'

const paging = z.looseObject({ next: z.looseObject({ after: z.string() }).nullish() }).nullish()
const id = z.union([z.string().min(1), z.number()]).transform(String)
const record = z.unknown()

export const introspection = z.looseObject({ hub_id: id, hub_domain: z.string().nullish() })
export const accountDetails = z.looseObject({
  portalId: id,
  companyCurrency: z.string().nullish(),
  timeZone: z.string().nullish(),
})

/** A page of any kind: each record is parsed separately. */
export const page = z.looseObject({ results: z.array(record), paging })
export const searchPage = z.looseObject({ total: z.number(), results: z.array(record), paging })
export const batch = z.looseObject({ results: z.array(record) })

export type Properties = Record<string, string | null>

const areTexts = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  for (const name in value) {
    const one: unknown = (value as Record<string, unknown>)[name]
    if (typeof one !== 'string' && one !== null) return false
  }
  return true
}

/**
 * Values are texts or null. Checked by a plain loop for speed: there are a hundred of them in hundreds of thousands of
 * records.
 */
const properties = z.custom<Properties>(areTexts, 'expected texts')

const historyEntry = z.looseObject({ value: z.string().nullish(), timestamp: z.string() })

export const contact = z.looseObject({
  id: z.string().min(1),
  properties,
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
})
export type WireContact = z.infer<typeof contact>

export const deal = z.looseObject({
  id: z.string().min(1),
  properties,
  propertiesWithHistory: z
    .looseObject({ dealstage: z.array(historyEntry).nullish(), pipeline: z.array(historyEntry).nullish() })
    .nullish(),
  associations: z.looseObject({ contacts: z.looseObject({ results: z.array(z.looseObject({ id })) }).nullish() }).nullish(),
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
})
export type WireDeal = z.infer<typeof deal>

/** A deal with more contacts than came along with it. */
export const hasMoreContacts = z.looseObject({
  id: z.string().min(1),
  associations: z.looseObject({
    contacts: z.looseObject({ paging: z.looseObject({ next: z.looseObject({ after: z.string() }) }) }),
  }),
})

/** What a search returns if only ids are requested. */
export const found = z.looseObject({ id: z.string().min(1), properties })

export const archived = z.looseObject({ id: z.string().min(1), archivedAt: z.string().nullish() })

export const association = z.looseObject({
  from: z.looseObject({ id }),
  to: z.array(z.looseObject({ toObjectId: id })),
  paging,
})

export const pipelines = z.looseObject({
  results: z.array(
    z.looseObject({
      id: z.string().min(1),
      label: z.string(),
      displayOrder: z.number(),
      stages: z.array(
        z.looseObject({
          id: z.string().min(1),
          label: z.string(),
          displayOrder: z.number(),
          metadata: z.looseObject({ probability: z.string().nullish(), isClosed: z.string().nullish() }).nullish(),
        }),
      ),
    }),
  ),
})
export type WirePipeline = z.infer<typeof pipelines>['results'][number]
export type WireStage = WirePipeline['stages'][number]

export const owners = z.looseObject({
  results: z.array(
    z.looseObject({
      id: z.string().min(1),
      email: z.string().nullish(),
      firstName: z.string().nullish(),
      lastName: z.string().nullish(),
    }),
  ),
  paging,
})
export type WireOwner = z.infer<typeof owners>['results'][number]

export const lists = z.looseObject({
  lists: z.array(
    z.looseObject({
      listId: id,
      name: z.string(),
      objectTypeId: z.string(),
      processingType: z.string().nullish(),
      updatedAt: z.string().nullish(),
      additionalProperties: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
  offset: z.number(),
  hasMore: z.boolean(),
})
export type WireList = z.infer<typeof lists>['lists'][number]

export const members = z.looseObject({ results: z.array(z.looseObject({ recordId: id })), paging })

export const propertyNames = z.looseObject({
  results: z.array(
    z.looseObject({ name: z.string().min(1), hubspotDefined: z.boolean().nullish(), archived: z.boolean().nullish() }),
  ),
})

/** A number that is no plausible time invalidates its own event only. */
const occurredAtMax = Date.UTC(9999, 11, 31)

export const event = z.looseObject({
  eventId: z.union([z.string(), z.number()]).nullish(),
  portalId: id,
  occurredAt: z.number().min(0).max(occurredAtMax),
  subscriptionType: z.string(),
  objectTypeId: z.string().nullish(),
  objectId: id.nullish(),
  propertyName: z.string().nullish(),
  propertyValue: z.string().nullish(),
  primaryObjectId: id.nullish(),
  mergedObjectIds: z.array(id).nullish(),
  newObjectId: id.nullish(),
  fromObjectId: id.nullish(),
})
export type WireEvent = z.infer<typeof event>

export const problem = z.looseObject({
  message: z.string().nullish(),
  category: z.string().nullish(),
  policyName: z.string().nullish(),
  context: z.looseObject({ requiredGranularScopes: z.array(z.string()).nullish() }).nullish(),
})
