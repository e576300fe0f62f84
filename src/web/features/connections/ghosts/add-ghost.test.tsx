// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { ghostMessages } from '#web/messages/en-ghost-companies.ts'
import { answerCalls } from '#web/testing/calls.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { AddGhostDialog } from './AddGhostDialog.tsx'
import { atlas } from './testing.ts'

vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)

useDocument()
beforeAll(() => addTranslations('ghosts', ghostMessages))

const sent: object[] = []
let refusal: ApiError | undefined
beforeEach(() => {
  sent.length = 0
  refusal = undefined
  answerCalls((_name, { body = {} }) => {
    if (refusal) throw refusal
    sent.push(body)
    return { id: atlas.id, company_name: atlas.company_name, agency_client_id: atlas.agency_client_id, status: 'created' }
  })
})

const open = async () => {
  const root = createRootRoute()
  const dialog = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <AddGhostDialog onClose={() => undefined} />,
  })
  const page = createRoute({
    getParentRoute: () => root,
    path: '/settings/connections/ghost/$id',
    component: () => <p>Its page</p>,
  })
  const router = createRouter({ routeTree: root.addChildren([dialog, page]), history: createMemoryHistory() })
  draw(<RouterProvider router={router as never} />)
  return screen.findByLabelText('Company name')
}
const add = () => userEvent.click(screen.getByRole('button', { name: 'Add company' }))

describe('Adding a ghost company [PARTNER-09]', () => {
  it('sends the name with what the agency states, and opens the page of the company', async () => {
    await userEvent.type(await open(), 'Atlas Roofing')
    await userEvent.click(screen.getByRole('checkbox', { name: /may process the data/ }))
    await add()
    expect(await screen.findByText('Its page')).toBeTruthy()
    expect(sent).toEqual([{ company_name: 'Atlas Roofing', may_process: true }])
  })

  it('states nothing in the name of a user who left the checkbox empty', async () => {
    await userEvent.type(await open(), 'Atlas Roofing')
    await add()
    await screen.findByText('Its page')
    expect(sent).toEqual([{ company_name: 'Atlas Roofing' }])
  })

  it('asks for a name of 1 to 50 characters before it sends anything', async () => {
    const field = await open()
    await add()
    expect(await screen.findByText('Please enter a company name')).toBeTruthy()
    await userEvent.type(field, 'x'.repeat(51))
    await add()
    expect(await screen.findByText('Use at most 50 characters')).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('says at the field that the company already exists', async () => {
    refusal = new ApiError({ code: 'COMPANY_EXISTS', detail: 'company already exists', field: 'company_name' })
    await userEvent.type(await open(), 'Atlas Roofing')
    await add()
    expect(await screen.findByText('company already exists')).toBeTruthy()
    await waitFor(() => expect(screen.getByLabelText('Company name').getAttribute('aria-invalid')).toBe('true'))
  })
})
