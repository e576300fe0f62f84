import { answerVendor, beginConnecting, connectSource, inAccount, newAccount, openSource, openSources } from './sources.ts'
import { enterAs, newOwner, open } from './team.ts'
import { expect, test } from './world.ts'

test('Nadia maps a sheet, sees why a row cannot be synced, and finds the skipped row until it is fixed [SYNC-05]', async ({
  page,
  product,
  codeFor,
}) => {
  const nadia = await newOwner(product, { name: 'Nadia' }, codeFor)
  const account = await newAccount(product, { type: 'googlesheet', people: 4 })
  const { id: withoutEmail } = await inAccount<{ id: string }>(product, account, {
    path: '/people',
    body: { firstName: 'Nora', lastName: 'Nobody', email: '', phone: '' },
  })
  await enterAs(page, product, nadia)
  await openSources(page)
  const drawer = await beginConnecting(page, 'Google Sheets')
  await drawer.getByLabel('Connection name (optional)').fill('Leads 2026')
  await drawer.getByLabel('Sheet URL').fill(account.connect['url'] ?? '')
  await drawer.getByRole('button', { name: 'Continue to Google Sheets' }).click()
  await answerVendor(page, account, 'Allow')
  await expect(page.getByRole('banner').getByRole('heading', { name: 'Leads 2026' })).toBeVisible()

  const email = page.getByLabel('Email', { exact: true })
  await expect(email.getByRole('option', { selected: true })).toHaveText('Email')
  const header = page.getByLabel('The first row contains column names')
  await header.uncheck()
  await expect(page.getByRole('region', { name: 'Rows of the table' })).toContainText('column_B')
  await header.check()
  await expect(email.getByRole('option', { selected: true })).toHaveText('Email')
  await page.getByLabel('Row key').selectOption('Not synced')
  await page.getByLabel('Dates').selectOption('Month first, such as 11/03/2026')
  const problems = page.getByText('1 problem in the first rows')
  await expect(problems).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Row 6' })).toContainText(/[Ee]mail/)
  const previewRows = page.getByRole('region', { name: 'Preview of contacts' })
  await expect(previewRows.getByRole('row', { name: /^6 skipped/ })).toBeVisible()
  await expect(previewRows.getByRole('columnheader', { name: /^Created month first/ })).toBeVisible()
  await expect(previewRows.getByRole('row', { name: /^2 .* \p{L}{3,4} \d{1,2}, 20\d\d/u })).toBeVisible()
  await email.selectOption('Not synced')
  await page.getByLabel('Phone', { exact: true }).selectOption('Not synced')
  await expect(page.getByText('Choose a column for email, phone or row key. We need one')).toBeVisible()
  await email.selectOption('Email')
  await expect(problems).toBeVisible()
  await page.getByRole('button', { name: 'Save mapping' }).click()
  await expect(page.getByText('Everything is saved.')).toBeVisible()

  await page.getByRole('tab', { name: 'Syncs' }).click()
  await expect(page.getByRole('table', { name: 'Syncs' })).toContainText('Done, rows skipped')
  await expect(page.getByText('Rows skipped', { exact: true })).toBeVisible()
  await open(page, '/', 'Home')
  await expect(page.getByText('Everything is in sync')).toHaveCount(0)
  await page.getByRole('link', { name: 'In sync, 1 row skipped' }).click()
  await expect(page.getByRole('tab', { name: 'Skipped 1', exact: true, selected: true })).toBeVisible()
  const skippedRows = page.getByRole('table', { name: 'Skipped rows' })
  await expect(skippedRows.getByRole('row')).toHaveCount(2)
  await expect(skippedRows.getByRole('columnheader', { name: 'Row' })).toBeVisible()
  await expect(skippedRows).toContainText('Email is empty.')
  await skippedRows.getByRole('button', { name: 'Details for row 6' }).click()
  await expect(skippedRows.getByRole('definition').filter({ hasText: 'Nobody' })).toBeVisible()
  await expect(skippedRows.getByRole('term').filter({ hasText: 'Problem: Email' })).toBeVisible()
  await expect(skippedRows.getByRole('definition').filter({ hasText: 'empty' }).first()).toBeVisible()
  await page.getByRole('tab', { name: 'Contacts and lineage' }).click()
  await expect(page.getByRole('table', { name: 'Contacts of this source' }).getByRole('row')).toHaveCount(5)

  await inAccount(product, account, { method: 'PATCH', path: `/people/${withoutEmail}`, body: { email: 'nora@example.com' } })
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(page.getByRole('table', { name: 'Contacts of this source' })).toContainText('Nora Nobody')
  await page.getByRole('tab', { name: 'Skipped' }).click()
  await expect(page.getByText('No skipped rows')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Skipped', exact: true })).toBeVisible()
})

test('Tess sees for every field of a contact what the vendor sent, in which field, and which run wrote it [SYNC-06]', async ({
  page,
  product,
  codeFor,
}) => {
  const tess = await newOwner(product, { name: 'Tess' }, codeFor)
  const account = await newAccount(product, { type: 'hubspot', people: 3 })
  const { id } = await inAccount<{ id: string }>(product, account, {
    path: '/people',
    body: { firstName: 'Ottilie', lastName: 'Prange', email: 'Ottilie.Prange@Example.com', source: 'Meta' },
  })
  await inAccount(product, account, { path: '/deals', body: { name: 'New roof', amount: 9500, personIds: [id] } })
  const source = await connectSource(product, tess, account)
  await enterAs(page, product, tess)
  await openSource(page, `${source}?tab=people`)
  const contacts = page.getByRole('table', { name: 'Contacts of this source' })
  await expect(contacts.getByRole('row')).toHaveCount(5)
  await page.getByRole('searchbox', { name: 'Name, email, phone or ID' }).fill('ottilie.prange@example.com')
  await expect(contacts.getByRole('row')).toHaveCount(2)
  await contacts.getByRole('button', { name: /^Ottilie Prange/ }).click()

  const lineage = page.getByRole('dialog', { name: 'Ottilie Prange' })
  await expect(lineage).toContainText(`HubSpot · ${id}`)
  const row = (field: string) =>
    lineage.getByRole('row').filter({ has: page.getByRole('rowheader', { name: field, exact: true }) })
  await expect(row('First name')).toContainText(/Ottilie.*properties\.firstname/)
  await expect(row('Email')).toContainText(/ottilie\.prange@example\.com.*properties\.email/i)
  await expect(lineage).toContainText(/rom the sync of \w+ \d+/)
  await expect(lineage).toContainText('New roof')
  await expect(lineage).toContainText('$9,500')
  await lineage.getByRole('button', { name: 'Show the record' }).click()
  await expect(lineage.locator('pre')).toContainText('"firstname": "Ottilie"')
  await page.keyboard.press('Escape')
  await expect(lineage).toBeHidden()
  await expect(page).toHaveURL(/q=ottilie/)
})
