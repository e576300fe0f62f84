// What ActiveCampaign sends. Its documentation shows every scalar as text; some accounts answer with numbers, and both
// are accepted.
import { z } from 'zod'

const text = z.union([z.string(), z.number()]).transform(String)
const maybe = z.union([z.string(), z.number(), z.null()]).optional()
const rows = z.array(z.unknown())

const meta = z.looseObject({ total: z.coerce.number().int().nonnegative().optional() }).optional()

export const me = z.looseObject({ user: z.looseObject({ id: text }) })

export const identified = z.looseObject({ id: text })
export const hookAnswer = z.looseObject({ webhook: z.looseObject({ id: text }) })

export const contactsAnswer = z.looseObject({
  contacts: rows,
  fieldValues: rows.optional(),
  contactTags: rows.optional(),
  contactLists: rows.optional(),
  meta,
})
export const dealsAnswer = z.looseObject({ deals: rows, contactDeals: rows.optional(), meta })

export const fieldsAnswer = z.looseObject({ fields: z.array(z.looseObject({ id: text, title: maybe, perstag: maybe })) })
export const listsAnswer = z.looseObject({ lists: z.array(z.looseObject({ id: text, name: maybe, udate: maybe })) })
export const tagsAnswer = z.looseObject({ tags: z.array(z.looseObject({ id: text, tag: maybe, tagType: maybe })) })
export const usersAnswer = z.looseObject({
  users: z.array(z.looseObject({ id: text, firstName: maybe, lastName: maybe, username: maybe, email: maybe })),
})
export const groupsAnswer = z.looseObject({ dealGroups: z.array(z.looseObject({ id: text, title: maybe })) })
export const stagesAnswer = z.looseObject({
  dealStages: z.array(z.looseObject({ id: text, title: maybe, group: text, order: z.coerce.number().optional() })),
})
export const contactDealsAnswer = z.looseObject({ contactDeals: rows })
export const activitiesAnswer = z.looseObject({ dealActivities: rows })

export const fieldValue = z.looseObject({ contact: text, field: text, value: maybe })
export const contactTag = z.looseObject({ contact: text, tag: text })
export const contactList = z.looseObject({ contact: text, list: text, status: maybe })
export const contactDeal = z.looseObject({ deal: text, contact: text })
export const dealActivity = z.looseObject({
  d_stageid: maybe,
  dataType: maybe,
  dataAction: maybe,
  dataOldval: maybe,
  cdate: z.string(),
})

/** A contact with its sideloaded records, names included. */
export const contact = z.looseObject({
  id: text,
  email: maybe,
  phone: maybe,
  firstName: maybe,
  lastName: maybe,
  orgname: maybe,
  deleted: maybe,
  cdate: maybe,
  udate: maybe,
  created_utc_timestamp: maybe,
  updated_utc_timestamp: maybe,
  customFields: z.array(z.object({ id: z.string(), title: z.string(), perstag: z.string(), value: z.string() })).default([]),
  tags: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
  lists: z.array(z.string()).default([]),
})
export type WireContact = z.infer<typeof contact>

/** A deal with its further contacts and, if requested, the stages in which it was observed. */
export const deal = z.looseObject({
  id: text,
  title: maybe,
  value: maybe,
  currency: maybe,
  group: maybe,
  stage: maybe,
  owner: maybe,
  contact: maybe,
  status: maybe,
  cdate: maybe,
  mdate: maybe,
  edate: maybe,
  otherContacts: z.array(z.string()).default([]),
  seenIn: z
    .array(z.object({ stage: z.string(), before: z.string().nullable(), group: z.string().nullable(), at: z.string() }))
    .optional(),
})
export type WireDeal = z.infer<typeof deal>
