// The journey of an agency that receives leads by webhook.
import { callAs, enterAs, newOwner } from './team.ts'
import { expect, expectGoodScreen, test, type Page } from './world.ts'

const send = async (url: string, event: object): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** Adds the agency's own endpoint, and returns the address that is shown once. */
const addEndpoint = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByRole('dialog', { name: 'Add endpoint' }).getByRole('button', { name: 'Add endpoint' }).click()
  await expect(page.getByText(/^Copy this address now/)).toBeVisible()
  return page.locator('code').filter({ hasText: '/hooks/in/' }).innerText()
}

const rowOf = (page: Page, eventId: string) =>
  page.getByRole('table', { name: 'Deliveries' }).getByRole('row').filter({ hasText: eventId })

test('Ana adds an endpoint, receives a lead, accepts a property that it brought, and repairs and replays events that were rejected [PARTNER-10] [API-20]', async ({
  page,
  product,
  codeFor,
}) => {
  const ana = await newOwner(product, { name: 'Ana', isAgency: true }, codeFor)
  await enterAs(page, product, ana)
  await page.goto('/settings/webhooks')
  await expect(page.getByRole('heading', { name: 'Receive leads from anywhere' })).toBeVisible()
  await expectGoodScreen(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  const url = await addEndpoint(page)
  await expect(page.locator('pre')).toContainText(`${url}?test=true`)
  await expect(page.getByText('No events yet').first()).toBeVisible()
  const lead = {
    event: 'lead.created',
    event_id: 'call-1',
    email: 'theo.marsh@example.com',
    first_name: 'Theo',
    last_name: 'Marsh',
    properties: { financing_interest: 'yes' },
  }
  expect(await send(`${url}?test=true`, lead)).toMatchObject({ status: 202, body: { accepted: 1 } })
  expect(await send(url, lead)).toMatchObject({ status: 202, body: { accepted: 1, duplicates: 0 } })
  expect(await send(url, lead)).toMatchObject({ status: 202, body: { accepted: 0, duplicates: 1 } })

  // The screen follows without a reload; of the test call nothing was stored.
  await expect(rowOf(page, 'call-1').filter({ hasText: 'Accepted' })).toHaveCount(1)
  await expect(rowOf(page, 'call-1')).toHaveCount(2)
  await expect(page.getByText('Receiving', { exact: true })).toBeVisible()
  await rowOf(page, 'call-1')
    .filter({ hasText: 'Accepted' })
    .getByRole('button', { name: /^lead.created/ })
    .click()
  const sheet = page.getByRole('dialog', { name: 'lead.created' })
  await expect(sheet.getByText('"theo.marsh@example.com"')).toBeVisible()
  await sheet.getByRole('link', { name: 'Open the contact' }).click()
  await expect(page.getByRole('dialog', { name: 'Theo Marsh' })).toBeVisible()

  await page.goto('/settings/webhooks')
  await expect(page.getByText(url)).toHaveCount(0)
  const band = page.getByRole('region', { name: 'financing_interest' })
  await expectGoodScreen(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await band.getByLabel('Where financing_interest is written to').selectOption({ label: 'Contact, custom field' })
  await band.getByRole('button', { name: 'Accept, fill in 1 record' }).click()
  await expect(page.getByRole('cell', { name: 'Financing interest', exact: true })).toBeVisible()
  await expect(band).toHaveCount(0)

  const property = { name: 'quoted_price', label: 'Quoted price', type: 'number', maps_to: 'opportunity.amount' }
  const path = '/agencies-api/agencies/webhook-properties/'
  await callAs(product, ana, { method: 'POST', path, body: { properties: [property] } })
  const won = { event: 'deal.won', event_id: 'call-2', email: lead.email, properties: { quoted_price: 'tbc' } }
  expect((await send(url, won)).body).toMatchObject({ accepted: 0, rejected: [{ index: 0, code: 'wrong_type' }] })
  await expect(rowOf(page, 'call-2')).toContainText('Rejected')
  await page.getByRole('button', { name: 'Repair call-2' }).click()
  const repair = page.getByRole('dialog', { name: 'deal.won' })
  const field = repair.getByLabel('Event, as JSON')
  await field.fill(JSON.stringify({ ...won, properties: { quoted_price: 'soon' } }))
  await repair.getByRole('button', { name: 'Send again' }).click()
  await expect(repair.getByRole('alert')).toContainText('quoted_price is "soon"')
  await expectGoodScreen(page)
  await field.fill(JSON.stringify({ ...won, properties: { quoted_price: 11_900 } }))
  await repair.getByRole('button', { name: 'Send again' }).click()
  await expect(repair.getByText('Accepted', { exact: true })).toBeVisible()
  await repair.getByRole('button', { name: 'Close' }).click()
  await expect(rowOf(page, 'call-2')).toContainText('Accepted')

  // What was wrong was not the event: it is replayed as it was sent, once the property takes any text.
  const updated = { event: 'lead.updated', event_id: 'call-3', email: lead.email, properties: { quoted_price: 'tbc' } }
  await send(url, updated)
  await expect(rowOf(page, 'call-3')).toContainText('Rejected')
  await page.getByRole('button', { name: 'More for Quoted price' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Quoted price' })
  await edit.getByLabel('Type').selectOption({ label: 'Text' })
  await edit.getByLabel('Written to').selectOption({ label: 'Opportunity, custom field' })
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await rowOf(page, 'call-3')
    .getByRole('button', { name: /^lead.updated/ })
    .click()
  const rejected = page.getByRole('dialog', { name: 'lead.updated' })
  await rejected.getByRole('button', { name: 'Replay call-3' }).click()
  await expect(rejected.getByText('Accepted', { exact: true })).toBeVisible()
  await rejected.getByRole('button', { name: 'Close' }).click()
  await expectGoodScreen(page)
})
