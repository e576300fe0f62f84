import { describe, expect, it } from 'vitest'
import type { Run } from '#contract/syncs/runs.ts'
import { isWorthSaying, phaseStateOf, type Phase } from './phase-state.ts'

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

describe('a step of a run [SYNC-07]', () => {
  it('is under way or waited for while the run is', () => {
    expect(statesIn('running')).toEqual(['done', 'running', 'waiting'])
    expect(statesIn('partial')).toEqual(['done', 'running', 'waiting'])
  })

  it('stands still while the run rests until a time', () => {
    expect(statesIn('partial', '2026-11-16T00:00:00Z')).toEqual(['done', 'resting', 'waiting'])
  })

  it('was where the run stopped, or was not reached, once the run has ended', () => {
    expect(statesIn('failed')).toEqual(['done', 'stopped', 'notReached'])
    expect(statesIn('canceled')).toEqual(['done', 'stopped', 'notReached'])
  })

  it('is kept quiet where it is work behind the scenes that brought nothing', () => {
    expect(isWorthSaying(phase('done', { name: 'reconcile' }))).toBe(false)
    expect(isWorthSaying(phase('done', { name: 'retries', read: 3 }))).toBe(true)
    expect(isWorthSaying(phase('done'))).toBe(true)
  })
})
