// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from 'vitest'
import type { Run } from '#contract/syncs/runs.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { syncMessages } from '#web/messages/en-syncs.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { RunResult } from './RunResult.tsx'
import type { Running } from './run-state.ts'

useDocument()
beforeAll(() => addTranslations('syncs', syncMessages))

const ended = (run: Partial<Run>) =>
  ({
    id: '1b7f3c52-7a55-4f0e-9f0d-0f6f4f1f2a01',
    name: 'HubSpot',
    vendor: 'HubSpot',
    account: null,
    status: 'active',
    abilities: ['contacts'],
    removal: null,
    last_success_at: '2026-11-15T10:00:00Z',
    last_run: {
      status: 'done',
      kind: 'incremental',
      records: 74,
      created: 2,
      changed: 0,
      deleted: 0,
      rejected: 0,
      percent: 100,
      phases: [{ name: 'contacts', state: 'done', read: 74, total: 74, pages: 1 }],
      finished_at: '2026-11-15T10:00:00Z',
      ...run,
    },
  }) as Running

describe('An ended run on the page of a source [SYNC-07]', () => {
  it('is one line with its counts', () => {
    const { container } = draw(<RunResult source={ended({})} />)
    expect(container.textContent).toContain('Latest syncDone74 records read, 2 new')
  })

  it('says why it failed', () => {
    const why = { status: 'failed', records: 1, error_kind: 'unavailable', error_text: "HubSpot didn't respond." } as const
    const { container } = draw(<RunResult source={ended(why)} />)
    expect(container.textContent).toContain('Failed1 record read')
    expect(container.textContent).toContain("HubSpot didn't respond.")
  })

  it('is on hold once an admin has decided about its removal', () => {
    const held = { status: 'failed', error_kind: 'held' } as const
    expect(draw(<RunResult source={ended(held)} />).container.textContent).toContain('On hold')
    const removal = { contacts: 40, opportunities: 0 } as unknown as Running['removal']
    expect(draw(<RunResult source={{ ...ended(held), removal }} />).container.textContent).toContain('Needs approval')
  })
})
