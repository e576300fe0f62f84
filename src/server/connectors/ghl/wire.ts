// What HighLevel sends. Empty fields are null, empty or absent.
import { z } from 'zod'

const maybe = z.union([z.string(), z.number(), z.null()]).optional()
const rows = z.array(z.unknown())

/** The cursor of a search: the value that it is sorted by, and the id. */
export const place = z
  .array(z.union([z.string(), z.number()]))
  .min(1)
  .max(5)
export const contactsAnswer = z.looseObject({ contacts: rows, total: z.number().int().nonnegative().optional() })
/** The part of a record that a list of ids needs. */
export const identified = z.looseObject({ id: z.string().min(1) })
export const placed = z.looseObject({ searchAfter: place })

export const opportunitiesAnswer = z.looseObject({
  opportunities: rows,
  meta: z.looseObject({
    total: z.number().int().nonnegative().optional(),
    startAfter: z.union([z.number(), z.string()]).nullish(),
    startAfterId: z.string().nullish(),
  }),
})

const attribution = z.looseObject({
  url: maybe,
  campaign: maybe,
  utmSource: maybe,
  utmMedium: maybe,
  utmCampaign: maybe,
  referrer: maybe,
  gclid: maybe,
  fbclid: maybe,
  msclikid: maybe,
  dclid: maybe,
  medium: maybe,
  sessionSource: maybe,
  /** Lists use other names for some of it. */
  pageUrl: maybe,
  utmSessionSource: maybe,
  isFirst: z.boolean().nullish(),
  isLast: z.boolean().nullish(),
})
export type WireAttribution = z.infer<typeof attribution>

export const contactAnswer = z.looseObject({
  contact: z.looseObject({ attributionSource: z.unknown().optional(), lastAttributionSource: z.unknown().optional() }),
})

const anyValue = z.unknown().optional()
/**
 * The value of a contact's field is called `value`. That of an opportunity is `fieldValue` in the documentation, and
 * has its kind in its name in answers of the search.
 */
const customField = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  key: z.string().optional(),
  value: anyValue,
  fieldValue: anyValue,
  fieldValueString: anyValue,
  fieldValueNumber: anyValue,
  fieldValueBoolean: anyValue,
  fieldValueDate: anyValue,
  fieldValueArray: anyValue,
  fieldValueFiles: anyValue,
})
export type WireField = z.infer<typeof customField>
const customFields = z.array(customField).nullish()

const foundFields = z.array(z.looseObject({ id: z.string() })).nullish()
/** The part of a search result that further requests need. */
export const foundContact = z.looseObject({ id: z.string().min(1), customFields: foundFields })
export const foundOpportunity = z.looseObject({ lostReasonId: anyValue, customFields: foundFields })

/** A contact of a search with the names of its fields, and with its attribution if only the single contact has that. */
export const contact = z.looseObject({
  id: z.string().min(1),
  firstName: maybe,
  lastName: maybe,
  email: maybe,
  phone: maybe,
  companyName: maybe,
  source: maybe,
  assignedTo: maybe,
  city: maybe,
  state: maybe,
  country: maybe,
  postalCode: maybe,
  dateAdded: maybe,
  dateUpdated: maybe,
  tags: z.array(z.string()).nullish(),
  customFields,
  attributions: z.array(attribution).nullish(),
  attributionSource: attribution.nullish(),
})
export type WireContact = z.infer<typeof contact>

export const opportunity = z.looseObject({
  id: z.string().min(1),
  name: maybe,
  monetaryValue: maybe,
  pipelineId: maybe,
  pipelineStageId: maybe,
  assignedTo: maybe,
  status: maybe,
  source: maybe,
  lastStatusChangeAt: maybe,
  lastStageChangeAt: maybe,
  createdAt: maybe,
  updatedAt: maybe,
  contactId: maybe,
  /** The text of `lostReasonId`. */
  lostReason: maybe,
  customFields,
})
export type WireOpportunity = z.infer<typeof opportunity>

export const locationAnswer = z.looseObject({ location: z.looseObject({ name: maybe, timezone: maybe }) })
export const pipelinesAnswer = z.looseObject({
  pipelines: z.array(
    z.looseObject({
      id: z.string(),
      name: maybe,
      stages: z.array(z.looseObject({ id: z.string(), name: maybe, position: z.number().optional() })),
    }),
  ),
})
export const tagsAnswer = z.looseObject({ tags: z.array(z.looseObject({ id: z.string(), name: z.string() })) })
export const usersAnswer = z.looseObject({
  users: z.array(z.looseObject({ id: z.string(), name: maybe, firstName: maybe, lastName: maybe, email: maybe })),
})
export const fieldsAnswer = z.looseObject({
  customFields: z.array(z.looseObject({ id: z.string(), name: maybe, fieldKey: maybe })),
})
export const reasonsAnswer = z.looseObject({ lostReasons: z.array(z.looseObject({ id: z.string(), name: maybe })) })

/** What an opportunity contains about a contact besides its id. */
export const personal = z.looseObject({ contact: z.looseObject({ id: z.unknown() }).nullish() })

export const installedAnswer = z.looseObject({ locations: rows })
export const installedLocation = z.looseObject({
  _id: z.string().min(1).max(100),
  name: maybe,
  address: maybe,
  isInstalled: z.boolean().optional(),
})
export const locationToken = z.looseObject({
  access_token: z.string().min(1).max(8192),
  expires_in: z.coerce.number().positive().default(3600),
  locationId: z.string().optional(),
})
