import type { ConnectorWith } from '../kit/connector.ts'
import { textOrNull } from '../kit/text.ts'
import { accountToken, identifyAgency, locations } from './agency.ts'
import { auth, isOfAgency } from './auth.ts'
import { locationOf, refusalOf, version } from './client.ts'
import { manifest } from './manifest.ts'
import { fieldPaths } from './map.ts'
import { opportunitiesToPage } from './read/opportunities.ts'
import { contactsToPage, count, listIds, streams } from './read/streams.ts'
import { webhook } from './webhook.ts'
import * as wire from './wire.ts'

export const ghl: ConnectorWith<'read' | 'locations' | 'webhook'> = {
  manifest,
  auth,
  calls: {
    authorize: (token) => ({ authorization: `Bearer ${token}`, version }),
    baseOf: (app) => app.addresses.api,
    refusalOf,
  },
  async identify(session, { facts }) {
    // The tokens of the consent name the sub-account; when the account is checked later, it is already known.
    const hubId = textOrNull(facts['locationId']) ?? session.account.hubId
    const companyId = textOrNull(facts['companyId']) ?? ''
    if (hubId === null && companyId !== '') return identifyAgency(session, companyId)
    const account = { ...session.account, hubId }
    const path = `/locations/${encodeURIComponent(locationOf({ ...session, account }))}`
    const { location } = await session.http.get(wire.locationAnswer, { path, about: 'the sub-account' })
    return {
      ...account,
      name: textOrNull(location.name) ?? hubId ?? '',
      url: null,
      facts: {
        companyId,
        timezone: textOrNull(location.timezone) ?? '',
        ...(isOfAgency({ facts }) ? { login_id: companyId } : {}),
      },
    }
  },
  read: {
    streams,
    count,
    listIds,
    remap: (object, raw, session) => ({
      ...(object === 'contact' ? contactsToPage([raw], session) : opportunitiesToPage([raw])),
      next: null,
    }),
    fieldPaths,
  },
  locations: { list: locations, token: accountToken },
  webhook,
}
