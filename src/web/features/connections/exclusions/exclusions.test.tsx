// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExcludedContact } from '#contract/exclusions.ts'
import type { ExclusionsPage as ExclusionsPageType } from './ExclusionsPage.tsx'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { ToastArea } from '#web/ui/toasts/ToastArea.tsx'

interface Sent {
  name: string
  body?: object
  params?: object
}

const sent: Sent[] = []
let excluded: ExcludedContact[] = []

const maya: ExcludedContact = {
  contactId: 'maya',
  name: 'Maya Ellison',
  email: 'maya@example.com',
  excludedAt: '2026-11-01T10:00:00.000Z',
  excludedBy: null,
  isByTag: false,
}

const replies: Record<string, () => unknown> = {
  listExclusions: () => ({ tag: 'do-not-share', items: excluded, total: excluded.length }),
  listContacts: () => ({ items: [{ id: 'otto', name: 'Otto Quist', email: 'otto@example.com', phone: null }], total: 1 }),
}

vi.mock(import('#web/lib/calls/browser-caller.ts'), () => ({
  call: (async ({ name }: { name: string }, { body, params }: { body?: object; params?: object }) => {
    sent.push({ name, ...(body ? { body } : {}), ...(params ? { params } : {}) })
    return replies[name]?.() ?? {}
  }) as never,
}))

useDocument()
let ExclusionsPage: typeof ExclusionsPageType
beforeAll(async () => {
  ;({ ExclusionsPage } = await import('./ExclusionsPage.tsx'))
})
beforeEach(() => {
  sent.length = 0
  excluded = []
})

const open = async () => {
  const rootRoute = createRootRoute({
    component: () => (
      <>
        <ExclusionsPage />
        <ToastArea />
      </>
    ),
  })
  draw(<RouterProvider router={createRouter({ routeTree: rootRoute, history: createMemoryHistory() }) as never} />)
  await screen.findByLabelText('Tag in your CRM')
}

const changes = () => sent.filter(({ name }) => !name.startsWith('list'))

describe('What is never shared', () => {
  it('is changed by tag after a question that says what happens', async () => {
    await open()
    const field = screen.getByLabelText('Tag in your CRM')
    const isDisabled = () => screen.getByRole('button', { name: 'Save tag' }).matches(':disabled')
    expect(isDisabled()).toBe(true)
    await userEvent.clear(field)
    expect(isDisabled()).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: 'Save tag' }))
    expect(await screen.findByText('Enter a tag.')).toBeTruthy()
    await userEvent.type(field, 'private')
    await userEvent.click(screen.getByRole('button', { name: 'Save tag' }))
    expect(await screen.findByText(/Contacts tagged “do-not-share” are shared again/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Change tag' }))
    expect(await screen.findByText('Tag changed')).toBeTruthy()
    expect(changes()).toEqual([{ name: 'changeExclusionTag', body: { tag: 'private' } }])
  })

  it('is found and excluded one by one', async () => {
    await open()
    expect(await screen.findByText('No individual contacts excluded')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Exclude a contact' }))
    await userEvent.type(await screen.findByRole('searchbox'), 'Otto{Enter}')
    await userEvent.click(await screen.findByRole('button', { name: 'Exclude Otto Quist' }))
    expect(await screen.findByText('Otto Quist is never shared from now on')).toBeTruthy()
    expect(changes()).toEqual([{ name: 'excludeContacts', body: { contactIds: ['otto'] } }])
  })

  it('can be shared again', async () => {
    excluded = [maya]
    await open()
    expect(await screen.findByText('A removed user')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Share again' }))
    expect(await screen.findByText('Maya Ellison can be shared again')).toBeTruthy()
    expect(changes()).toEqual([{ name: 'includeContact', params: { id: 'maya' } }])
  })
})
