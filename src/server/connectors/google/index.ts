import type { Connector } from '../kit/connector.ts'
import { auth } from './auth.ts'
import { adAccounts, businesses, identify } from './client.ts'
import { manifest, version } from './manifest.ts'
import { refusalOf } from './refusal.ts'
import { countSpend, spend } from './streams.ts'

export const google: Connector = {
  manifest,
  auth,
  authorize: (token, { app }) => ({
    authorization: `Bearer ${token}`,
    'developer-token': app.secrets['DEVELOPER_TOKEN'] ?? '',
  }),
  baseOf: (app) => `${app.addresses.api}/${version}`,
  refusalOf,
  identify,
  streams: [spend],
  countSpend,
  fieldPaths: () => ({}),
  businesses,
  adAccounts,
}
