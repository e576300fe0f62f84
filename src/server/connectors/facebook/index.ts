import type { ConnectorWith } from '../kit/connector.ts'
import { auth } from './auth.ts'
import { adAccounts, businesses, identify } from './client.ts'
import { manifest, version } from './manifest.ts'
import { refusalOf } from './refusal.ts'
import { countSpend, spend } from './streams.ts'

export const facebook: ConnectorWith<'read' | 'adAccounts'> = {
  manifest,
  auth,
  calls: {
    authorize: (token) => ({ authorization: `Bearer ${token}` }),
    baseOf: (app) => `${app.addresses.api}/${version}`,
    refusalOf,
  },
  identify,
  read: { streams: [spend] },
  adAccounts: { list: adAccounts, businesses, countSpend },
}
