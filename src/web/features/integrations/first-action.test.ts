import { describe, expect, it } from 'vitest'
import type { Run } from '#contract/syncs/runs.ts'
import { firstActionOf } from './first-action.ts'

const well = { status: 'active', needs: null, removal: null, last_run: null } as const
const anything = () => true
const nothing = () => false
const runOf = (run: Partial<Run>) => ({ resume_at: null, ...run }) as Run

describe('The first button of a source [SYNC-03]', () => {
  it('reconnects a source without access, finishes setup, and otherwise syncs', () => {
    expect(firstActionOf({ ...well, status: 'error' }, anything)).toBe('reconnect')
    expect(firstActionOf({ ...well, status: 'disconnected', needs: 'ad_account' }, anything)).toBe('reconnect')
    expect(firstActionOf({ ...well, needs: 'ad_account' }, anything)).toBe('finishSetup')
    expect(firstActionOf({ ...well, last_run: runOf({ status: 'failed' }) }, anything)).toBe('syncNow')
  })

  it('links an admin to a removal that waits for approval, and lets others sync', () => {
    const pendingRemoval = { ...well, removal: { contacts: 30, opportunities: 0 } }
    expect(firstActionOf(pendingRemoval, anything)).toBe('review')
    expect(firstActionOf(pendingRemoval, (area) => area === 'syncNow')).toBe('syncNow')
  })

  it('cancels a running sync, and retries a paused one [SYNC-07] [SYNC-10]', () => {
    expect(firstActionOf({ ...well, last_run: runOf({ status: 'running' }) }, anything)).toBe('cancel')
    const paused = runOf({ status: 'partial', resume_at: '2026-11-16T18:00:00Z' })
    expect(firstActionOf({ ...well, last_run: paused }, anything)).toBe('retryNow')
  })

  it('is hidden from users who may do none of this', () => {
    for (const status of ['active', 'error', 'disconnected'] as const)
      expect(firstActionOf({ ...well, status }, nothing)).toBeNull()
  })
})
