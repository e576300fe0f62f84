import { z } from 'zod'
import type { ConnectorWith } from '../kit/connector.ts'
import type { Session } from '../kit/access.ts'
import { parseRows } from '../kit/wire.ts'
import { auth, introspectPath } from './auth.ts'
import { kindOf, listPage } from './client.ts'
import { contactFieldPaths, dealFieldPaths } from './fields.ts'
import { manifest } from './manifest.ts'
import { contactsPage, countOf, dealsPage } from './read/records.ts'
import { refusalOf } from './refusal.ts'
import { streams } from './read/streams.ts'
import { webhook } from './webhook.ts'
import { accountDetails, archived, introspection } from './wire.ts'

const domainOf = async ({ app, http }: Session, token: string): Promise<string | null> => {
  const { hub_domain: domain } = await http.get(introspection, {
    method: 'POST',
    path: introspectPath,
    form: { client_id: app.clientId, client_secret: app.clientSecret, token_type_hint: 'access_token', token },
    about: 'the account',
  })
  return domain ?? null
}

export const hubspot: ConnectorWith<'read' | 'webhook'> = {
  manifest,
  auth,
  calls: {
    authorize: (token) => ({ authorization: `Bearer ${token}` }),
    baseOf: ({ addresses }) => addresses.api,
    refusalOf,
  },
  async identify(session, { accessToken }) {
    const { account, http } = session
    const details = await http.get(accountDetails, { path: '/account-info/v3/details', about: 'the account' })
    const { portalId, companyCurrency, timeZone } = details
    const facts = { ...(companyCurrency ? { currency: companyCurrency } : {}), ...(timeZone ? { timeZone } : {}) }
    // When the account is checked later, it already has its name.
    if (account.hubId !== null) return { ...account, hubId: portalId, facts }
    return { ...account, hubId: portalId, name: (await domainOf(session, accessToken)) ?? `HubSpot ${portalId}`, facts }
  },
  read: {
    streams,
    count: (session, object) => countOf(session, kindOf(object)),
    async listIds(session, object, cursor) {
      const after = z.string().safeParse(cursor).data ?? null
      const page = await listPage(session, kindOf(object), { after, limit: 100, properties: ['hs_object_id'] })
      const rows = parseRows(archived, page.results, kindOf(object), session.http.vendor)
      return { ids: rows.map(({ id }) => id), next: page.after }
    },
    remap: (object, raw, session) => ({
      ...(object === 'contact' ? contactsPage(session, [raw]) : dealsPage(session, [raw])),
      next: null,
    }),
    fieldPaths(object, { source_field: field }) {
      if (object === 'opportunity') return dealFieldPaths
      const phone = ['properties.phone', 'properties.mobilephone']
      const source = field === undefined ? ['properties.lead_source', 'properties.hs_analytics_source'] : `properties.${field}`
      return { ...contactFieldPaths, phone, source, 'fields.*': 'properties.*' }
    },
  },
  webhook,
}
