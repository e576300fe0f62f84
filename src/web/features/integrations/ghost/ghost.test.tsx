// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GhostCompany } from '#contract/ghost-companies/companies.ts'
import type { GhostSheet } from '#contract/ghost-companies/sheets.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { SessionContext } from '#web/lib/identity/session.ts'
import { answerCalls } from '#web/testing/calls.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { ToastArea } from '#web/ui/toasts/ToastArea.tsx'
import type * as Page from './GhostCompanyPage.tsx'
import { atlas, atlasSheet, atlasSource, newAtlas, noSheet } from './testing.ts'

vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)

useDocument()

// It adds its texts when it is loaded.
let GhostCompanyPage: typeof Page.GhostCompanyPage
beforeAll(async () => {
  ;({ GhostCompanyPage } = await import('./GhostCompanyPage.tsx'))
})

interface World {
  company: GhostCompany | undefined
  sheet: GhostSheet
  source: Integration | undefined
}

let world: World
let sent: { name: string; body?: object }[] = []
let answers: Record<string, () => unknown> = {}

const listOf = <T,>(items: T[]) => ({ items, total: items.length })

const lists: Record<string, () => unknown> = {
  listGhostCompanies: () => listOf(world.company ? [world.company] : []),
  getGhostSheet: () => world.sheet,
  listIntegrations: () => listOf(world.source ? [world.source] : []),
  listConnectors: () => listOf([]),
  listContacts: () => listOf([]),
  listRejects: () => listOf([]),
}

beforeEach(() => {
  sent = []
  answers = {}
  answerCalls((name, { body }) => {
    const answer = answers[name]
    if (answer) {
      if (!(name in lists)) sent.push({ name, ...(body ? { body } : {}) })
      return answer()
    }
    return lists[name]?.()
  })
})

const admin = { role: 'admin', isOwner: true, isStaff: false, companies: 'all', clientId: atlas.agency_client_id }
const userOf = (more: object) => ({ ...admin, client: { type: 'AGENCY' }, ...more }) as unknown as CurrentUser

const open = (shown: World, more: object = {}) => {
  world = shown
  const session = { user: userOf(more), changeUser: () => undefined, signOut: async () => undefined, onRefused: () => undefined }
  const root = createRootRoute()
  const shell = createRoute({
    getParentRoute: () => root,
    path: '/settings/connections/ghost/$id',
    component: () => (
      <SessionContext value={session}>
        <div id="page-actions" />
        <div id="page-title" />
        <GhostCompanyPage />
        <ToastArea />
      </SessionContext>
    ),
  })
  const listed = createRoute({ getParentRoute: () => root, path: '/settings/connections', component: () => <p>The list</p> })
  const history = createMemoryHistory({ initialEntries: [`/settings/connections/ghost/${atlas.id}`] })
  draw(<RouterProvider router={createRouter({ routeTree: root.addChildren([shell, listed]), history }) as never} />)
}

const fresh: World = { company: newAtlas, sheet: noSheet, source: undefined }
const running: World = { company: atlas, sheet: atlasSheet, source: atlasSource }
const disconnected: World = {
  company: { ...atlas, status: 'disconnected' },
  sheet: { ...atlasSheet, connected: false },
  source: { ...atlasSource, status: 'disconnected' },
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const menuItems = async () => {
  await press('More about Atlas Roofing')
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

describe('A ghost company without a sheet [PARTNER-09] [API-21]', () => {
  it('is connected only after the agency stated that it may process the data', async () => {
    answers = { connectGhostSheet: () => ({ oauth_url: '' }) }
    open(fresh)
    await press('Connect Google Sheet')
    expect(await screen.findByText('Confirm this first')).toBeTruthy()
    expect(sent).toEqual([])
    await userEvent.click(screen.getByRole('checkbox', { name: /may process the data/ }))
    await userEvent.type(screen.getByLabelText('Sheet URL (optional)'), 'https://docs.google.com/spreadsheets/d/atlas')
    await press('Connect Google Sheet')
    await waitFor(() =>
      expect(sent).toEqual([
        { name: 'connectGhostSheet', body: { url: 'https://docs.google.com/spreadsheets/d/atlas', may_process: true } },
      ]),
    )
  })

  it('says that no address came from the server', async () => {
    answers = { connectGhostSheet: () => ({ oauth_url: '' }) }
    open({ ...fresh, company: { ...newAtlas, may_process: true } })
    await press('Connect Google Sheet')
    expect(await screen.findByText('No OAuth URL returned from server')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(sent).toEqual([{ name: 'connectGhostSheet', body: {} }])
  })

  it('shows a refusal of the address at its field', async () => {
    answers = {
      connectGhostSheet: () => {
        throw new ApiError({ code: 'PROVIDER_REFUSED', detail: 'This is no Google Sheet.', field: 'fields.url' })
      },
    }
    open({ ...fresh, company: { ...newAtlas, may_process: true } })
    await userEvent.type(await screen.findByLabelText('Sheet URL (optional)'), 'https://example.com')
    await press('Connect Google Sheet')
    expect(await screen.findByText('This is no Google Sheet.')).toBeTruthy()
    expect(screen.getByLabelText('Sheet URL (optional)').getAttribute('aria-invalid')).toBe('true')
  })

  it('is only read by a user who is not an admin', async () => {
    open(fresh, { role: 'user', isOwner: false })
    expect(await screen.findByText('No sheet is connected yet. An admin of your agency can connect one.')).toBeTruthy()
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  it('asks for the file after a consent without one', async () => {
    answers = { chooseGhostFile: () => atlasSheet }
    const unchosen = { ...atlasSheet, needs: 'file' as const, sheet_name: null }
    open({
      company: { ...atlas, status: 'connecting' },
      sheet: unchosen,
      source: { ...atlasSource, hub_id: null, needs: 'table' },
    })
    await press('Use this sheet')
    expect(await screen.findByText('Please enter the sheet URL')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Sheet URL'), 'https://docs.google.com/spreadsheets/d/atlas')
    await press('Use this sheet')
    await waitFor(() => expect(sent[0]?.body).toEqual({ url: 'https://docs.google.com/spreadsheets/d/atlas' }))
  })

  it('says that its data is still being erased', async () => {
    const source = { ...atlasSource, status: 'disconnected' as const, erase_at: '2026-11-16T10:00:00.000Z' }
    open({ company: newAtlas, sheet: noSheet, source })
    expect(await screen.findByText(/We're erasing the data of this company/)).toBeTruthy()
  })
})

describe('The page of a ghost company [PARTNER-09] [SYNC-05] [VAL-10]', () => {
  it('shows what was read of the sheet, which is a link', async () => {
    open({ ...running, source: { ...atlasSource, status: 'error', status_reason: 'Google Sheets revoked our access.' } })
    const link = await screen.findByRole('link', { name: /^Atlas leads 2025, tab Leads/ })
    expect(link.getAttribute('href')).toBe(atlasSheet.sheet_url)
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(facts.slice(0, 3)).toEqual(['1,065', '1,058', '7'])
  })

  it('leads back to Google when access is lost, and says why if that fails', async () => {
    answers = {
      connectGhostSheet: () => {
        throw new ApiError({ code: 'PROVIDER_UNAVAILABLE', detail: 'Google is down.' })
      },
    }
    open({ ...running, source: { ...atlasSource, status: 'error', status_reason: 'Google Sheets revoked our access.' } })
    expect(await screen.findByText(/revoked our access/)).toBeTruthy()
    await press(/^Reconnect the sheet/)
    expect(await screen.findByText('Google is down.')).toBeTruthy()
    expect(sent).toEqual([{ name: 'connectGhostSheet', body: {} }])
  })

  it('says after the sheet was disconnected that the contacts stay, and offers no mapping', async () => {
    open(disconnected)
    expect(await screen.findByText(/Its contacts stay until you delete them/)).toBeTruthy()
    expect(screen.queryByRole('tab', { name: 'Mapping' })).toBeNull()
    expect(await menuItems()).toEqual(['Rename', 'Delete its data', 'Delete the company'])
  })

  it('erases only after the name was typed', async () => {
    answers = { deleteGhostData: () => ({ people: 1058, opportunities: 61 }) }
    open(disconnected)
    await press('More about Atlas Roofing')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete its data' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the data of Atlas Roofing?' }))
    expect(dialog.getByText(/^1,058 contacts and 61 opportunities are erased/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete data' }))
    expect(await dialog.findByText("This doesn't match the name")).toBeTruthy()
    expect(sent).toEqual([])
    await userEvent.type(dialog.getByLabelText('Type Atlas Roofing to confirm'), 'Atlas Roofing')
    await userEvent.click(dialog.getByRole('button', { name: 'Delete data' }))
    await waitFor(() => expect(sent).toEqual([{ name: 'deleteGhostData' }]))
  })

  it('is renamed with the version on screen, and says if another user was faster', async () => {
    answers = {
      renameGhostCompany: () => {
        throw new ApiError({ code: 'STALE_VERSION', detail: 'Changed.' })
      },
    }
    open(fresh)
    await press('More about Atlas Roofing')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    await userEvent.type(await screen.findByLabelText('Company name'), ' Inc')
    await press('Save')
    expect(await screen.findByText(/^Someone else renamed this company/)).toBeTruthy()
    expect(sent).toEqual([{ name: 'renameGhostCompany', body: { company_name: 'Atlas Roofing Inc', version: 1 } }])
  })

  it('leads to the list when the company was deleted', async () => {
    answers = { deleteGhostCompany: () => ({ deleted: true }) }
    open(fresh)
    await press('More about Atlas Roofing')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete the company' }))
    await press('Delete company')
    expect(await screen.findByText('The list')).toBeTruthy()
  })

  it('can be loaded again if that failed', async () => {
    let isDown = true
    answers = {
      getGhostSheet: () => {
        if (isDown) throw new ApiError({ code: 'UNAVAILABLE', detail: 'The server is busy.' })
        return noSheet
      },
    }
    open(fresh)
    expect(await screen.findByText('The server is busy.')).toBeTruthy()
    isDown = false
    await press('Try again')
    expect(await screen.findByRole('button', { name: 'Connect Google Sheet' })).toBeTruthy()
  })

  it.each([
    ['a company that does not exist', { ...fresh, company: undefined }, {}],
    ['the user of a company, who has none', running, { client: { type: 'COMPANY' } }],
  ] as const)('shows nothing of %s', async (_who, shown, user) => {
    open(shown, user)
    expect(await screen.findByRole('heading', { name: "We couldn't find this company" })).toBeTruthy()
    expect(screen.queryByText('Atlas Roofing')).toBeNull()
  })
})
