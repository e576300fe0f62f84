// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CriteriaPreview, CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import type { Receipt, Shared } from '#contract/connections/sharing.ts'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import type { Agreement } from '#web/data/connections/agreements.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { SessionContext } from '#web/lib/identity/session.ts'
import { connectionMessages } from '#web/messages/en-connections.ts'
import { criteriaMessages } from '#web/messages/en-criteria.ts'
import { sharingMessages } from '#web/messages/en-sharing.ts'
import { answerCalls } from '#web/testing/calls.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { draftVersion, previewOf } from '../criteria/testing.ts'
import { AgreementView } from '../review/AgreementView.tsx'
import { narrowedReceipt, receivedByHelio, sentToHelio, sharedByHelio } from '../testing.ts'
import { HealthNote } from './HealthNote.tsx'
import { Receipts } from './Receipts.tsx'

const inForce: CriteriaVersion = { ...draftVersion, state: 'in_force', inForceFrom: '2026-11-15T10:00:00.000Z' }

let shared: Shared = sharedByHelio
let agreement: Agreement = { versions: [inForce], comments: [] }
let receipts: Receipt[] = []
let receiptsTotal: number | undefined

const replies: Record<string, (body: unknown) => unknown> = {
  getShared: () => shared,
  getCriteria: () => agreement,
  listReceipts: () => ({ items: receipts, total: receiptsTotal ?? receipts.length }),
  previewCriteria: () => previewOf(2318),
}

vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)

useDocument()
beforeAll(() => {
  addTranslations('connections', connectionMessages)
  addTranslations('criteria', criteriaMessages)
  addTranslations('sharing', sharingMessages)
})
beforeEach(() => {
  answerCalls((name, { body }) => replies[name]?.(body))
  shared = sharedByHelio
  agreement = { versions: [inForce], comments: [] }
  receipts = []
  receiptsTotal = undefined
})

const active = {
  state: 'ACTIVE',
  status: 'active',
  versionInForce: 1,
  partnerId: '0199f3c2-0000-7000-8000-000000000001',
} as const
const forAna: Connection = { ...sentToHelio, ...active, allowedActions: ['view', 'request_data', 'cancel'] }
const forMarcus: Connection = { ...receivedByHelio, ...active, integration: 'HubSpot', allowedActions: ['view', 'save_criteria'] }

const open = async (connection: Connection, isAdmin = true) => {
  const session = {
    user: {
      role: isAdmin ? 'admin' : 'user',
      isOwner: isAdmin,
      isStaff: false,
      client: { type: connection.side },
    } as CurrentUser,
    changeUser: () => undefined,
    signOut: async () => undefined,
    onRefused: () => undefined,
  }
  const rootRoute = createRootRoute({
    component: () => (
      <SessionContext value={session}>
        <HealthNote connection={connection} />
        <AgreementView connection={connection}>{null}</AgreementView>
        <Receipts connection={connection} />
      </SessionContext>
    ),
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  draw(<RouterProvider router={router as never} />)
  await screen.findByText('Versions')
}

describe('What is shared now [PARTNER-07]', () => {
  it('is told to the agency in figures of this moment, with a way to the contacts', async () => {
    shared = { ...sharedByHelio, contacts: 2325, opportunities: 1300, withdrawn: 12 }
    await open(forAna)
    expect(await screen.findByText('2,325')).toBeDefined()
    expect(screen.getByText('1,300')).toBeDefined()
    expect(screen.getByText('12 contacts no longer match. You keep their outcomes, without names.')).toBeDefined()
    const link = screen.getByRole('link', { name: 'See the contacts' })
    expect(link.getAttribute('href')).toBe(`/contacts?companies=${active.partnerId}`)
  })

  it('is no contact, and no small figure, if only totals are shared', async () => {
    agreement = { versions: [{ ...inForce, typeOfData: 'COUNTS', fields: [] }], comments: [] }
    shared = { ...sharedByHelio, contacts: 40, opportunities: null, withdrawn: null }
    await open(forAna)
    expect(await screen.findByText('Under 5')).toBeDefined()
    expect(screen.getByText(/^Only totals are shared/)).toBeDefined()
    expect(screen.queryByRole('link', { name: 'See the contacts' })).toBeNull()
  })

  it('is shown to the company as the agency sees it', async () => {
    await open(forMarcus)
    expect(await screen.findByRole('heading', { name: 'Contacts as Northlight Growth sees them' })).toBeDefined()
    expect(screen.getByText('maya@example.com')).toBeDefined()
  })

  it.each([
    ['by its sample, without counting it', [['maya@example.com']], 0],
    ['by counting it, if nobody of the sample is shared', [], 1],
  ])('is shown of a large source %s', async (_, rows, calls) => {
    const estimate = { ...previewOf(2300), isEstimate: true, sample: { columns: ['email'], rows, newRows: [] } }
    const count = vi.fn<() => CriteriaPreview>(() => previewOf(3))
    replies['previewCriteria'] = (body) => ((body as { estimate: boolean }).estimate ? estimate : count())
    await open(forMarcus)
    expect(await screen.findByText('maya@example.com')).toBeDefined()
    expect(count).toHaveBeenCalledTimes(calls)
    replies['previewCriteria'] = () => previewOf(2318)
  })

  it('comes after the first sync, whose progress both follow [PARTNER-02]', async () => {
    shared = { ...sharedByHelio, syncPercent: 62 }
    await open({ ...forAna, state: 'IN_PROCESS', status: 'in process' })
    expect(await screen.findByText('62 %')).toBeDefined()
    expect(screen.getByRole('progressbar', { name: 'First sync' }).getAttribute('value')).toBe('62')
    expect(screen.getByText(/^Helio Solar syncs its source for the first time/)).toBeDefined()
  })

  it('is prepared again, without figures, when a later version shares less', async () => {
    shared = { ...sharedByHelio, contacts: null, opportunities: null, withdrawn: null, isPreparing: true }
    await open(forAna)
    expect(await screen.findByText('Helio Solar changed what it shares. You see nothing until this is done.')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'What you will see' })).toBeDefined()
    expect(screen.getAllByText('When sent')).toHaveLength(2)
    expect(screen.queryByText(/under 5/i)).toBeNull()
    cleanup()
    await open(forMarcus)
    expect(await screen.findByRole('progressbar', { name: 'Taking back…' })).toBeDefined()
    expect(screen.getByText('Northlight Growth sees nothing until this is done.')).toBeDefined()
    expect(screen.queryByText(/sees now|contacts now|sees them/)).toBeNull()
  })

  it('is, until it is prepared, how much it was when it was sent, and says so', async () => {
    await open({ ...forMarcus, state: 'IN_PROCESS', status: 'in process' })
    expect(await screen.findByRole('heading', { name: 'What Northlight Growth will see' })).toBeDefined()
    expect(screen.getByText('2,318').parentElement?.textContent).toBe('Contacts2,318When sent')
  })

  it('can be loaded again if that failed', async () => {
    let isDown = true
    replies['getShared'] = () => {
      if (isDown) throw new ApiError({ code: 'UNAVAILABLE', detail: 'The server is busy.' })
      return shared
    }
    await open(forAna)
    expect((await screen.findByRole('alert')).textContent).toContain("We couldn't load this.")
    expect(screen.queryByText('Opportunities')).toBeNull()
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('2,318')).toBeDefined()
    replies['getShared'] = () => shared
  })

  it('tells the company what the agency asks for, until a new version is sent', async () => {
    const asked = {
      id: sentToHelio.id,
      side: 'AGENCY',
      by: 'Northlight Growth',
      kind: 'data_requested',
      text: 'Please add the city',
      createdAt: '2026-11-16T10:00:00.000Z',
    } as const
    agreement = { versions: [inForce], comments: [asked] }
    await open(forMarcus)
    expect(screen.getByText('Northlight Growth asks for more data:')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Change what is shared' }).getAttribute('href')).toBe(
      `/settings/connections/${sentToHelio.id}/criteria`,
    )
  })

  it('tells nothing of a request that a later version answered', async () => {
    const asked = { id: sentToHelio.id, side: 'AGENCY', by: 'Northlight', kind: 'data_requested', text: 'More' } as const
    agreement = {
      versions: [{ ...inForce, submittedAt: '2026-11-17T10:00:00.000Z' }],
      comments: [{ ...asked, createdAt: '2026-11-16T10:00:00.000Z' }],
    }
    await open(forMarcus)
    expect(screen.queryByText(/asks for more data/)).toBeNull()
  })
})

describe('A source that stopped', () => {
  it('is told to the company with the step that repairs it', async () => {
    await open({ ...forMarcus, health: 'source_disconnected' })
    expect(screen.getByRole('alert').textContent).toContain(
      'HubSpot is disconnected. Northlight Growth sees what you shared last until you reconnect it. After 90 days',
    )
    const link = await screen.findByRole('link', { name: 'Reconnect' })
    expect(link.getAttribute('href')).toBe(`/settings/integrations/${inForce.criteria?.integration_id}`)
  })

  it('is told to both if it was erased, with what was shared of it', async () => {
    shared = { ...sharedByHelio, contacts: 0, opportunities: 0, lastSyncAt: null, isSourceErased: true }
    await open({ ...forMarcus, health: 'source_disconnected' })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Your source was erased, so what Northlight Growth saw of it was erased too. You can share another source.',
    )
    expect(screen.queryByRole('link', { name: 'Reconnect' })).toBeNull()
    cleanup()
    await open({ ...forAna, health: 'source_disconnected' })
    expect((await screen.findByRole('alert')).textContent).toContain('Helio Solar erased its source')
  })

  it('is told to the agency with the day of its data', async () => {
    await open({ ...forAna, health: 'source_error' })
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain(
        'The source of Helio Solar stopped syncing. You see the data of Nov 16, 2026 until Helio Solar fixes it.',
      ),
    )
    expect(screen.queryByRole('link', { name: 'Fix the source' })).toBeNull()
  })
})

describe('The receipts of what was erased [PARTNER-07]', () => {
  it('say how much of what, and are saved as they are', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:receipt'
    })
    receipts = [narrowedReceipt]
    await open(forAna)
    expect(await screen.findByText('Version 2 shares less')).toBeDefined()
    expect(screen.getByText('Erased')).toBeDefined()
    expect(screen.getByText('318 of 318')).toBeDefined()
    expect(screen.getByText('1,204 of 1,204')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: /^Download the receipt of Nov 16, 2026/ }))
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(narrowedReceipt)
  })

  it('are for no user of the company who is not an admin [USER-02]', async () => {
    const asked: string[] = []
    answerCalls((name, { body }) => {
      asked.push(name)
      return replies[name]?.(body)
    })
    receipts = [narrowedReceipt]
    await open(forMarcus, false)
    await screen.findByText('2,318')
    expect(asked).not.toContain('listReceipts')
  })

  it('are for users of the agency, too', async () => {
    receipts = [{ ...narrowedReceipt, hash: null }]
    await open(forAna, false)
    expect(await screen.findByText('Version 2 shares less')).toBeDefined()
  })

  it('are five at first, and more on request', async () => {
    receipts = [narrowedReceipt]
    receiptsTotal = 6
    await open(forAna)
    await screen.findByText('Version 2 shares less')
    receipts = [{ ...narrowedReceipt, id: sentToHelio.id, version: 1, kind: 'excluded' }]
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(screen.getAllByText('Erased')).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('say that records are still being erased, and then that some are left', async () => {
    const [kept] = [{ name: 'Contacts', found: 3, removed: 2, failed: 1 }]
    receipts = [
      { ...narrowedReceipt, id: sentToHelio.id, kind: 'ended', version: null, finishedAt: null, stores: [], hash: null },
      { ...narrowedReceipt, stores: [kept] },
    ]
    await open(forMarcus)
    expect(await screen.findByText('Erasing…')).toBeDefined()
    expect(screen.getByText('Not complete')).toBeDefined()
    expect(screen.getAllByRole('button', { name: /^Download/ })).toHaveLength(1)
  })

  it('name the files that nobody can recall', async () => {
    const file = { what: 'Implants.csv', who: 'Ben Castillo', userId: 'ben', when: '2026-11-10T10:00:00.000Z' }
    receipts = [{ ...narrowedReceipt, cannotRecall: [file] }]
    await open(forMarcus)
    expect(await screen.findByText('Implants.csv, Ben Castillo, Nov 10, 2026')).toBeDefined()
  })
})
