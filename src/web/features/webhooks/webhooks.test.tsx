// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { SessionContext } from '#web/lib/identity/session.ts'
import { answerCalls } from '#web/testing/calls.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { ToastArea } from '#web/ui/toasts/ToastArea.tsx'
import {
  accepted,
  atlas,
  counts,
  endpointList,
  financing,
  ownEndpoint,
  quotedPrice,
  rejected,
  secondPhone,
  usage,
} from './testing.ts'
import type { WebhooksPage as Page } from './WebhooksPage.tsx'
import { webhooksSearch } from './webhooks-search.ts'

vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)

interface Sent {
  name: string
  parts: Record<string, unknown>
}

const sent: Sent[] = []
let replies: Record<string, (parts: Record<string, unknown>) => unknown> = {}

useDocument()
let WebhooksPage: typeof Page
// Imported once translations have started: its files add theirs.
beforeAll(async () => {
  ;({ WebhooksPage } = await import('./WebhooksPage.tsx'))
})
beforeEach(() => {
  sent.length = 0
  replies = {
    listWebhookEndpoints: () => endpointList,
    getWebhookUsage: () => usage,
    listWebhookProperties: () => ({ properties: [quotedPrice, secondPhone] }),
    listSetAsideProperties: () => ({ items: [financing] }),
    countWebhookDeliveries: () => counts,
    listWebhookDeliveries: () => ({ items: [accepted, rejected], next: null }),
    getWebhookDelivery: () => ({ ...rejected, payload: { event: 'deal.won', properties: { quoted_price: 'tbc' } } }),
  }
  answerCalls((name, parts) => {
    sent.push({ name, parts: parts as Sent['parts'] })
    return replies[name]?.(parts as Sent['parts']) ?? {}
  })
})

const open = async ({ at = `?endpoint=${atlas.id}`, isStaff = false } = {}) => {
  const session = {
    user: {
      role: 'admin',
      isOwner: !isStaff,
      isStaff,
      client: { type: 'AGENCY', name: 'Northlight Growth' },
    } as CurrentUser,
    changeUser: () => undefined,
    signOut: async () => undefined,
    onRefused: () => undefined,
  }
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/settings/webhooks',
    validateSearch: webhooksSearch,
    component: () => (
      <SessionContext value={session}>
        <div id="page-actions" />
        <WebhooksPage />
        <ToastArea />
      </SessionContext>
    ),
  })
  const history = createMemoryHistory({ initialEntries: [`/settings/webhooks${at}`] })
  draw(<RouterProvider router={createRouter({ routeTree: root.addChildren([page]), history }) as never} />)
  await screen.findByText('Properties')
}

const last = (name: string) => sent.findLast((call) => call.name === name)?.parts
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => userEvent.click(await button(name))
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name, hidden: true }))
const pressIn = async (name: string | RegExp, label: string) =>
  userEvent.click((await dialog(name)).getByRole('button', { name: label, hidden: true }))

describe('An endpoint [PARTNER-10] [API-20]', () => {
  it('shows whether it receives, and of its key only the last four characters', async () => {
    await open()
    expect(await screen.findByText('Receiving')).toBeDefined()
    expect(screen.getByText('The key is hidden, it ends in 7c2e')).toBeDefined()
    expect(screen.getByText(/hooks\/in\/YOUR_KEY\?test=true/)).toBeDefined()
  })

  it('that no event came to says so', async () => {
    await open({ at: `?endpoint=${ownEndpoint.id}` })
    expect(await screen.findByText('No events yet')).toBeDefined()
  })

  it('is added for a company, and its address is shown once, also in the example', async () => {
    const url = 'https://tributary.example.com/hooks/in/fresh-key'
    const cedar = { ...atlas, id: atlas.id.replace('01a1', '01a2'), name: 'Cedar Dental', last_event_at: null }
    replies['createWebhookEndpoint'] = () => {
      replies['listWebhookEndpoints'] = () => ({ ...endpointList, items: [...endpointList.items, cedar] })
      return { endpoint: cedar, url }
    }
    await open()
    await press('Add endpoint')
    await pressIn('Add endpoint', 'Add endpoint')
    expect(last('createWebhookEndpoint')).toEqual({ body: { company_id: endpointList.addable[0]?.company_id } })
    expect(await screen.findByText(/Copy this address now. We won’t show it again/)).toBeDefined()
    expect(screen.getByText(url)).toBeDefined()
    expect(screen.getByText(/hooks\/in\/fresh-key\?test=true/)).toBeDefined()
    await press('I copied it')
    await waitFor(() => expect(screen.queryByText(url)).toBeNull())
  })

  it('gets another key, and the old one works for a day or ends now', async () => {
    replies['rotateWebhookKey'] = () => ({ endpoint: atlas, url: 'https://tributary.example.com/hooks/in/second' })
    await open()
    await press('Rotate key')
    const question = await dialog('Rotate the key of Atlas Roofing?')
    expect(question.getByText(/The old one still works for 24 hours/)).toBeDefined()
    await userEvent.click(question.getByLabelText('End the old key now'))
    await pressIn('Rotate the key of Atlas Roofing?', 'Rotate key')
    expect(last('rotateWebhookKey')).toEqual({ params: { id: atlas.id }, body: { version: 3, end_old_now: true } })
    expect(await screen.findByText('https://tributary.example.com/hooks/in/second')).toBeDefined()
  })

  it('shows how long the previous key still works', async () => {
    const until = new Date(Date.now() + (19 * 60 + 50) * 60_000 - 1000).toISOString()
    const rotated = { ...atlas, previous_key: { ends_in: '91af', works_until: until } }
    replies['listWebhookEndpoints'] = () => ({ ...endpointList, items: [rotated] })
    await open()
    expect(await screen.findByText('works for another 19 h 50 min')).toBeDefined()
  })

  it('gets its secret first, shown once, before a signature can be required', async () => {
    replies['rotateSigningSecret'] = () => {
      replies['listWebhookEndpoints'] = () => ({ ...endpointList, items: [{ ...atlas, signs: true, version: 4 }] })
      return { endpoint: atlas, secret: 'whsec_c2VjcmV0' }
    }
    await open()
    const toggle = () => screen.findByRole('switch', { name: 'Require a signature' })
    await userEvent.click(await toggle())
    await userEvent.click(await screen.findByRole('button', { name: 'Create secret', hidden: true }))
    expect(await screen.findByText('whsec_c2VjcmV0')).toBeDefined()
    expect(last('requireSignature')).toBeUndefined()
    await screen.findByText(/Calls are checked if they are signed/)
    await userEvent.click(await toggle())
    const question = within(await screen.findByRole('alertdialog', { name: 'Refuse unsigned calls?', hidden: true }))
    await userEvent.click(question.getByRole('button', { name: 'Require a signature', hidden: true }))
    expect(last('requireSignature')).toEqual({ params: { id: atlas.id }, body: { version: 4, requires_signature: true } })
  })

  it('is deleted after what came through it was counted and its name was typed', async () => {
    replies['deleteWebhookEndpoint'] = () => ({ people: 1204, opportunities: 1, deliveries: 2980 })
    await open()
    await press('More for this endpoint')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete endpoint' }))
    const question = await dialog('Delete the endpoint of Atlas Roofing?')
    expect(await question.findByText(/1,204 contacts, 1 opportunity, and 2,980 deliveries/)).toBeDefined()
    expect(last('deleteWebhookEndpoint')).toEqual({ params: { id: atlas.id }, query: { dry_run: 'true' } })
    await pressIn('Delete the endpoint of Atlas Roofing?', 'Delete endpoint')
    expect(last('deleteWebhookEndpoint')?.['query']).toEqual({ dry_run: 'true' })
    await userEvent.type(question.getByLabelText('Type Atlas Roofing to confirm'), 'Atlas Roofing')
    await pressIn('Delete the endpoint of Atlas Roofing?', 'Delete endpoint')
    expect(last('deleteWebhookEndpoint')?.['query']).toEqual({})
  })

  it('is explained while there is none, and the first one can be for the agency itself', async () => {
    replies['listWebhookEndpoints'] = () => ({ ...endpointList, items: [] })
    await open({ at: '' })
    expect(await screen.findByText('Receive leads from anywhere')).toBeDefined()
    await press('Add endpoint')
    const options = (await dialog('Add endpoint')).getAllByRole('option', { hidden: true })
    expect(options.map(({ textContent }) => textContent)).toEqual(['Northlight Growth (your agency)', 'Cedar Dental'])
    expect(screen.queryByText('Deliveries')).toBeNull()
  })

  it('cannot be changed by staff, who only read', async () => {
    await open({ isStaff: true })
    await screen.findByText('Receiving')
    for (const name of ['Rotate key', 'Add endpoint', 'Add property', /Accept, fill in/, /^Repair/])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.getByRole('switch', { name: 'Require a signature' }).matches(':disabled')).toBe(true)
  })
})

describe('Usage [PARTNER-10]', () => {
  it('is counted without a limit as long as there is none, and says what counts', async () => {
    await open()
    expect(await screen.findByText('this month, not limited yet')).toBeDefined()
    expect(screen.getByText('Counting again from zero on Nov 25')).toBeDefined()
    expect(screen.getByText(/duplicates, rejected events, tests, retries/)).toBeDefined()
  })

  it('has the share of the limit that is used', async () => {
    replies['getWebhookUsage'] = () => ({ ...usage, limit: 10_000 })
    await open()
    expect(await screen.findByText('64% used, resets on Nov 25')).toBeDefined()
  })
})

describe('Properties [PARTNER-10]', () => {
  it('are listed with type, target and the lock of personal data', async () => {
    await open()
    const row = within((await screen.findByText('Second phone')).closest('tr') as HTMLElement)
    expect(row.getByText('personal')).toBeDefined()
    expect(screen.getByText('Number, required')).toBeDefined()
    const price = within(screen.getByText('Quoted price').closest('tr') as HTMLElement)
    expect(price.getByText('Opportunity, amount')).toBeDefined()
  })

  it('that could not be loaded say so, and are loaded again', async () => {
    replies['listWebhookProperties'] = () => {
      throw new ApiError({ code: 'INTERNAL', status: 500 })
    }
    await open()
    expect(await screen.findByText('Failed to fetch webhook properties.')).toBeDefined()
    replies['listWebhookProperties'] = () => ({ properties: [quotedPrice] })
    await press('Try again')
    expect(await screen.findByText('Quoted price')).toBeDefined()
  })

  it('that came unasked are accepted as guessed, or as chosen', async () => {
    replies['acceptSetAsideProperty'] = () => ({ property: quotedPrice, filled: 41 })
    await open()
    const band = within(await screen.findByRole('region', { name: 'financing_interest' }))
    expect(band.getByText(/came with 41 events since Nov 9, from Atlas Roofing/)).toBeDefined()
    await userEvent.selectOptions(band.getByLabelText('Where financing_interest is written to'), 'contact.custom')
    await userEvent.click(band.getByRole('button', { name: 'Accept, fill in 41 records' }))
    expect(last('acceptSetAsideProperty')?.['body']).toEqual({
      name: 'financing_interest',
      label: 'Financing interest',
      type: 'enum',
      enum_values: ['yes', 'no', 'maybe later'],
      maps_to: 'contact.custom',
      pii: false,
      example: 'yes',
    })
    expect(await screen.findByText('financing_interest is in the catalog. Filled in 41 records.')).toBeDefined()
  })

  it('that came unasked are ignored', async () => {
    replies['ignoreSetAsideProperty'] = () => ({ ignored: true })
    await open()
    await press('Ignore financing_interest')
    expect(last('ignoreSetAsideProperty')).toEqual({ body: { name: 'financing_interest' } })
  })

  it('whose name the catalog cannot have are not accepted, and it is said why', async () => {
    replies['listSetAsideProperties'] = () => ({ items: [{ ...financing, name: 'Financing?', can_accept: false }] })
    await open()
    expect(await screen.findByText(/Rename it where you send from/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Ignore Financing?' })).toBeDefined()
  })

  it('are added, and a name that exists is said at its field', async () => {
    replies['createWebhookProperties'] = () => {
      throw new ApiError({ code: 'PROPERTY_EXISTS', status: 409, detail: 'A property with this name already exists.' })
    }
    await open()
    await press('Add property')
    const form = await dialog('Add property')
    await userEvent.type(form.getByLabelText('Name'), 'Roof Type')
    await pressIn('Add property', 'Add property')
    expect(form.getByText('Use 1 to 50 characters: a to z, 0 to 9 and underscores.')).toBeDefined()
    await userEvent.clear(form.getByLabelText('Name'))
    await userEvent.type(form.getByLabelText('Name'), 'roof_type')
    await userEvent.type(form.getByLabelText('Label'), 'Roof type')
    await userEvent.selectOptions(form.getByLabelText('Type'), 'enum')
    await userEvent.type(form.getByLabelText('Values, one per line'), 'slate\ntile\nslate')
    await pressIn('Add property', 'Add property')
    expect(last('createWebhookProperties')?.['body']).toMatchObject({
      properties: [{ name: 'roof_type', type: 'enum', enum_values: ['slate', 'tile'], maps_to: 'contact.custom' }],
    })
    expect(await form.findByText('A property with this name already exists.')).toBeDefined()
  })

  it('that someone else changed in the meantime are not overwritten: their version is loaded first', async () => {
    replies['changeWebhookProperties'] = () => {
      throw new ApiError({ code: 'STALE_VERSION', status: 409, detail: 'Stale' })
    }
    await open()
    await press('More for Quoted price')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const form = await dialog('Edit Quoted price')
    await userEvent.clear(form.getByLabelText('Label'))
    await userEvent.type(form.getByLabelText('Label'), 'Price')
    await pressIn('Edit Quoted price', 'Save')
    expect(last('changeWebhookProperties')?.['body']).toMatchObject({ properties: [{ id: quotedPrice.id, version: 2 }] })
    expect(await form.findByText(/Someone else changed this property in the meantime/)).toBeDefined()
    replies['listWebhookProperties'] = () => ({ properties: [{ ...quotedPrice, label: 'Quote', version: 3 }] })
    await pressIn('Edit Quoted price', 'Load their version')
    const again = await dialog('Edit Quote')
    expect(again.getByLabelText('Label')).toHaveProperty('value', 'Quote')
  })

  it('that records have values of are deleted only after that was said', async () => {
    replies['deleteWebhookProperty'] = () => {
      throw new ApiError({ code: 'PROPERTY_IN_USE', status: 409, detail: '1,204 records have values of this property.' })
    }
    await open()
    await press('More for Quoted price')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete property', hidden: true }))
    expect(await screen.findByText('1,204 records have values of this property.')).toBeDefined()
    replies['deleteWebhookProperty'] = () => ({ deleted: true, kept_values: 1204 })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete, keep the values', hidden: true }))
    expect(await screen.findByText('Quoted price deleted')).toBeDefined()
    expect(last('deleteWebhookProperty')?.['query']).toEqual({ force: 'true' })
  })
})

describe('Deliveries [API-20]', () => {
  it('are counted for a week, and listed with what became of them', async () => {
    await open()
    expect(await screen.findByText('340 in the last 7 days: 326 accepted, 6 duplicates, 8 rejected')).toBeDefined()
    const row = within((await screen.findByText('call-88190')).closest('tr') as HTMLElement)
    expect(row.getByText('Rejected')).toBeDefined()
    expect(row.getByRole('button', { name: 'Repair call-88190' })).toBeDefined()
    const other = within(screen.getByText('call-88213').closest('tr') as HTMLElement)
    expect(other.queryByRole('button', { name: /^Re/ })).toBeNull()
  })

  it('are filtered and found by event ID', async () => {
    await open()
    await userEvent.click(await screen.findByRole('radio', { name: 'Problems 8' }))
    await userEvent.type(screen.getByRole('searchbox', { name: 'Event ID' }), 'call-88{Enter}')
    await waitFor(() => expect(last('listWebhookDeliveries')).toEqual({ query: { state: 'problem', event_id: 'call-88' } }))
  })

  it('have more pages, each after the last delivery of the page before', async () => {
    replies['listWebhookDeliveries'] = ({ query }) =>
      (query as { before?: string }).before === undefined
        ? { items: [accepted], next: accepted.id }
        : { items: [rejected], next: null }
    await open()
    await press('Load more')
    expect(await screen.findByText('call-88190')).toBeDefined()
    expect(screen.getByText('call-88213')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('open with what was sent and a link to the contact', async () => {
    replies['getWebhookDelivery'] = () => ({ ...accepted, payload: { event: 'lead.created', email: 'theo@example.com' } })
    await open({ at: `?delivery=${accepted.id}` })
    const sheet = await dialog('lead.created')
    expect(sheet.getByText(/"email": "theo@example.com"/)).toBeDefined()
    const link = sheet.getByRole('link', { name: 'Open the contact', hidden: true })
    expect(link.getAttribute('href')).toBe(`/contacts?contact=${accepted.contact_id}`)
  })

  it('that were rejected are repaired, and what is still wrong is said at the text', async () => {
    const detail = 'quoted_price is still not a number.'
    replies['replayWebhookDelivery'] = () => {
      throw new ApiError({ code: 'VALIDATION_FAILED', status: 400, detail, field: 'payload.event' })
    }
    await open()
    await press('Repair call-88190')
    const sheet = await dialog('deal.won')
    const field = sheet.getByLabelText('Event, as JSON')
    const send = () => pressIn('deal.won', 'Send again')
    await userEvent.clear(field)
    await userEvent.type(field, '{{"event": ')
    await send()
    expect(sheet.getByRole('alert', { hidden: true }).textContent).toMatch(/^This isn’t valid JSON/)
    await userEvent.clear(field)
    await userEvent.type(field, '{{"event": "deal.won"}')
    await send()
    expect(last('replayWebhookDelivery')).toEqual({ params: { id: rejected.id }, body: { payload: { event: 'deal.won' } } })
    expect(await sheet.findByText(detail)).toBeDefined()
    const { value, selectionStart, selectionEnd } = field as HTMLTextAreaElement
    expect(value.slice(selectionStart, selectionEnd)).toBe('event')
    replies['replayWebhookDelivery'] = () => ({ ...rejected, state: 'waiting' })
    await send()
    expect(await screen.findByText('Delivery replayed')).toBeDefined()
  })

  it('of a new endpoint begin with the example', async () => {
    replies['listWebhookDeliveries'] = () => ({ items: [], next: null })
    await open()
    expect(await screen.findByText(/Send the example above without \?test=true/)).toBeDefined()
    expect(screen.queryByRole('searchbox')).toBeNull()
  })
})
