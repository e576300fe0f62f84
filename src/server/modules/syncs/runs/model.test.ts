import { describe, expect, it } from 'vitest'
import { percentOf, runOf, secondsLeftOf, type Phase, type RunRow } from './model.ts'

const phase = (name: Phase['name'], state: Phase['state'], read = 0, total: number | null = null): Phase => ({
  name,
  state,
  read,
  total,
  pages: 0,
})

describe('The progress of a run', () => {
  const running = [
    phase('pipelines', 'done', 1),
    phase('contacts', 'running', 500, 1000),
    phase('opportunities', 'waiting', 0, 999),
  ]

  it("is counted in records of the vendor's total [SYNC-07]", () => {
    expect(percentOf(running, 'running')).toBe(25)
    expect(secondsLeftOf(running, 100)).toBe(15)
  })

  it('is unknown while the total of contacts, opportunities or days of spend is unknown', () => {
    expect(percentOf([phase('contacts', 'running', 500)], 'running')).toBeNull()
    expect(percentOf([phase('spend', 'running', 500)], 'running')).toBeNull()
    expect(secondsLeftOf([phase('contacts', 'running', 500)], 100)).toBeNull()
    expect(secondsLeftOf(running, 0)).toBeNull()
  })

  it('is never 100% before the end, even when more records came than announced', () => {
    expect(percentOf([phase('contacts', 'running', 1200, 1000), phase('reconcile', 'waiting')], 'running')).toBe(99)
    expect(percentOf([phase('contacts', 'done', 1000, 1000)], 'done')).toBe(100)
    expect(percentOf([], 'queued')).toBe(0)
  })
})

describe('A run', () => {
  const noon = new Date('2026-11-03T12:00:00.000Z')
  const row: RunRow = {
    id: '0193-run',
    client_id: '0193-client',
    integration_id: '0193-source',
    kind: 'incremental',
    origin: 'user',
    actor: 'maya@example.com',
    status: 'partial',
    phase: 'contacts',
    phases: [{ name: 'contacts', state: 'running', read: 500, total: 1000, pages: 5 }],
    records: 500,
    created: 400,
    changed: 50,
    unchanged: 50,
    deleted: 0,
    merged: 0,
    rejected: 0,
    pages: 5,
    requests: 6,
    rate: 100,
    cancel_requested: false,
    cursor: null,
    failures: 1,
    heartbeat_at: noon,
    lease_token: null,
    lease_until: null,
    error_kind: 'rate_limited',
    error_text: 'HubSpot asks us to wait.',
    technical: 'contacts: status 429',
    waiting_until: null,
    resume_at: noon,
    created_at: noon,
    started_at: noon,
    finished_at: null,
  }

  it('is the same from its row and from its row as JSON, as lists of sources use it', () => {
    const asJson = { ...row, heartbeat_at: null, resume_at: '2026-11-03T12:00:00+00:00', created_at: '2026-11-03T13:00:00+01:00' }
    const json = { ...asJson, lease_until: null, waiting_until: null, started_at: '2026-11-03T12:00:00Z', finished_at: null }
    expect(runOf(json, 'member')).toEqual(runOf(row, 'member'))
    expect(runOf(row, 'member')).toMatchObject({ percent: 50, seconds_left: 5, resume_at: noon.toISOString(), finished_at: null })
  })

  it('shows staff the technical detail and the user masked, and the account the other way round', () => {
    expect(runOf(row, 'staff')).toMatchObject({ technical: 'contacts: status 429', actor: expect.stringMatching(/^m•+@/) })
    expect(runOf(row, 'member')).not.toHaveProperty('technical')
    expect(runOf(row, 'member').actor).toBe('maya@example.com')
  })
})
