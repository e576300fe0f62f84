// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useDocument } from '#web/testing/draw.tsx'
import { dialog, last, open, press, pressIn, replies, prepareScreen } from '../testing/open-page.tsx'
import { accepted, rejected } from '../testing/replies.ts'

vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)

useDocument()
prepareScreen()

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
