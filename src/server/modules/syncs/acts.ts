import { defineActs } from '../acts/model.ts'

const audit = { object: 'integration' } as const
const live = ['syncs', 'integrations'] as const
const admins = ['admins'] as const

export const acts = defineActs({
  'sync.opened': { live: ['syncs'] },
  'sync.started': { event: 'sync_started', audit },
  'sync.progressed': { live: ['syncs'] },
  'sync.deferred': { live: ['syncs'] },
  'sync.resumed': { audit, live: ['syncs'] },
  'sync.cancel_requested': { audit, live: ['syncs'] },
  'sync.rejects_retried': { audit },
  'sync.removal_kept': { audit, live },
  // How a run ends.
  'sync.finished': { event: 'sync_done', audit, live },
  'sync.finished_with_rejects': {
    event: 'sync_done_with_rejects',
    audit: { object: 'integration', action: 'sync.finished' },
    live,
  },
  'sync.held': { event: 'sync_held', audit: { object: 'integration', action: 'sync.finished' }, live },
  'sync.failed': { event: 'sync_failed', audit, live },
  'sync.canceled': { event: 'sync_canceled', audit, live },
  // Admins are notified of these once, even if several runs are affected.
  'sync.lost': { event: 'integration_lost', live: ['integrations'], notify: { kind: 'sync.lost', to: admins } },
  'sync.recovered': { event: 'integration_recovered', live: ['integrations'], notify: { kind: 'sync.recovered', to: admins } },
  'sync.expiring': { notify: { kind: 'sync.expiring', to: admins } },
  'sync.failing': { notify: { kind: 'sync.failing', to: admins } },
  'sync.removal_pending': { notify: { kind: 'sync.held', to: admins } },
  'sync.skipping': { notify: { kind: 'sync.skipping', to: admins } },
  'sync.resolved': { notify: { kind: 'sync.resolved', to: admins } },
})
