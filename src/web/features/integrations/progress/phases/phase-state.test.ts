import { describe, expect, it } from 'vitest'
import type { Run } from '#contract/syncs/runs.ts'
import { isWorthShowing, phaseStateOf, type Phase } from './phase-state.ts'

const phase = (state: Phase['state'], more: Partial<Phase> = {}): Phase => ({
  name: 'contacts',
  state,
  read: 0,
  total: null,
  pages: 0,
  ...more,
})
const statesIn = (status: Run['status'], until: string | null = null) =>
  (['done', 'running', 'waiting'] as const).map((state) => phaseStateOf({ status, resume_at: until } as Run, phase(state)))

describe('A phase of a run [SYNC-07]', () => {
  it('is running or pending while the run is open', () => {
    expect(statesIn('running')).toEqual(['done', 'running', 'waiting'])
    expect(statesIn('partial')).toEqual(['done', 'running', 'waiting'])
  })

  it('is paused while the run is paused', () => {
    expect(statesIn('partial', '2026-11-16T00:00:00Z')).toEqual(['done', 'resting', 'waiting'])
  })

  it('is stopped or not reached once the run has ended', () => {
    expect(statesIn('failed')).toEqual(['done', 'stopped', 'notReached'])
    expect(statesIn('canceled')).toEqual(['done', 'stopped', 'notReached'])
  })

  it('is hidden if it is internal work that read nothing', () => {
    expect(isWorthShowing(phase('done', { name: 'reconcile' }))).toBe(false)
    expect(isWorthShowing(phase('done', { name: 'retries', read: 3 }))).toBe(true)
    expect(isWorthShowing(phase('done'))).toBe(true)
  })
})
