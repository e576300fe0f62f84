import type { Connector } from '../kit/connector.ts'
import { auth } from './auth.ts'
import { adAccounts, businesses, identify } from './client.ts'
import { manifest, version } from './manifest.ts'
import { refusalOf } from './refusal.ts'
import { countSpend, spend } from './streams.ts'

export const facebook: Connector = {
  manifest,
  auth,
  authorize: (token) => ({ authorization: `Bearer ${token}` }),
  baseOf: (app) => `${app.addresses.api}/${version}`,
  refusalOf,
  identify,
  streams: [spend],
  countSpend,
  fieldPaths: () => ({}),
  businesses,
  adAccounts,
}
