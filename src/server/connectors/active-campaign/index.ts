import type { ConnectorWith } from '../kit/connector.ts'
import { accountNameOf, auth } from './auth.ts'
import { refusalOf, tryKey } from './client.ts'
import { manifest } from './manifest.ts'
import { fieldPaths } from './map.ts'
import { contactsToPage, count, dealsToPage, listIds, streams } from './streams.ts'
import { webhook } from './webhook.ts'

export const activeCampaign: ConnectorWith<'read' | 'webhook'> = {
  manifest,
  auth,
  calls: {
    authorize: (token) => ({ 'api-token': token }),
    baseOf: (app, account) => account.url ?? app.addresses.api,
    refusalOf,
  },
  async identify(session) {
    await tryKey(session)
    const { app, account } = session
    const name = accountNameOf(app, account.url ?? app.addresses.api)
    return { ...account, hubId: name, name, facts: {} }
  },
  read: {
    streams,
    count,
    listIds,
    remap: (object, raw, session) => ({
      ...(object === 'contact' ? contactsToPage([raw], session) : dealsToPage([raw])),
      next: null,
    }),
    fieldPaths,
  },
  webhook,
}
