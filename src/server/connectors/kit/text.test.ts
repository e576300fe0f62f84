import { describe, expect, it } from 'vitest'
import { instantOf } from './text.ts'

describe('an instant that a vendor sent', () => {
  it.each([
    ['2024-02-29T10:00:00.000Z', '2024-02-29T10:00:00.000Z'],
    ['2026-01-31T23:59:59.999Z', '2026-01-31T23:59:59.999Z'],
    ['2026-01-31T10:00:00Z', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31T10:00:00+02:00', '2026-01-31T08:00:00.000Z'],
    ['1735689600000', '2025-01-01T00:00:00.000Z'],
    [1_735_689_600_000, '2025-01-01T00:00:00.000Z'],
  ])('is understood as %s', (sent, instant) => {
    expect(instantOf(sent)).toBe(instant)
  })

  it.each(['2024-02-30T10:00:00.000Z', '2026-04-31T00:00:00.000Z', 'soon', '', null, undefined, {}])(
    'is none where it cannot be: %s',
    (sent) => {
      expect(instantOf(sent)).toBeNull()
    },
  )
})
