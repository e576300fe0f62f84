// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import { allowedActions, connectionStates } from '#contract/connections/transitions.ts'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { SessionContext } from '#web/lib/identity/session.ts'
import { connectionMessages } from '#web/messages/en-connections.ts'
import { sharingMessages } from '#web/messages/en-sharing.ts'
import { answerCalls } from '#web/testing/calls.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { ToastArea } from '#web/ui/toasts/ToastArea.tsx'
import { ConnectionActions } from './detail/ConnectionActions.tsx'
import { draftVersion } from './criteria/testing.ts'
import { EndSection } from './detail/EndSection.tsx'
import { receivedByHelio, sentToHelio, sharedByHelio } from './testing.ts'

interface Sent {
  name: string
  body?: object
}

const sent: Sent[] = []
let refusal: ApiError | undefined
let versions: CriteriaVersion[] = []
let files = 0

vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)

useDocument()
beforeAll(() => {
  addTranslations('connections', connectionMessages)
  addTranslations('sharing', sharingMessages)
})
beforeEach(() => {
  answerCalls((name, { body }) => {
    if (name === 'getShared') return sharedByHelio
    if (name === 'countFiles') return { files }
    if (name === 'getCriteria') return { versions, comments: [] }
    sent.push({ name, ...(body ? { body } : {}) })
    if (refusal) throw refusal
    return sentToHelio
  })
  sent.length = 0
  refusal = undefined
  versions = []
  files = 0
})

const session = (type: 'AGENCY' | 'COMPANY') => ({
  user: { role: 'admin', isOwner: true, isStaff: false, client: { type } } as CurrentUser,
  changeUser: () => undefined,
  signOut: async () => undefined,
  onRefused: () => undefined,
})

const open = async (connection: Connection) => {
  const rootRoute = createRootRoute({
    component: () => (
      <SessionContext value={session(connection.side)}>
        <ConnectionActions connection={connection} />
        <EndSection connection={connection} />
        <output>ready</output>
        <ToastArea />
      </SessionContext>
    ),
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  const drawn = draw(<RouterProvider router={router as never} />)
  await screen.findByText('ready')
  return drawn
}

const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent)
const press = (name: string) => userEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement)

describe('The buttons of a connection [PARTNER-03]', () => {
  const shownIn = async (of: Connection, state: Connection['state']) => {
    const actor = { kind: 'user', side: of.side, isAdmin: true } as const
    const actions = allowedActions({ state, invitedBy: 'AGENCY' }, actor)
    const { unmount } = await open({ ...of, state, allowedActions: actions })
    const shown = [state, ...buttons()]
    unmount()
    return shown
  }

  it('are exactly those that the agency that invited can use', async () => {
    const shown = []
    for (const state of connectionStates) shown.push(await shownIn(sentToHelio, state))
    expect(shown).toEqual([
      ['INVITED', 'Resend invitation', 'Cancel invitation'],
      ['DRAFT', 'End connection'],
      ['SUBMITTED'],
      ['IN_PROCESS', 'End connection'],
      ['ACTIVE', 'Ask for more data', 'End connection'],
      ['CANCELED', 'Invite again', 'Remove from list'],
    ])
  })

  it('are exactly those that the invited company can use', async () => {
    const shown = []
    for (const state of connectionStates) shown.push(await shownIn(receivedByHelio, state))
    expect(shown).toEqual([
      ['INVITED', 'Accept', 'Decline'],
      ['DRAFT', 'End connection'],
      ['SUBMITTED'],
      ['IN_PROCESS', 'End connection'],
      ['ACTIVE', 'End connection'],
      ['CANCELED', 'Invite again', 'Remove from list'],
    ])
  })

  it('are those of the inviter for a company that invited, and a way to what it would share', async () => {
    const actions = allowedActions({ state: 'INVITED', invitedBy: 'COMPANY' }, { kind: 'user', side: 'COMPANY', isAdmin: true })
    await open({ ...sentToHelio, side: 'COMPANY', allowedActions: actions })
    expect(buttons()).toEqual(['Resend invitation', 'Cancel invitation'])
    expect(screen.getByRole('link', { name: 'Choose what to share' })).toBeTruthy()
  })

  it('lead to a draft, and to what was sent with the invitation', async () => {
    const byCompany = { ...sentToHelio, side: 'COMPANY', allowedActions: ['save_criteria', 'discard'] } as const
    const linkOf = async (connection: Connection, name: string) => {
      const { unmount } = await open(connection)
      expect(await screen.findByRole('link', { name })).toBeTruthy()
      unmount()
    }
    versions = [draftVersion]
    for (const state of ['INVITED', 'DRAFT', 'ACTIVE'] as const)
      await linkOf({ ...byCompany, allowedActions: [...byCompany.allowedActions], state }, 'Continue draft')
    versions = [{ ...draftVersion, acknowledgedAt: '2026-11-14T10:00:00.000Z' }]
    await linkOf({ ...byCompany, allowedActions: [...byCompany.allowedActions] }, 'Change what is shared')
  })

  it('are none for a user who is not an admin', async () => {
    await open({ ...receivedByHelio, allowedActions: ['view'] })
    expect(buttons()).toEqual([])
  })
})

describe('What the buttons do [PARTNER-03] [PARTNER-08]', () => {
  it('resends, and says so', async () => {
    await open(sentToHelio)
    await press('Resend invitation')
    await screen.findByText('Invitation sent')
    expect(sent).toEqual([{ name: 'resendConnection' }])
  })

  it('says why an invitation was not sent', async () => {
    refusal = new ApiError({ code: 'ACTION_NOT_ALLOWED', detail: 'Wait ten minutes.' })
    await open(sentToHelio)
    await press('Resend invitation')
    expect(await screen.findByText('Failed to send the invitation. Wait ten minutes.')).toBeTruthy()
  })

  it('accepts with the version on screen', async () => {
    await open({ ...receivedByHelio, version: 3 })
    await press('Accept')
    await screen.findByText('Invitation accepted')
    expect(sent).toEqual([{ name: 'acceptConnection', body: { version: 3 } }])
  })

  it('leads a company without a sync to its sources', async () => {
    refusal = new ApiError({ code: 'SYNC_FIRST', detail: 'You should sync first to accept partner' })
    await open(receivedByHelio)
    await press('Accept')
    await screen.findByText('You should sync first to accept partner.')
    expect(screen.getByRole('link', { name: 'Connect a source' }).getAttribute('href')).toBe('/settings/integrations')
  })

  it('declines with a reason', async () => {
    await open(receivedByHelio)
    await press('Decline')
    await userEvent.type(screen.getByLabelText('Reason (optional)'), 'We work with another agency')
    await press('Decline')
    await screen.findByText('Invitation rejected')
    expect(sent).toEqual([{ name: 'rejectConnection', body: { reason: 'We work with another agency', version: 1 } }])
  })

  it('says why an invitation was neither accepted nor rejected', async () => {
    refusal = new ApiError({ code: 'ACTION_NOT_ALLOWED', detail: 'It was canceled.' })
    await open(receivedByHelio)
    await press('Accept')
    expect(await screen.findByText('Failed to accept the invitation. It was canceled.')).toBeTruthy()
    await press('Decline')
    await press('Decline')
    expect(await screen.findByText('Failed to reject the invitation. It was canceled.')).toBeTruthy()
  })

  it('ends a connection that shares only after the name was typed', async () => {
    await open({ ...sentToHelio, state: 'ACTIVE', allowedActions: ['view', 'cancel'] })
    await press('End connection')
    const dialog = within(screen.getByRole('dialog', { name: 'End the connection with Helio Solar?' }))
    await dialog.findByText('2,318 contacts and 1 opportunity are erased from your account within 15 minutes.')
    const end = dialog.getByRole('button', { name: 'End connection' })
    await userEvent.type(dialog.getByLabelText('Type Helio Solar to confirm'), 'Helio{Enter}')
    expect(end.getAttribute('aria-disabled')).toBe('true')
    expect(sent).toEqual([])
    await userEvent.type(dialog.getByLabelText('Type Helio Solar to confirm'), ' Solar')
    expect(end.getAttribute('aria-disabled')).toBe('false')
    await press('End connection')
    await screen.findByText('Partnering canceled')
    expect(sent).toEqual([{ name: 'cancelConnection', body: { version: 1, name: 'Helio Solar', keepTotals: false } }])
  })

  it.each([
    [0, 'No files with shared contacts were downloaded.'],
    [1, "1 file with shared contacts was downloaded and can't be recalled. The receipt names it."],
    [1204, "1,204 files with shared contacts were downloaded and can't be recalled. The receipt names them."],
  ])('says before the end how many files cannot be recalled: %i', async (downloaded, text) => {
    files = downloaded
    await open({ ...receivedByHelio, state: 'ACTIVE', allowedActions: ['view', 'cancel'] })
    await press('End connection')
    expect(await within(screen.getByRole('dialog')).findByText(text)).toBeTruthy()
  })

  it('lets the company decide whether the agency keeps totals', async () => {
    await open({ ...sentToHelio, side: 'COMPANY', state: 'ACTIVE', allowedActions: ['view', 'cancel'] })
    await press('End connection')
    expect(document.activeElement).toBe(screen.getByLabelText('Type Helio Solar to confirm'))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Let Helio Solar keep totals' }))
    await userEvent.type(screen.getByLabelText('Type Helio Solar to confirm'), 'Helio Solar')
    await press('End connection')
    await screen.findByText('Partnering canceled')
    expect(sent).toEqual([{ name: 'cancelConnection', body: { version: 1, name: 'Helio Solar', keepTotals: true } }])
  })

  it('asks for more data, with a text', async () => {
    await open({ ...sentToHelio, state: 'ACTIVE', allowedActions: ['view', 'request_data'] })
    await press('Ask for more data')
    await press('Send')
    expect(sent).toEqual([])
    await userEvent.type(screen.getByLabelText('What do you need?'), 'Please add the city of each contact')
    await press('Send')
    await screen.findByText('Your request was sent')
    expect(sent).toEqual([{ name: 'requestData', body: { version: 1, text: 'Please add the city of each contact' } }])
  })

  it('asks before it cancels an invitation', async () => {
    await open(sentToHelio)
    await press('Cancel invitation')
    expect(screen.getByText('Cancel the invitation to Helio Solar?')).toBeTruthy()
    await press('Cancel invitation')
    await screen.findByText('Partnering canceled')
    expect(sent).toEqual([{ name: 'cancelConnection', body: { version: 1 } }])
  })

  const ended = { ...sentToHelio, state: 'CANCELED' as const, allowedActions: ['view', 'remove', 'invite_again'] as const }

  it('removes an ended connection, or says why not', async () => {
    refusal = new ApiError({ code: 'NOT_FOUND', detail: "It doesn't exist." })
    await open({ ...ended, allowedActions: [...ended.allowedActions] })
    await press('Remove from list')
    await press('Remove')
    await screen.findByText("Failed to remove the integration. It doesn't exist.")
    refusal = undefined
    await press('Remove')
    expect(await screen.findByText('Integration removed')).toBeTruthy()
  })

  it('invites again with the same name and address, and shows a refusal at its field', async () => {
    refusal = new ApiError({ code: 'CONNECTION_EXISTS', detail: 'You already have one.', field: 'partnerEmail' })
    await open({ ...ended, allowedActions: [...ended.allowedActions] })
    await press('Invite again')
    await press('Send invitation')
    await waitFor(() => expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText('You already have one.')).toBeTruthy()
    refusal = undefined
    await press('Send invitation')
    await screen.findByText('Invitation sent')
    const body = { name: 'Helio Solar', partnerEmail: 'marcus@helio.example.com', invitedAs: 'admin', again: ended.id }
    expect(sent.at(-1)).toEqual({ name: 'createConnection', body })
  })
})
