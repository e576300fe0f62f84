import { describe, expect, it } from 'vitest'
import { knownEvents } from './event-text.ts'

describe('the events that staff can choose from [ADMIN-03]', () => {
  it('have the names under which they are written down', () => {
    expect(knownEvents()).toEqual(
      expect.arrayContaining(['user.role_changed', 'client.updated', 'integration_failed', 'sync_done_with_rejects']),
    )
  })
})
