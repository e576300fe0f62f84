// What a company shares with no agency, whatever criteria say.
import { z } from 'zod'
import { criteriaLimits } from './criteria/criteria.ts'
import { id, instant, pageQuery } from './kit/common.ts'
import { defineRoute, whoMay } from './kit/route.ts'
import { labelOf } from './kit/texts.ts'

export const defaultExclusionTag = 'do-not-share'

export const exclusionLimits = { atOnce: 200, contacts: 10_000 } as const

const tag = labelOf('a tag', criteriaLimits.valueMax).meta({
  description: 'Contacts that have this tag in the CRM are never shared, nor are their opportunities',
})

const excludedContact = z
  .object({
    contactId: id,
    name: z.string(),
    email: z.string().nullable(),
    excludedAt: instant,
    excludedBy: z.string().nullable().meta({
      description: 'The user who excluded the contact. Null: no longer in the account, or excluded by the tag',
    }),
    isByTag: z.boolean().meta({ description: 'No user excluded it: the CRM merged a contact with the tag into it' }),
  })
  .meta({ id: 'ExcludedContact' })
export type ExcludedContact = z.infer<typeof excludedContact>

const place = { api: 'agencies', path: '/exclusions', access: whoMay('criteria', 'w') } as const

export const listExclusions = defineRoute({
  ...place,
  name: 'listExclusions',
  method: 'GET',
  summary: 'Get the tag of contacts that are never shared, and list those that were excluded one by one, newest first.',
  query: pageQuery.extend({ contact_id: id.optional() }).strict(),
  reply: {
    status: 200,
    body: z.object({ tag, items: z.array(excludedContact), total: z.int() }),
  },
})

export const changeExclusionTag = defineRoute({
  ...place,
  name: 'changeExclusionTag',
  method: 'PUT',
  path: '/exclusions/tag',
  summary: 'Choose the tag of contacts that are never shared. All connections use it right away.',
  body: z.object({ tag }).strict(),
  reply: { status: 200, body: z.object({ tag }) },
})

export const excludeContacts = defineRoute({
  ...place,
  name: 'excludeContacts',
  method: 'POST',
  summary: 'Never share these contacts and their opportunities. What agencies have of them is erased.',
  body: z.object({ contactIds: z.array(id).min(1).max(exclusionLimits.atOnce) }).strict(),
  reply: { status: 200, body: z.object({ excluded: z.int().meta({ description: 'Those that were not excluded before' }) }) },
  errors: ['NOT_FOUND'],
})

export const includeContact = defineRoute({
  ...place,
  name: 'includeContact',
  method: 'DELETE',
  path: '/exclusions/{id}',
  summary: 'Share a contact again, where criteria say so.',
  params: z.object({ id }),
  reply: { status: 200, body: z.object({ included: z.literal(true) }) },
  errors: ['NOT_FOUND'],
})
