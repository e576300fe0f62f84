import { describe, expect, it } from 'vitest'
import type { Run } from '#contract/syncs/runs.ts'
import { badgeOf } from './badge-of.ts'

describe('The badge of a source [SYNC-03]', () => {
  it('is good only if access works, setup is finished, runs complete and no row is skipped', () => {
    const well = { status: 'active', needs: null, is_failing: false, removal: null, skipped: 0, last_run: null } as const
    expect(badgeOf(well)).toMatchObject({ kind: 'good', word: 'active' })
    expect(badgeOf({ ...well, is_failing: true })).toMatchObject({ kind: 'bad', word: 'failing' })
    expect(badgeOf({ ...well, skipped: 2 })).toMatchObject({ kind: 'wait', word: 'skipping' })
    expect(badgeOf({ ...well, needs: 'table' })).toMatchObject({ kind: 'wait', word: 'setup' })
  })

  it('asks for approval, which is not a failure, if very many contacts would be removed', () => {
    const pendingRemoval = {
      status: 'active',
      needs: null,
      is_failing: false,
      removal: { contacts: 30, opportunities: 0 },
      skipped: 0,
    } as const
    const run = (status: Run['status']) => ({ status, error_kind: 'held', resume_at: null }) as Run
    expect(badgeOf({ ...pendingRemoval, last_run: run('failed') })).toMatchObject({ kind: 'wait', word: 'approval' })
    expect(badgeOf({ ...pendingRemoval, last_run: run('running') })).toMatchObject({ kind: 'info', word: 'syncing' })
  })

  it('shows lost access or a disconnected source before anything else', () => {
    expect(badgeOf({ status: 'error', needs: null, is_failing: true, removal: null, skipped: 0, last_run: null })).toMatchObject({
      kind: 'bad',
      word: 'error',
    })
    expect(
      badgeOf({ status: 'disconnected', needs: 'ad_account', is_failing: true, removal: null, skipped: 0, last_run: null }),
    ).toMatchObject({
      kind: 'off',
      word: 'disconnected',
    })
  })

  it('shows that a sync is running, whatever the result of the previous run', () => {
    const run = (last_run: Partial<Run>) =>
      badgeOf({
        status: 'active',
        needs: null,
        is_failing: true,
        removal: null,
        skipped: 0,
        last_run: { resume_at: null, ...last_run } as Run,
      })
    expect(run({ status: 'running' })).toMatchObject({ kind: 'info', word: 'syncing' })
    expect(run({ status: 'partial', resume_at: '2026-11-16T00:00:00Z' })).toMatchObject({ kind: 'wait', word: 'paused' })
    expect(run({ status: 'failed' })).toMatchObject({ word: 'failing' })
  })
})
