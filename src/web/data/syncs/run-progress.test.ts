import { describe, expect, it } from 'vitest'
import type { checkIntegrationStatus } from '#contract/integrations/configs.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { Reply } from '#contract/kit/route.ts'
import type { Run } from '#contract/syncs/runs.ts'
import { hasRunning, isOutdated, withProgress } from './run-progress.ts'

type Status = Reply<typeof checkIntegrationStatus>['items'][number]

const source = (id: string, run: Partial<Run> | null) => ({ id, last_run: run }) as Integration
const status = (integration_id: string, more: Partial<Status>) =>
  ({ integration_id, rows: 0, percent: null, phase: null, ...more }) as Status

const hubspot = source('hubspot', { id: 'r1', status: 'running', percent: 10, phase: 'owners', records: 40 })
const sheet = source('sheet', { id: 'r2', status: 'done', percent: 100, records: 7 })

describe('Progress without the live stream [API-18] [SYNC-07]', () => {
  it('is polled while a sync is running', () => {
    expect([hasRunning([hubspot, sheet]), hasRunning([sheet, source('new', null)])]).toEqual([true, false])
  })

  it('updates the running run and nothing else', () => {
    const statuses = [status('hubspot', { run_id: 'r1', run_status: 'running', phase: 'contacts', percent: 60, rows: 240 })]
    expect(isOutdated([hubspot, sheet], statuses)).toBe(false)
    const [moved, same] = withProgress([hubspot, sheet], statuses)
    expect(moved?.last_run).toMatchObject({ id: 'r1', percent: 60, phase: 'contacts', records: 240 })
    expect(same).toBe(sheet)
  })

  it.each([
    ['has ended', status('hubspot', { run_id: 'r1', run_status: 'done' })],
    ['was followed by another one', status('hubspot', { run_id: 'r9', run_status: 'running' })],
    ['belongs to a source that no longer exists', status('other', {})],
  ])('fetches the list again when the run %s', (_what, reported) => {
    expect(isOutdated([hubspot, sheet], [reported])).toBe(true)
    expect(withProgress([hubspot], [reported])).toEqual([hubspot])
  })
})
