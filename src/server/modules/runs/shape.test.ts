import { describe, expect, it } from 'vitest'
import { percentOf, secondsLeftOf, type Phase } from './shape.ts'

const phase = (name: Phase['name'], state: Phase['state'], read = 0, total: number | null = null): Phase => ({
  name,
  state,
  read,
  total,
  pages: 0,
})

describe('how far a run is', () => {
  const running = [
    phase('pipelines', 'done', 1),
    phase('contacts', 'running', 500, 1000),
    phase('opportunities', 'waiting', 0, 999),
  ]

  it('is counted in records of what the vendor says there is [SYNC-07]', () => {
    expect(percentOf(running, 'running')).toBe(25)
    expect(secondsLeftOf(running, 100)).toBe(15)
  })

  it('is unknown while nobody knows how many people, opportunities or days of spend there are', () => {
    expect(percentOf([phase('contacts', 'running', 500)], 'running')).toBeNull()
    expect(percentOf([phase('spend', 'running', 500)], 'running')).toBeNull()
    expect(secondsLeftOf([phase('contacts', 'running', 500)], 100)).toBeNull()
    expect(secondsLeftOf(running, 0)).toBeNull()
  })

  it('is never said to be all before the end, not even when more came than was announced', () => {
    expect(percentOf([phase('contacts', 'running', 1200, 1000), phase('reconcile', 'waiting')], 'running')).toBe(99)
    expect(percentOf([phase('contacts', 'done', 1000, 1000)], 'done')).toBe(100)
    expect(percentOf([], 'queued')).toBe(0)
  })
})
