import { defineActs } from '../acts/model.ts'

const audit = { object: 'integration' } as const
const live = ['integrations'] as const
const disconnected = {
  event: 'integration_disconnected',
  audit,
  live,
  notify: { kind: 'sync.disconnected', to: ['admins'] },
} as const

export const acts = defineActs({
  'integration.setup_started': { event: 'integration_setup_started' },
  'integration.ready': { event: 'integration_connected' },
  'integration.connect_failed': { event: 'integration_failed' },
  'integration.connected': { audit, live },
  'integration.account_chosen': { audit, live },
  'integration.changed': { audit, live },
  'integration.refreshed': { audit, live },
  'integration.token_read': { audit },
  'integration.disconnected': disconnected,
  'integration.erasing': disconnected,
  'integration.erased': { event: 'integration_erased', live },
  'integration.revoked': { audit },
  'integration.revoke_failed': { audit },
})
