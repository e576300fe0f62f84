import { afterEach, describe, expect, it, vi } from 'vitest'
import { amountOf, startOfDay, instantOf, isOddAmount } from './text.ts'

afterEach(() => void vi.unstubAllEnvs())

describe('An instant that a vendor sent', () => {
  it.each([
    ['2024-02-29T10:00:00.000Z', '2024-02-29T10:00:00.000Z'],
    ['2026-01-31T23:59:59.999Z', '2026-01-31T23:59:59.999Z'],
    ['2026-01-31T10:00:00Z', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31T10:00:00+02:00', '2026-01-31T08:00:00.000Z'],
    ['1735689600000', '2025-01-01T00:00:00.000Z'],
    [1_735_689_600_000, '2025-01-01T00:00:00.000Z'],
    ['2026-11-15', '2026-11-15T00:00:00.000Z'],
    ['2026-11-15T10:00', '2026-11-15T10:00:00.000Z'],
    ['2026-11-15T10:00:00.1234567Z', '2026-11-15T10:00:00.123Z'],
    ['2026-11-15T10:00:00.000+0530', '2026-11-15T04:30:00.000Z'],
    ['2026-11-15 10:00:00-06', '2026-11-15T16:00:00.000Z'],
    ['Sun, 15 Nov 2026 10:00:00 GMT', '2026-11-15T10:00:00.000Z'],
  ])('is parsed as %s', (sent, instant) => {
    expect(instantOf(sent)).toBe(instant)
  })

  it.each(['America/New_York', 'Asia/Kolkata'])('is in UTC unless it says otherwise, on a machine in %s too', (zone) => {
    vi.stubEnv('TZ', zone)
    expect(new Date(2026, 10, 15).toISOString()).not.toBe('2026-11-15T00:00:00.000Z')
    expect(instantOf('2026-11-15 10:00:00')).toBe('2026-11-15T10:00:00.000Z')
    expect(instantOf('2026-11-15T10:00:00')).toBe('2026-11-15T10:00:00.000Z')
    expect(instantOf('15 Nov 2026 10:00')).toBe('2026-11-15T10:00:00.000Z')
  })

  const impossible = ['2024-02-30T10:00:00.000Z', '2026-04-31', '2026-13-30T10:00:00Z', '2026-01-31T25:00:00Z', 'soon', '']
  const absurd = [9e15, -1, 1e14, Number.NaN, Infinity, '99999999999999', '1735689600', '12.5']
  it.each([...impossible, ...absurd, null, undefined, {}])('is null if it is impossible: %s', (sent) => {
    expect(instantOf(sent)).toBeNull()
  })
})

describe('A day without a time', () => {
  it('begins in the time zone in which it was written', () => {
    expect(startOfDay('2026-11-01', 'America/New_York')).toBe('2026-11-01T04:00:00.000Z')
    expect(startOfDay('2026-11-01', 'Asia/Kolkata')).toBe('2026-10-31T18:30:00.000Z')
    expect(startOfDay('2026-11-01', 'UTC')).toBe('2026-11-01T00:00:00.000Z')
  })

  it('is null if it does not exist, and leaves times as they are', () => {
    expect(startOfDay('2026-02-30', 'America/New_York')).toBeNull()
    expect(startOfDay('2026-11-01T09:00:00Z', 'America/New_York')).toBe('2026-11-01T09:00:00.000Z')
    expect(startOfDay(null, 'UTC')).toBeNull()
  })
})

describe('An amount that a vendor sent', () => {
  it.each([
    ['1250.50', '1250.50'],
    [1200, '1200'],
    ['-19.99', '-19.99'],
    ['1666.6666666666667', '1666.67'],
    [1666.6666666666667, '1666.67'],
    // The binary number is a little below each of these.
    [1.005, '1.01'],
    ['8.345', '8.35'],
    [0.1 + 0.2, '0.3'],
    ['-2.675', '-2.68'],
    ['9999.995', '10000'],
    ['1.0E7', '10000000'],
    ['1.25e+3', '1250'],
    [1e-7, '0'],
    ['-0.001', '0'],
    ['.5', '0.5'],
    ['9007199254740993.01', '9007199254740993.01'],
  ])('is kept to the cent: %s', (sent, amount) => {
    expect(amountOf(sent, 'USD')).toBe(amount)
    expect(isOddAmount(sent)).toBe(false)
  })

  it.each([
    ['1234.567', 'KWD', '1234.567'],
    [1234.5678, 'KWD', '1234.568'],
    ['1250.00', 'JPY', '1250'],
    [1250.5, 'JPY', '1251'],
    ['0', 'JPY', '0'],
    ['0.0004', 'CLF', '0.0004'],
    ['1234.567', null, '1234.567'],
    ['1666.6666666666667', null, '1666.6667'],
  ])('has the decimals of its currency: %s %s', (sent, currency, amount) => {
    expect(amountOf(sent, currency)).toBe(amount)
  })

  it.each(['much', '12,50', '1e99', 1e21, '99999999999999999', '.', 'e5', '1'.repeat(50)])(
    'is odd if it is not a number: %s',
    (sent) => {
      expect(amountOf(sent)).toBeNull()
      expect(isOddAmount(sent)).toBe(true)
    },
  )

  it.each([null, undefined, '', '  '])('may be missing: %s', (sent) => {
    expect(amountOf(sent)).toBeNull()
    expect(isOddAmount(sent)).toBe(false)
  })
})
