import { describe, expect, it } from 'vitest'
import type { Integration } from '#contract/integrations/integrations.ts'
import { mainReason, mayRepair, sourceStateOf, summaryOf, troubledSources } from './source-state.ts'

const source = (facts: Partial<Integration>): Integration =>
  ({
    id: 'helio',
    category: 'crm',
    abilities: ['contacts', 'opportunities'],
    status: 'active',
    needs: null,
    last_run: null,
    is_failing: false,
    removal: null,
    skipped: 0,
    last_success_at: '2026-11-16T09:00:00Z',
    contacts: 0,
    opportunities: 0,
    ...facts,
  }) as Integration

describe('A source on Home', () => {
  it('is fresh after a sync, and waiting before the first one', () => {
    expect(sourceStateOf(source({}))).toBe('fresh')
    expect(sourceStateOf(source({ last_success_at: null }))).toBe('waiting')
  })

  it('shows that it needs reconnecting or setup before any other state', () => {
    expect(sourceStateOf(source({ status: 'error', is_failing: true }))).toBe('reconnect')
    expect(sourceStateOf(source({ needs: 'table', last_success_at: null }))).toBe('setup')
  })

  it('is in trouble when revoked, when a removal waits for approval, when it needs setup or when it fails, in that order; a disconnected one is not', () => {
    const list = [
      source({ id: 'sheet', needs: 'table' }),
      source({ id: 'failing', is_failing: true }),
      source({ id: 'held', removal: { contacts: 30, opportunities: 0 } }),
      source({ id: 'gone', status: 'disconnected' }),
      source({ id: 'revoked', status: 'error' }),
      source({ id: 'well' }),
    ]
    expect(troubledSources(list).map((entry) => [entry.source.id, entry.trouble])).toEqual([
      ['revoked', 'reconnect'],
      ['held', 'removal'],
      ['sheet', 'setup'],
      ['failing', 'failing'],
    ])
  })
})

describe('The button next to a source in trouble', () => {
  const all = ['reconnect', 'removal', 'setup', 'failing'] as const
  const offeredTo = (right: string) => all.filter((trouble) => mayRepair((_, needed) => needed === right, trouble))

  it('is for users who may do the repair: only users who may approve removals can review one', () => {
    expect(offeredTo('w')).toEqual(['reconnect', 'setup', 'failing'])
    expect(offeredTo('x')).toEqual(['removal', 'failing'])
    expect(offeredTo('nothing')).toEqual(['failing'])
  })
})

describe('The key numbers of Home', () => {
  it('add up connected sources and leave out disconnected ones', () => {
    const list = [
      source({ contacts: 1200, opportunities: 300 }),
      source({ contacts: 34, opportunities: 4, status: 'error', last_success_at: '2026-11-16T10:00:00Z' }),
      source({ category: 'social', abilities: ['spend'] }),
      source({ contacts: 99, opportunities: 9, status: 'disconnected', last_success_at: '2026-11-16T11:00:00Z' }),
    ]
    expect(summaryOf(list)).toEqual({
      connected: 3,
      withContacts: 2,
      upToDate: 2,
      syncing: 0,
      paused: 0,
      waiting: 0,
      troubled: 1,
      skipped: 0,
      skippedBy: null,
      contacts: 1234,
      opportunities: 304,
      lastSync: '2026-11-16T10:00:00Z',
    })
  })

  it('count skipped rows of sources that are otherwise up to date, and name the source if there is only one', () => {
    const sheet = source({ id: 'sheet', skipped: 3 })
    expect(sourceStateOf(sheet)).toBe('skipping')
    expect(summaryOf([sheet, source({})])).toMatchObject({ upToDate: 2, skipped: 3, skippedBy: 'sheet' })
    expect(summaryOf([sheet, source({ skipped: 1 })])).toMatchObject({ upToDate: 2, skipped: 4, skippedBy: null })
    expect(mainReason(summaryOf([sheet]))).toBeUndefined()
  })

  const run = (facts: object) => ({ last_run: facts as Integration['last_run'] })
  const syncing = source(run({ status: 'running', resume_at: null }))
  const paused = source(run({ status: 'partial', resume_at: '2026-11-16T12:00:00Z' }))
  const waiting = source({ last_success_at: null })

  it('count as syncing only sources that sync now, not those that are paused or were never synced', () => {
    expect(summaryOf([syncing, paused, waiting, waiting])).toMatchObject({ syncing: 1, paused: 1, waiting: 2, upToDate: 0 })
  })

  it('give one reason why not all sources are up to date, the most urgent first', () => {
    const list = [source({ is_failing: true }), syncing, paused, waiting, source({})]
    expect(list.map((_, left) => mainReason(summaryOf(list.slice(left))))).toEqual([
      'troubled',
      'syncing',
      'paused',
      'waiting',
      undefined,
    ])
  })
})
