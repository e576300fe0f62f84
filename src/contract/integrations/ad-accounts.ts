import { z } from 'zod'
import { id, listOf } from '../kit/common.ts'
import { integration, ofClient } from './integrations.ts'
import { defineRoute, whoMay } from '../kit/route.ts'

const adAccount = z.object({
  id: z.string(),
  name: z.string(),
  businessid: z.string().nullable(),
  currency: z.string().nullable(),
  active: z.boolean(),
})
export type AdAccount = z.infer<typeof adAccount>
const business = z.object({ id: z.string(), name: z.string() })
const ofAds = ofClient.extend({ integration_id: id.optional() }).strict()
const chosen = z
  .object({
    adaccount: z.string().min(1).max(100),
    businessid: z.string().max(100).nullable().optional(),
    client_id: id.optional(),
    integration_id: id.optional(),
  })
  .strict()
const adsErrors = ['NOT_FOUND', 'CONNECTION_LOST', 'PROVIDER_REFUSED', 'PROVIDER_UNAVAILABLE'] as const

export const listFacebookAccounts = defineRoute({
  name: 'listFacebookAccounts',
  api: 'users',
  method: 'GET',
  path: '/integrations/facebook/related_accounts',
  summary: 'List the ad accounts that the connected login can access.',
  access: whoMay('integrations', 'r'),
  query: ofAds,
  reply: { status: 200, body: z.object({ items: z.array(adAccount) }) },
  errors: adsErrors,
})

export const listFacebookBusinesses = defineRoute({
  name: 'listFacebookBusinesses',
  api: 'users',
  method: 'GET',
  path: '/integrations/facebook/related_businesses',
  summary: 'List the business managers that the connected login belongs to.',
  access: whoMay('integrations', 'r'),
  query: ofAds,
  reply: { status: 200, body: z.object({ items: z.array(business) }) },
  errors: adsErrors,
})

export const chooseFacebookAccount = defineRoute({
  name: 'chooseFacebookAccount',
  api: 'users',
  method: 'POST',
  path: '/integrations/facebook/update_adaccount',
  summary: 'Choose the ad account that this integration reads.',
  access: whoMay('integrations', 'w'),
  body: chosen,
  reply: { status: 200, body: integration },
  errors: [...adsErrors, 'OTHER_ACCOUNT'],
})

export const listGoogleBusinesses = defineRoute({
  name: 'listGoogleBusinesses',
  api: 'users',
  method: 'GET',
  path: '/integrations/google/related_businesses',
  summary: 'List the manager accounts that the connected login can access, each with its ad accounts.',
  access: whoMay('integrations', 'r'),
  query: ofAds,
  reply: { status: 200, body: z.object({ items: z.array(business.extend({ accounts: z.array(adAccount) })) }) },
  errors: adsErrors,
})

export const chooseGoogleAccount = defineRoute({
  name: 'chooseGoogleAccount',
  api: 'users',
  method: 'POST',
  path: '/integrations/google/update_adaccount',
  summary: 'Choose the ad account that this integration reads, and the manager account it belongs to.',
  access: whoMay('integrations', 'w'),
  body: chosen,
  reply: { status: 200, body: integration },
  errors: [...adsErrors, 'OTHER_ACCOUNT'],
})

const byId = z.object({ id })

export const listAdAccounts = defineRoute({
  name: 'listAdAccounts',
  api: 'users',
  method: 'GET',
  path: '/integrations/{id}/ad_accounts',
  summary: 'List the ad accounts that the login of this source can access, under the business or manager account of each.',
  access: whoMay('integrations', 'r'),
  params: byId,
  reply: {
    status: 200,
    body: z.object({
      items: z.array(
        z.object({
          id: z.string().nullable().meta({ description: 'Null for ad accounts that belong to no business' }),
          name: z.string().nullable(),
          accounts: z.array(adAccount),
        }),
      ),
    }),
  },
  errors: [...adsErrors, 'ACTION_NOT_ALLOWED'],
})

export const connectAdAccounts = defineRoute({
  name: 'connectAdAccounts',
  api: 'users',
  method: 'POST',
  path: '/integrations/{id}/ad_accounts',
  summary:
    'Connect several ad accounts of one login at once. Each becomes its own source, and they share the same access. If the given source has no ad account yet, it gets the first one.',
  access: whoMay('integrations', 'w'),
  params: byId,
  body: z
    .object({
      adaccounts: z
        .array(chosen.pick({ adaccount: true, businessid: true }))
        .min(1)
        .max(50, 'Choose at most 50 ad accounts at a time.'),
    })
    .strict(),
  reply: { status: 200, body: listOf(integration) },
  errors: [...adsErrors, 'OTHER_ACCOUNT', 'ACTION_NOT_ALLOWED'],
})
