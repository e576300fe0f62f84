import { expect, expectAccessible, expectGoodScreen, someCompany, test } from './world.ts'

test('A visitor creates a sandbox account, fills it, adds a contact, and turns trouble on and off', async ({ page }) => {
  const name = someCompany('Cedar')
  await page.goto('/sandboxes')
  await expect(page.getByRole('heading', { level: 1, name: 'Vendor sandboxes' })).toBeVisible()
  await expect(page.getByText('Nothing here is real.')).toBeVisible()
  const vendors = page.getByRole('list', { name: 'Vendors' })
  await vendors.getByRole('button', { name: /^HubSpot/ }).click()
  await expect(page).toHaveURL(/vendor=hubspot/)

  await page.getByRole('button', { name: 'New account' }).click()
  const adding = page.getByRole('dialog', { name: 'New account at HubSpot' })
  await adding.getByRole('button', { name: 'New account' }).click()
  await expect(adding.getByText('Enter a name for the account.')).toBeVisible()
  await adding.getByLabel('Account name').fill(name)
  await adding.getByRole('button', { name: 'New account' }).click()
  await expect(adding).toBeHidden()
  const account = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(account).toContainText('0 people · 0 deals')

  await account.getByRole('button', { name: 'Add data' }).click()
  const filling = page.getByRole('dialog', { name: `Add data to ${name}` })
  await filling.getByLabel('People').fill('12')
  await filling.getByLabel('Deals').fill('4')
  await filling.getByRole('button', { name: 'Add data' }).click()
  await expect(account).toContainText('12 people · 4 deals')

  await account.getByRole('button', { name: 'Show records' }).click()
  await expect(account.getByRole('region', { name: 'Deals' })).toContainText(
    /Appointment scheduled|Qualified to buy|Contract sent|Closed won|Closed lost/,
  )
  await account.getByRole('button', { name: 'New person' }).click()
  const dialog = page.getByRole('dialog', { name: 'New person' })
  await dialog.getByLabel('First name').fill('Wanda')
  await dialog.getByLabel('Last name').fill('Sandberg')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add person' }).click()
  await expect(account.getByRole('region', { name: 'People' })).toContainText('Wanda Sandberg')
  await expect(account).toContainText('13 people · 4 deals')

  const outage = page.getByRole('switch', { name: 'Outage' })
  await page.getByLabel('How often: Outage').selectOption('Until turned off')
  await outage.click()
  await expect(outage).toBeChecked()
  await expect(page.getByText('Affects every request until turned off')).toBeVisible()
  await expect(vendors.getByRole('button', { name: /^HubSpot/ }).getByLabel('Has problems')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(outage).not.toBeChecked()
  await expect(page.getByText('HubSpot works normally again.')).toBeVisible()
})

test('axe finds nothing on the sandboxes, light and dark, and nothing overflows [SHELL-06]', async ({ page }) => {
  for (const [vendor, panels] of [
    ['hubspot', 1],
    ['facebook', 0],
  ] as const) {
    await page.goto(`/sandboxes?vendor=${vendor}`)
    await expect(page.getByRole('heading', { name: 'Simulate problems' })).toBeVisible()
    // Only vendors that send webhooks have switches for them.
    await expect(page.getByRole('heading', { name: 'Webhooks' })).toHaveCount(panels)
    await expectGoodScreen(page)
  }
})
