import { describe, expect, it } from 'vitest'
import { resultKinds, resultOf } from './event-result.ts'

describe('The result of an event [ADMIN-03]', () => {
  it('distinguishes a failed sync, a sync that skipped rows, and a complete sync', () => {
    const kinds = (['sync_done', 'sync_done_with_rejects', 'sync_failed', 'sync_canceled'] as const).map((event) => {
      const result = resultOf(event)
      return result && resultKinds[result]
    })
    expect(kinds).toEqual(['good', 'wait', 'bad', 'off'])
  })

  it('is bad when a source was lost or could not be connected', () => {
    expect(resultOf('integration_lost')).toBe('failed')
    expect(resultOf('integration_failed')).toBe('failed')
    expect(resultOf('integration_recovered')).toBe('done')
  })

  it('is null for an event that cannot fail', () => {
    expect(resultOf('user.role_changed')).toBeNull()
    expect(resultOf('sync_started')).toBeNull()
  })
})
