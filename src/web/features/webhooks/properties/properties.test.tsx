// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useDocument } from '#web/testing/draw.tsx'
import { dialog, last, open, press, pressIn, replies, prepareScreen } from '../testing/open-page.tsx'
import { financing, quotedPrice } from '../testing/replies.ts'

vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)

useDocument()
prepareScreen()

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
