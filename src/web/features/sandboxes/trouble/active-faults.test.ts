import { describe, expect, it } from 'vitest'
import { activeFaults, misbehaves, timesOf, withFault, withoutFault } from './active-faults.ts'

describe('The switches of a sandbox', () => {
  it('are off once they have affected the chosen number of requests', () => {
    expect(activeFaults([{ kind: 'drop', times: 0 }, { kind: 'slow', times: 2 }, { kind: 'outage' }])).toHaveLength(2)
  })

  it('are shown as on, also those for webhooks if the vendor sends any', () => {
    const webhooks = { duplicates: 0, isReversed: false, areLost: false }
    expect(misbehaves({ faults: [], webhooks: null })).toBe(false)
    expect(misbehaves({ faults: [{ kind: 'outage' }], webhooks: null })).toBe(true)
    expect(misbehaves({ faults: [], webhooks })).toBe(false)
    expect(misbehaves({ faults: [], webhooks: { ...webhooks, areLost: true } })).toBe(true)
  })

  it('show how many more requests they affect', () => {
    expect(timesOf({ kind: 'outage' })).toBe('always')
    expect(timesOf({ kind: 'drop', times: 2 })).toBe('2')
  })

  it('are turned on one by one, each of them once', () => {
    const faults = withFault([{ kind: 'drop', times: 0 }, { kind: 'outage' }], 'slow', '3')
    expect(faults).toEqual([{ kind: 'outage' }, { kind: 'slow', times: 3, ms: 3000 }])
    expect(withFault(faults, 'slow', 'always')).toEqual([{ kind: 'outage' }, { kind: 'slow', ms: 3000 }])
    expect(withoutFault(faults, 'outage')).toEqual([{ kind: 'slow', times: 3, ms: 3000 }])
  })
})
