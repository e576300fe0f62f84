import { defineActs } from '../acts/model.ts'

const audit = { object: 'connection' } as const
const live = ['connections'] as const
const claimLive = ['connections', 'ghostCompanies', 'integrations', 'webhooks'] as const

/** Emails about a connection follow from its table of transitions. */
export const acts = defineActs({
  'connection.invited': { event: 'connection.invited', audit, live },
  'connection.received': {
    event: 'connection.received',
    audit,
    live,
    notify: { kind: 'connection.received', to: ['admins'] },
  },
  'connection.resent': { audit, live },
  'connection.reminded': { live },
  'connection.accepted': {
    event: 'connection.accepted',
    audit,
    live,
    notify: { kind: 'connection.accepted', to: ['admins'] },
  },
  'connection.rejected': {
    event: 'connection.rejected',
    audit,
    live,
    notify: { kind: 'connection.rejected', to: ['admins'] },
  },
  'connection.canceled': {
    event: 'connection.canceled',
    audit,
    live,
    notify: { kind: 'connection.canceled', to: ['admins'] },
  },
  'connection.expired': {
    event: 'connection.expired',
    audit,
    live,
    notify: { kind: 'connection.expired', to: ['admins'] },
  },
  'connection.review_started': { live },
  'connection.criteria_saved': { audit, live },
  'connection.criteria_attached': { audit, live },
  'connection.criteria_discarded': { audit, live },
  'connection.submitted': {
    event: 'connection.submitted',
    audit,
    live,
    notify: { kind: 'connection.submitted', to: ['admins'] },
  },
  'connection.criteria_withdrawn': {
    event: 'connection.criteria_withdrawn',
    audit,
    live,
    notify: { kind: 'connection.criteria_withdrawn', to: ['admins'] },
  },
  'connection.approved': {
    event: 'connection.approved',
    audit,
    live,
    notify: { kind: 'connection.approved', to: ['admins'] },
  },
  'connection.changes_requested': {
    event: 'connection.changes_requested',
    audit,
    live,
    notify: { kind: 'connection.changes_requested', to: ['admins'] },
  },
  'connection.activated': {
    event: 'connection.activated',
    audit,
    live,
    notify: { kind: 'connection.activated', to: ['admins'] },
  },
  'connection.narrowed': {
    event: 'connection.narrowed',
    audit,
    live,
    notify: { kind: 'connection.narrowed', to: ['admins'] },
  },
  'connection.data_requested': {
    event: 'connection.data_requested',
    audit,
    live,
    notify: { kind: 'connection.data_requested', to: ['admins'] },
  },
  'connection.source_failed': { event: 'connection.source_failed', audit, live },
  'connection.recovered': { event: 'connection.recovered', audit, live },
  'connection.removed': { audit, live },
  'connection.claim_opened': {
    event: 'connection.claim_opened',
    audit,
    live: claimLive,
    notify: { kind: 'connection.claim_opened', to: ['admins'] },
  },
  'connection.claim_kept': {
    event: 'connection.claim_kept',
    audit,
    live: claimLive,
    notify: { kind: 'connection.claim_kept', to: ['admins'] },
  },
  'connection.claim_kept_counts': {
    event: 'connection.claim_kept_counts',
    audit,
    live: claimLive,
    notify: { kind: 'connection.claim_kept_counts', to: ['admins'] },
  },
  'connection.claim_erased': {
    event: 'connection.claim_erased',
    audit,
    live: claimLive,
    notify: { kind: 'connection.claim_erased', to: ['admins'] },
  },
})
