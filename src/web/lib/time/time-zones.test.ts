import { describe, expect, it } from 'vitest'
import { timeZonesWith, zoneLabel, zoneOffset } from './time-zones.ts'

describe('Time zones to choose from', () => {
  it('begin with universal time, which browsers leave out, and name every zone once', () => {
    const zones = timeZonesWith(null)
    expect(zones[0]).toBe('UTC')
    expect(zones).toContain('Europe/London')
    expect(new Set(zones).size).toBe(zones.length)
  })

  it('keep a stored zone that the browser spells differently', () => {
    const known = new Set(timeZonesWith(null))
    const other = ['Asia/Kolkata', 'Asia/Calcutta'].find((zone) => !known.has(zone)) ?? 'Etc/GMT+5'
    expect(timeZonesWith(other)).toContain(other)
    expect(timeZonesWith('Europe/London')).toEqual([...known])
  })

  it('are written for people, with their distance from universal time', () => {
    expect(zoneLabel('America/New_York')).toBe('America/New York')
    expect(zoneOffset('Asia/Tokyo')).toBe('GMT+9')
    expect(zoneOffset('Nowhere/Land')).toBe('')
  })
})
