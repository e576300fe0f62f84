import { describe, expect, it } from 'vitest'
import { isManyGone } from '#contract/integrations/sources.ts'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import { decide, PendingRemoval } from './plan.ts'

describe('what is done about a failure', () => {
  it('a lost access ends the run and asks for a person [SYNC-09]', () => {
    expect(decide(new ConnectorFailure('auth_lost', 'Revoked.'), 0)).toEqual({
      kind: 'lost',
      errorKind: 'auth_lost',
      text: 'Revoked.',
    })
  })

  it('a throttle is waited out for as long as the vendor says, and much longer than an outage is put up with [SYNC-10]', () => {
    const throttled = new ConnectorFailure('rate_limited', 'Slow down.', { retryAfterMs: 90_000 })
    expect(decide(throttled, 100)).toMatchObject({ kind: 'later', seconds: 90 })
    expect(decide(new ConnectorFailure('unavailable', 'Down.'), 100)).toMatchObject({ kind: 'failed' })
  })

  it('an outage is tried again after growing pauses, never longer than an hour [SYNC-10]', () => {
    const seconds = [0, 1, 2, 3, 20].map((failures) => decide(new ConnectorFailure('unavailable', 'Down.'), failures))
    expect(seconds.map((decision) => 'seconds' in decision && decision.seconds)).toEqual([10, 20, 40, 80, 3600])
  })

  it('a bug of ours is tried a few times and tells nobody its secrets', () => {
    expect(decide(new Error('password=hunter2'), 0)).toMatchObject({ kind: 'later', errorKind: 'internal' })
    expect(JSON.stringify(decide(new Error('password=hunter2'), 9))).not.toContain('hunter2')
  })

  it('rows that vanish in masses are held back, a few are not', () => {
    expect(isManyGone(20, 20)).toBe(false)
    expect(isManyGone(21, 60)).toBe(true)
    expect(isManyGone(300, 1000)).toBe(false)
    const held = new PendingRemoval({ object: 'contact', vanished: 5520, own: 6491, cause: 'vendor' })
    expect(decide(held, 0)).toMatchObject({
      kind: 'failed',
      errorKind: 'held',
      text: expect.stringMatching(/^The last sync would remove 5,520 contacts\. Nothing has been removed yet/),
    })
  })
})
