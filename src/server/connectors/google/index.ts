import type { ConnectorWith } from '../kit/connector.ts'
import { auth } from './auth.ts'
import { adAccounts, businesses, identify } from './client.ts'
import { manifest, version } from './manifest.ts'
import { refusalOf } from './refusal.ts'
import { countSpend, spend } from './streams.ts'

export const google: ConnectorWith<'read' | 'adAccounts'> = {
  manifest,
  auth,
  calls: {
    authorize: (token, { app }) => ({
      authorization: `Bearer ${token}`,
      'developer-token': app.secrets['DEVELOPER_TOKEN'] ?? '',
    }),
    baseOf: (app) => `${app.addresses.api}/${version}`,
    refusalOf,
  },
  identify,
  read: { streams: [spend] },
  adAccounts: { list: adAccounts, businesses, countSpend },
}
