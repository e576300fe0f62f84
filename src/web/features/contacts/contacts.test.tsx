// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Contact, Lineage } from '#contract/crm/records.ts'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { CompaniesMenu } from '#web/app/shell/companies/CompaniesMenu.tsx'
import { SessionContext } from '#web/lib/identity/session.ts'
import { answerCalls } from '#web/testing/calls.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import type { ContactsPage as Page } from './ContactsPage.tsx'
import { contactsSearch } from './contacts-search.ts'

vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)

const idOf = (n: number) => `0199f3c2-0000-7000-8000-00000000000${n}`
const [helio, brightsmile, forge] = [idOf(1), idOf(2), idOf(3)]

const connectionOf = (partnerId: string, name: string, typeOfData: string) => ({
  id: partnerId.replace('0199f3c2', '0199f3c3'),
  partnerId,
  name,
  typeOfData,
  state: 'ACTIVE',
  pendingVersion: null,
})
const connections = [
  connectionOf(helio, 'Helio Solar', 'BASIC'),
  connectionOf(brightsmile, 'Brightsmile Dental', 'OUTCOMES'),
  connectionOf(forge, 'Forge & Field', 'COUNTS'),
]

const maya: Contact = {
  id: idOf(4),
  integration_id: null,
  shared: {
    connection_id: connections[0]?.id ?? '',
    company_id: helio,
    company: 'Helio Solar',
    version: 2,
    since: '2026-11-12T10:00:00.000Z',
    type_of_data: 'BASIC',
    allow_export: true,
  },
  webhook_endpoint_id: null,
  ghost_company: null,
  external_id: '17',
  name: 'Maya Ellison',
  email: 'maya@example.com',
  phone: '+1 202 555 0148',
  source: 'Meta',
  created_at: '2026-11-14T10:00:00.000Z',
  updated_at: null,
}
const lead: Contact = {
  ...maya,
  id: idOf(5),
  shared: {
    ...(maya.shared as NonNullable<Contact['shared']>),
    company: 'Brightsmile Dental',
    type_of_data: 'OUTCOMES',
    version: 1,
  },
  name: 'Lead 7F3A20C',
  email: null,
  phone: null,
}

const unnamed: Lineage['opportunities'][number] = {
  id: idOf(6),
  name: null,
  amount: '1107',
  currency: 'USD',
  outcome: 'open',
  stages: [{ at: '2026-11-14T10:00:00.000Z', stage: 'New', is_deleted: false, provenance: 'provider', run_id: idOf(7) }],
}

const asked: (Record<string, unknown> | undefined)[] = []
let listed: Contact[] = []

useDocument()
let ContactsPage: typeof Page
// Imported once translations have started: its files add theirs.
beforeAll(async () => {
  ;({ ContactsPage } = await import('./ContactsPage.tsx'))
})
beforeEach(() => {
  asked.length = 0
  listed = [maya, lead]
  answerCalls((name, { query }) => {
    if (name === 'listConnections') return { items: connections, total: 3, counts: {} }
    if (name === 'getConnection') return { ...connections[0], versionInForce: 3 }
    if (name === 'listIntegrations') return { items: [], total: 0 }
    if (name === 'getLineage') {
      const contact = listed.at(-1) ?? maya
      const values = Object.entries({ email: contact.email, source: contact.source, createdAt: contact.created_at })
      const fields = values.map(([field, value]) => ({ field, value })).filter(({ value }) => value !== null)
      return { contact, source: null, fields, touches: [], opportunities: [unnamed], merged_from: [], payload: null }
    }
    asked.push(query)
    return { items: listed, total: listed.length }
  })
})

const session = {
  user: { role: 'admin', isOwner: true, isStaff: false, client: { type: 'AGENCY' } } as CurrentUser,
  changeUser: () => undefined,
  signOut: async () => undefined,
  onRefused: () => undefined,
}

const open = async (address = '/contacts') => {
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/contacts',
    validateSearch: contactsSearch,
    component: () => (
      <SessionContext value={session}>
        <CompaniesMenu />
        <ContactsPage />
      </SessionContext>
    ),
  })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: root.addChildren([page]), history })
  draw(<RouterProvider router={router as never} />)
  await screen.findByRole('button', { name: /^Companies:/ })
  return router
}

const rowOf = (text: string) => within(screen.getByText(text).closest('tr') as HTMLElement)

describe('The export of what is listed [ANA-05]', () => {
  const button = () => screen.findByRole('button', { name: 'Export CSV' })

  it('is offered, also of several companies of which one does not allow it', async () => {
    listed = [maya, { ...lead, shared: { ...(lead.shared as NonNullable<Contact['shared']>), allow_export: false } }]
    await open()
    expect((await button()).hasAttribute('disabled')).toBe(false)
  })

  it('is not, where the chosen company does not allow it, and says so', async () => {
    listed = [{ ...maya, shared: { ...(maya.shared as NonNullable<Contact['shared']>), allow_export: false } }]
    await open(`/contacts?companies=${helio}`)
    await screen.findByText('Helio Solar does not allow exports.')
    expect((await button()).hasAttribute('disabled')).toBe(true)
  })
})

describe('The contacts of an agency [PARTNER-07]', () => {
  it('have the company that shares them, and no empty cells where a name is not shared', async () => {
    await open()
    await screen.findByText('Maya Ellison')
    expect(rowOf('Maya Ellison').getByText('Helio Solar')).toBeDefined()
    expect(rowOf('Lead 7F3A20C').getByText('Brightsmile Dental')).toBeDefined()
    expect(rowOf('Lead 7F3A20C').getByText('Name not shared')).toBeDefined()
    expect(rowOf('Lead 7F3A20C').getByText('Not shared')).toBeDefined()
  })

  it('do not include those of a company that shares only totals, which is said', async () => {
    await open()
    expect(await screen.findByText('Forge & Field shares only totals, so its contacts are not listed.')).toBeDefined()
    listed = []
    await userEvent.click(screen.getByRole('button', { name: 'Companies: All companies' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: /Forge & Field/ }))
    expect(await screen.findByText('Only totals are shared')).toBeDefined()
  })

  it('are limited to the companies that are chosen in the frame, as the address says', async () => {
    const router = await open()
    await screen.findByText('Maya Ellison')
    await userEvent.click(screen.getByRole('button', { name: 'Companies: All companies' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Helio Solar' }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ connection_id: connections[0]?.id }))
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Brightsmile Dental' }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ connection_id: `${connections[1]?.id},${connections[0]?.id}` }))
    expect(router.state.location.search).toEqual({ companies: `${helio},${brightsmile}` })
    expect(screen.getByRole('button', { name: 'Companies: 2 companies', hidden: true })).toBeDefined()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Show all companies' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  it('are none of a company that no longer shares', async () => {
    await open(`/contacts?companies=${idOf(9)}`)
    expect(await screen.findByText('No contacts match')).toBeDefined()
    expect(asked).toEqual([])
  })
})

describe('A contact that came in by webhook [API-20]', () => {
  it('says so in the list, and leads to its endpoint', async () => {
    listed = [{ ...maya, shared: null, webhook_endpoint_id: idOf(8) }]
    await open(`/contacts?contact=${maya.id}`)
    const panel = within(await screen.findByRole('dialog', { name: 'Maya Ellison', hidden: true }))
    const link = await panel.findByRole('link', { name: 'See the endpoint', hidden: true })
    expect(link.getAttribute('href')).toBe(`/settings/webhooks?endpoint=${idOf(8)}`)
    expect(screen.getByText('Webhook')).toBeDefined()
  })
})

describe('Why an agency sees a contact [PARTNER-07]', () => {
  it('is said in its panel: since when, and the version in force', async () => {
    listed = [maya]
    await open(`/contacts?contact=${maya.id}`)
    const panel = within(await screen.findByRole('dialog', { name: 'Maya Ellison', hidden: true }))
    expect(panel.getByText('Why you can see this contact')).toBeDefined()
    expect(panel.getByText('Helio Solar shared this contact with you on Nov 12, 2026.')).toBeDefined()
    expect(await panel.findByText(/Version 3 is in force\./)).toBeDefined()
    expect(panel.getByRole('link', { name: 'See the agreement', hidden: true }).getAttribute('href')).toBe(
      `/settings/connections/${connections[0]?.id}`,
    )
  })

  it('comes with the day when the contact was created, and says which names are not shared', async () => {
    listed = [maya]
    await open(`/contacts?contact=${maya.id}`)
    const panel = within(await screen.findByRole('dialog', { name: 'Maya Ellison', hidden: true }))
    expect(panel.getByText('Created').nextElementSibling?.textContent).toBe('Nov 14, 2026')
    expect(panel.getByText('Name not shared')).toBeDefined()
    expect(panel.getByText('from the CRM’s history')).toBeDefined()
  })

  it('is said of a contact without a name, too', async () => {
    await open(`/contacts?contact=${lead.id}`)
    const panel = within(await screen.findByRole('dialog', { name: 'Lead 7F3A20C', hidden: true }))
    expect(panel.getByText(/You see the outcome under a random name/)).toBeDefined()
  })
})
