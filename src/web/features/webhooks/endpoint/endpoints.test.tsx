// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { useDocument } from '#web/testing/draw.tsx'
import { dialog, last, open, press, pressIn, replies, prepareScreen } from '../testing/open-page.tsx'
import { atlas, endpointList, ownEndpoint, usage } from '../testing/replies.ts'

vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)

useDocument()
prepareScreen()

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
