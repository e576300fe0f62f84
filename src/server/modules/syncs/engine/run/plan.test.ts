import { describe, expect, it } from 'vitest'
import { isManyGone } from '#contract/integrations/sources.ts'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import { decide, PendingRemoval } from './plan.ts'

describe('What a run does about a failure', () => {
  it('ends when access is lost, and asks a user to reconnect [SYNC-09]', () => {
    expect(decide(new ConnectorFailure('auth_lost', 'Revoked.'), 0)).toEqual({
      kind: 'lost',
      errorKind: 'auth_lost',
      text: 'Revoked.',
    })
  })

  it('waits out a throttle for as long as the vendor says, and much longer than an outage [SYNC-10]', () => {
    const throttled = new ConnectorFailure('rate_limited', 'Slow down.', { retryAfterMs: 90_000 })
    expect(decide(throttled, 100)).toMatchObject({ kind: 'later', seconds: 90 })
    expect(decide(new ConnectorFailure('unavailable', 'Down.'), 100)).toMatchObject({ kind: 'failed' })
  })

  it('retries an outage after growing pauses of at most an hour [SYNC-10]', () => {
    const seconds = [0, 1, 2, 3, 20].map((failures) => decide(new ConnectorFailure('unavailable', 'Down.'), failures))
    expect(seconds.map((decision) => 'seconds' in decision && decision.seconds)).toEqual([10, 20, 40, 80, 3600])
  })

  it('retries a bug of our own a few times and shows no internals', () => {
    expect(decide(new Error('password=hunter2'), 0)).toMatchObject({ kind: 'later', errorKind: 'internal' })
    expect(JSON.stringify(decide(new Error('password=hunter2'), 9))).not.toContain('hunter2')
  })

  it('keeps records that vanish in large numbers, and removes a few', () => {
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
