// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CriteriaPreview, CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import type { Criteria } from '#contract/criteria/criteria.ts'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { SessionContext } from '#web/lib/identity/session.ts'
import { criteriaMessages } from '#web/messages/en-criteria.ts'
import { answerCalls } from '#web/testing/calls.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { ToastArea } from '#web/ui/toasts/ToastArea.tsx'
import { receivedByHelio } from '../testing.ts'
import { Builder } from './Builder.tsx'
import { draftVersion, hubspot, previewOf, taggedOnly } from './testing.ts'

interface Sent {
  name: string
  body?: Record<string, unknown>
}

const sent: Sent[] = []
let answer: Connection = { ...receivedByHelio, state: 'SUBMITTED', pendingVersion: 1 }
const refusals = new Map<string, ApiError>()
const replies: Record<string, (body: { criteria?: Criteria; estimate?: boolean }) => unknown> = {
  previewCriteria: () => previewOf(2318),
  saveCriteria: () => ({ ...draftVersion, textHash: 'sha256:saved' }),
  submitCriteria: () => answer,
  listExclusions: () => ({ tag: 'private', items: [], total: 0 }),
  listCriteriaValues: () => ({ items: [{ value: 'northlight', label: 'northlight', count: 2318 }], is_approximate: false }),
  listCriteriaSourceFields: () => ({
    items: [{ name: 'Treatment plan', fill_rate: 1, values: 3, examples: ['Implants'] }],
    is_approximate: false,
  }),
}

vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)

useDocument()
beforeAll(() => addTranslations('criteria', criteriaMessages))
beforeEach(() => {
  answerCalls((name, { body }) => {
    if (body) sent.push({ name, body })
    const refused = refusals.get(name)
    if (refused) throw refused
    return replies[name]?.(body ?? {})
  })
  sent.length = 0
  refusals.clear()
})

const session = {
  user: { role: 'admin', isOwner: true, isStaff: false, client: { type: 'COMPANY', name: 'Helio Solar' } } as CurrentUser,
  changeUser: () => undefined,
  signOut: async () => undefined,
  onRefused: () => undefined,
}

const onStale = vi.fn<() => void>()

const open = async (versions: CriteriaVersion[], change: Partial<Connection> = {}) => {
  const connection: Connection = {
    ...receivedByHelio,
    state: 'DRAFT',
    allowedActions: ['save_criteria', 'submit'],
    ...change,
  }
  const rootRoute = createRootRoute({
    component: () => (
      <SessionContext value={session}>
        <Builder connection={connection} versions={versions} sources={[hubspot]} onStale={onStale} />
        <ToastArea />
      </SessionContext>
    ),
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  draw(<RouterProvider router={router as never} />)
  await screen.findByText('What Helio Solar shares')
}

const withCriteria = (change: Partial<Criteria>): CriteriaVersion[] => [
  { ...draftVersion, criteria: { ...taggedOnly, ...change } },
]
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const acknowledge = async () => {
  await userEvent.click(screen.getByLabelText(/^I understand that personal data/))
  await userEvent.click(screen.getByLabelText(/^I agree to the privacy/))
}
const names = () => sent.map(({ name }) => name).filter((name) => name !== 'previewCriteria')

describe('Sending criteria to review [PARTNER-06] [VAL-09]', () => {
  it('needs both acknowledgements, then saves and confirms exactly what was saved', async () => {
    await open([draftVersion])
    await press('Save and send to review')
    expect(await screen.findAllByText('Please confirm this to send it.')).toHaveLength(2)
    expect(names()).toEqual([])
    await acknowledge()
    await press('Save and send to review')
    expect(await screen.findByText('Sharing criteria saved and sent for review')).toBeDefined()
    expect(names()).toEqual(['saveCriteria', 'submitCriteria'])
    expect(sent.at(-1)?.body).toEqual({ textHash: 'sha256:saved', ackPersonalData: true, ackPolicy: true })
  })

  it('asks for the name of the agency when everyone is shared', async () => {
    await open(withCriteria({ filter: { all: [] } }))
    await acknowledge()
    await press('Save and send to review')
    expect(await screen.findByText('This is not the name of the account')).toBeDefined()
    expect(names()).toEqual([])
    await userEvent.type(screen.getByLabelText(/Type Northlight Growth to confirm/), 'Northlight Growth')
    await press('Save and send to review')
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ everything: 'Northlight Growth' }))
  })

  it('asks why a field is shared that looks sensitive', async () => {
    await open(withCriteria({ type_of_data: 'FIELDS', fields: ['email'] }))
    expect(await screen.findByText('Off, looks like health data')).toBeDefined()
    await userEvent.click(screen.getByLabelText('Treatment plan'))
    await acknowledge()
    await press('Save and send to review')
    expect(names()).toEqual([])
    await userEvent.type(screen.getByLabelText('Why do you share Treatment plan?'), 'They plan the campaigns by it')
    await press('Save and send to review')
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ sensitiveReason: 'They plan the campaigns by it' }))
  })

  it('shows which condition is incomplete', async () => {
    await open([])
    expect(screen.getByText('Complete the conditions and fields to see the preview.')).toBeDefined()
    await press('Save draft')
    expect(await screen.findByText('Choose at least one value.')).toBeDefined()
    expect(sent).toEqual([])
  })

  it('says that somebody else changed it, and starts again', async () => {
    refusals.set('saveCriteria', new ApiError({ code: 'STALE_VERSION', detail: 'This was changed meanwhile.' }))
    await open([draftVersion])
    await press('Save draft')
    expect(await screen.findByText('This was changed meanwhile.')).toBeDefined()
    expect(onStale).toHaveBeenCalledOnce()
  })
})

describe('Sending criteria with an invitation [PARTNER-05] [VAL-09]', () => {
  it('says that the agency sees nothing yet, needs both acknowledgements, and says when it is reviewed', async () => {
    answer = { ...receivedByHelio, state: 'INVITED' }
    await open([draftVersion], { state: 'INVITED' })
    expect(screen.getByText(/^Northlight Growth sees nothing of this before accepting your invitation/)).toBeDefined()
    await press('Save and send with invitation')
    expect(await screen.findAllByText('Please confirm this to send it.')).toHaveLength(2)
    await acknowledge()
    await press('Save and send with invitation')
    expect(await screen.findByText('Saved. Northlight Growth gets it to review when they accept the invitation')).toBeDefined()
    expect(names()).toEqual(['saveCriteria', 'submitCriteria'])
  })

  it('shows what was sent, and that saving a draft takes it out', async () => {
    await open([{ ...draftVersion, acknowledgedAt: '2026-11-14T10:00:00.000Z' }], { state: 'INVITED' })
    expect(screen.getByText('Sent with the invitation')).toBeDefined()
    expect(screen.getByText('Save draft takes it out of the invitation until you send it again.')).toBeDefined()
  })
})

describe('The draft after inviting again [PARTNER-05]', () => {
  it('says where it comes from, and what the source no longer has', async () => {
    await open([{ ...draftVersion, leftOut: ['Pipeline Implants'] }], { state: 'INVITED' })
    expect(screen.getByText(/started this draft from what you shared with Northlight Growth before/).textContent).toContain(
      'left it out: Pipeline Implants.',
    )
  })
})

describe('Discarding a draft [PARTNER-06]', () => {
  it('is asked first, and says where it goes on', async () => {
    await open(
      [
        { ...draftVersion, version: 2 },
        { ...draftVersion, state: 'returned' },
      ],
      {
        allowedActions: ['save_criteria', 'discard', 'submit'],
      },
    )
    await press('Discard draft')
    expect(screen.getByText('You continue from version 1. Northlight Growth never saw this draft.')).toBeDefined()
    expect(names()).toEqual([])
    await press('Discard')
    expect(await screen.findByText('Draft discarded')).toBeDefined()
    expect(sent.at(-1)).toEqual({ name: 'discardCriteria', body: { version: 1 } })
  })

  it('is not offered while nothing is saved', async () => {
    await open([])
    expect(screen.queryByRole('button', { name: 'Discard draft' })).toBeNull()
  })
})

describe('The builder of criteria [PARTNER-06]', () => {
  it('counts again after a change, and says what is never shared', async () => {
    await open([draftVersion])
    expect(await screen.findByText('2,318')).toBeDefined()
    expect(screen.getByRole('link', { name: /Change who is never shared$/ }).textContent).toMatch(/^private37 contacts/)
    expect(within(screen.getByRole('table')).getByText('maya@example.com')).toBeDefined()
    await press('Remove condition 1')
    expect(screen.getByText('Unsaved changes')).toBeDefined()
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ criteria: { filter: { all: [] } } }))
  })

  it('estimates the counts of a large source first, and shows them as an estimate until they are exact', async () => {
    const count = Promise.withResolvers<CriteriaPreview>()
    replies['previewCriteria'] = ({ estimate }) =>
      estimate ? { ...previewOf(2300), shared: { contacts: 2300, opportunities: 0 }, isEstimate: true } : count.promise
    await open([draftVersion])
    expect(await screen.findByText('2,300')).toBeDefined()
    expect(screen.getByText('Few')).toBeDefined()
    expect(screen.getAllByText('Estimate')).toHaveLength(2)
    expect(screen.getByText('1 of about 2,300')).toBeDefined()
    expect(screen.getByText('Counting all contacts')).toBeDefined()
    count.resolve(previewOf(2318))
    expect(await screen.findByText('2,318')).toBeDefined()
    expect(screen.getByText('Live preview')).toBeDefined()
    expect(screen.queryByText('Estimate')).toBeNull()
    replies['previewCriteria'] = () => previewOf(2318)
  })

  it('keeps the estimate when the exact counts take too long, and says so', async () => {
    replies['previewCriteria'] = ({ estimate }) => {
      if (estimate) return { ...previewOf(2300), isEstimate: true }
      throw new ApiError({ code: 'UNAVAILABLE', detail: 'Counting takes too long right now.' })
    }
    await open([draftVersion])
    expect(await screen.findByText(/Counting takes too long right now/)).toBeDefined()
    expect(screen.getByText('2,300')).toBeDefined()
    expect(screen.getAllByText('Estimate')).toHaveLength(2)
    replies['previewCriteria'] = () => previewOf(2318)
  })

  it('compares with the version in force', async () => {
    const changed = (contacts: number) => ({ contacts, opportunities: 0, names: [] })
    replies['previewCriteria'] = () => ({ ...previewOf(2318), change: { added: changed(220), removed: changed(6) } })
    const inForce: CriteriaVersion = { ...draftVersion, state: 'in_force', inForceFrom: '2026-03-04T10:00:00.000Z' }
    await open([{ ...draftVersion, version: 2 }, inForce], { versionInForce: 1 })
    expect(await screen.findByText('+214')).toBeDefined()
    expect(screen.getByText('Same as version 1')).toBeDefined()
    expect(screen.getByText(/Version 1 has been in force since Mar 4, 2026. You're editing version 2./)).toBeDefined()
    replies['previewCriteria'] = () => previewOf(2318)
  })

  it('offers what the builder sets beside conditions: purpose, what matches, and what stays [PARTNER-06]', async () => {
    await open([draftVersion])
    await userEvent.clear(screen.getByLabelText('Purpose'))
    await press('Save draft')
    expect(await screen.findByText('Enter what the data is for.')).toBeDefined()
    expect(names()).toEqual([])
    await userEvent.type(screen.getByLabelText('Purpose'), 'campaign reports')
    await userEvent.selectOptions(screen.getByLabelText('Matched by'), 'Opportunities, with their contacts')
    await userEvent.selectOptions(screen.getByLabelText('If a contact no longer matches'), 'Remove everything')
    await press('Save draft')
    await waitFor(() =>
      expect(sent.find(({ name }) => name === 'saveCriteria')?.body).toMatchObject({
        criteria: { purpose: 'campaign reports', match_on: 'opportunity', on_leave: 'remove' },
      }),
    )
  })

  it('offers a retry when the preview fails', async () => {
    refusals.set('previewCriteria', new ApiError({ code: 'UNAVAILABLE', detail: 'Counting takes too long right now.' }))
    await open([draftVersion])
    expect(await screen.findByText(/Counting takes too long right now/)).toBeDefined()
    refusals.clear()
    await press('Try again')
    expect(await screen.findByText('2,318')).toBeDefined()
  })

  it('keeps a filter that it cannot show until it is replaced', async () => {
    await open(withCriteria({ filter: { not: { field: 'tag', op: 'has_any', values: ['radio'] } } }))
    expect(screen.getByText(/deeper than the builder shows/)).toBeDefined()
    expect(screen.queryByLabelText('Field, condition 1')).toBeNull()
    await press('Replace')
    expect(screen.getByLabelText('Field, condition 1')).toBeDefined()
  })
})

describe('A change of what is shared [PARTNER-06]', () => {
  const inForce: CriteriaVersion = { ...draftVersion, state: 'in_force', inForceFrom: '2026-03-04T10:00:00.000Z' }
  const counted = (contacts: number) => ({ contacts, opportunities: 0, names: [] })
  const openChanged = async (change: Partial<Criteria>, counts: { added: number; removed: number }) => {
    const changed = { added: counted(counts.added), removed: counted(counts.removed) }
    answerCalls((name, { body }) => {
      if (body) sent.push({ name, body })
      if (name === 'previewCriteria') return { ...previewOf(2000), change: changed }
      if (name === 'submitCriteria') return { ...receivedByHelio, state: 'ACTIVE', versionInForce: 2, pendingVersion: null }
      return replies[name]?.(body ?? {})
    })
    await open([{ ...draftVersion, version: 2, criteria: { ...taggedOnly, ...change } }, inForce], { versionInForce: 1 })
  }

  it('takes effect immediately if it can only share less, and says what the agency loses', async () => {
    await openChanged({ type_of_data: 'OUTCOMES' }, { added: 0, removed: 318 })
    expect(await screen.findByText(/^You share less. This takes effect immediately/)).toBeDefined()
    expect(screen.getByText(/It loses 318 contacts./)).toBeDefined()
    await acknowledge()
    await press('Save and share less now')
    expect(await screen.findByText('Sharing criteria saved. Northlight Growth sees less from now on')).toBeDefined()
  })

  it('waits for the agency if it shares more', async () => {
    await openChanged({ allow_export: true }, { added: 0, removed: 0 })
    expect(await screen.findByText(/Northlight Growth must accept it, and version 1 stays in force until then/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Save and send to review' })).toBeDefined()
  })

  it('waits for the agency, too, if stricter criteria share somebody new today', async () => {
    await openChanged({ type_of_data: 'OUTCOMES' }, { added: 2, removed: 318 })
    expect(await screen.findByText(/must accept it/)).toBeDefined()
  })

  it('is none if nothing differs, and a reset leads back to it', async () => {
    await openChanged({ allow_export: true }, { added: 0, removed: 0 })
    await press('Reset to version 1')
    expect(await screen.findByText('This is what you share already.')).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save and send to review' }).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Reset to version 1' })).toBeNull()
  })
})
