import { describe, expect, it, vi } from 'vitest'
import { timeZone } from '#contract/kit/texts.ts'
import { todaysZone } from '#contract/kit/time-zones.ts'
import { timeZonesWith, zoneLabel, zoneOffset } from './time-zones.ts'

describe('Time zones to choose from', () => {
  it('begin with universal time, and list every zone once, by its current name', () => {
    const zones = timeZonesWith(null)
    expect(zones[0]).toBe('UTC')
    expect(zones).toEqual(
      expect.arrayContaining(['Europe/London', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires']),
    )
    expect(new Set(zones).size).toBe(zones.length)
  })

  it('leave out old names, offices and fixed offsets', () => {
    const zones = timeZonesWith(null)
    for (const old of ['Asia/Calcutta', 'Europe/Kiev', 'US/Eastern', 'Asia/Saigon', 'GMT']) expect(zones).not.toContain(old)
    expect(zones.filter((zone) => zone.startsWith('Etc/'))).toEqual([])
  })

  it('show a stored old name as the current one, and keep a stored fixed offset', () => {
    expect(timeZonesWith('Asia/Calcutta')).toEqual(timeZonesWith(null))
    expect(zoneLabel('Asia/Calcutta')).toBe('Asia/Kolkata')
    expect(zoneLabel('US/Eastern')).toBe('America/New York')
    expect(timeZonesWith('Etc/GMT+5')[0]).toBe('Etc/GMT+5')
  })

  it('have readable labels, with their offset from universal time', () => {
    expect(zoneLabel('America/New_York')).toBe('America/New York')
    expect(zoneOffset('Asia/Kolkata')).toBe('UTC+05:30')
    expect(zoneOffset('UTC')).toBe('UTC+00:00')
    expect(zoneOffset('Nowhere/Land')).toBe('')
  })

  it('follow their daylight saving time, also in a window that stays open', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime('2026-03-29T00:59:00Z')
      expect(zoneOffset('Europe/Paris')).toBe('UTC+01:00')
      vi.setSystemTime('2026-03-29T01:00:00Z')
      expect(zoneOffset('Europe/Paris')).toBe('UTC+02:00')
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('The rule for time zones', () => {
  it('accepts an old name and keeps the new one, and refuses fixed offsets', () => {
    expect(timeZone.parse('Asia/Calcutta')).toBe('Asia/Kolkata')
    expect(timeZone.parse('europe/kiev')).toBe('Europe/Kyiv')
    expect(todaysZone('US/Pacific')).toBe('America/Los_Angeles')
    for (const wrong of ['Etc/GMT+5', '+02:00', 'Mars/Olympus']) expect(timeZone.safeParse(wrong).success).toBe(false)
  })
})
