import { describe, expect, it } from 'vitest'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { Run } from '#contract/syncs/runs.ts'
import { startedTextKey, hasCount, isBehind, runWords, timeLeft, type Running } from './run-state.ts'

const source = (run: Partial<Run>, before: string | null = '2026-11-15T10:00:00Z') =>
  ({ last_success_at: before, last_run: { status: 'running', kind: 'incremental', origin: 'schedule', ...run } }) as Integration

describe("A run in its source's card [SYNC-07]", () => {
  it('shows its state', () => {
    expect(runWords(source({ kind: 'full' }, null) as Running)).toBe('run.first')
    expect(runWords(source({ kind: 'full' }) as Running)).toBe('run.full')
    expect(runWords(source({ is_canceling: true }) as Running)).toBe('run.canceling')
    expect(runWords(source({ status: 'partial' }) as Running)).toBe('run.partial')
  })

  it('waits for another sync of the account if it is queued and another one is running', () => {
    const [queued, running, done] = (['queued', 'running', 'done'] as const).map((status) => ({
      ...source({ status }),
      id: status,
    }))
    const isWaiting = (one = queued, ...others: (Integration | undefined)[]) =>
      one && isBehind(one, [one, ...others.filter((other) => other !== undefined)])
    expect(isWaiting(queued, running, done)).toBe(true)
    expect(isWaiting(queued, done)).toBe(false)
    expect(isWaiting(running, running)).toBe(false)
  })

  it('has a count unless it stopped or paused before it read anything', () => {
    const run = (more: Partial<Run>) => ({ records: 0, resume_at: null, ...more }) as Run
    expect(hasCount(run({ status: 'running' }))).toBe(true)
    expect(hasCount(run({ status: 'failed' }))).toBe(false)
    expect(hasCount(run({ status: 'partial', resume_at: '2026-11-16T00:00:00Z' }))).toBe(false)
    expect(hasCount(run({ status: 'failed', records: 7 }))).toBe(true)
  })

  it('is resumed if it is paused, and otherwise a new one starts [SYNC-10]', () => {
    const paused = source({ status: 'partial', resume_at: '2026-11-16T00:00:00Z' })
    expect(startedTextKey(paused)).toBe('syncNow.resumed')
    expect(startedTextKey(source({ status: 'done', resume_at: null }))).toBe('syncNow.started')
    expect(startedTextKey({ last_run: null })).toBe('syncNow.started')
  })

  it('shows the remaining time without false precision', () => {
    expect(timeLeft(20)).toEqual({ unit: 'seconds', n: 0 })
    expect(timeLeft(170)).toEqual({ unit: 'minutes', n: 3 })
    expect(timeLeft(7_300)).toEqual({ unit: 'hours', n: 2 })
  })
})
