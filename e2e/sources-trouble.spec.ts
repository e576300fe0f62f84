import {
  answerVendor,
  atVendor,
  behave,
  connectSource,
  newAccount,
  openSources,
  runOf,
  sourceNamed,
  type VendorAccount,
} from './sources.ts'
import { callAs, demoUser, enterAs, newOwner, open } from './team.ts'
import { expect, expectAccessible, test, type Page } from './world.ts'

/** Connects a source from the gallery, up to its first run. */
const begin = async (page: Page, provider: string, account: VendorAccount): Promise<void> => {
  await openSources(page)
  await page.getByRole('button', { name: `Connect ${provider}` }).click()
  const { url } = account.connect
  if (url) await page.getByLabel('Environment URL').fill(url)
  await page.getByRole('button', { name: `Continue to ${provider}` }).click()
  await answerVendor(page, account, 'Allow')
}

test('When a vendor throttles a sync, the card names it after a moment, and the sync continues automatically [SYNC-07] [SYNC-10]', async ({
  page,
  product,
  codeFor,
}) => {
  const iris = await newOwner(product, { name: 'Iris' }, codeFor)
  const account = await newAccount(product, { type: 'microsoft_dynamics', people: 300 })
  await atVendor(product, 'microsoft_dynamics', { path: '/faults', body: { kind: 'throttle', times: 2, after: 6 } })
  await enterAs(page, product, iris)
  await begin(page, 'Microsoft Dynamics', account)
  const card = sourceNamed(page, 'Microsoft Dynamics')
  await expect(card).toContainText('Waiting for Microsoft Dynamics')
  await expectAccessible(page)
  await expect(card).toContainText('Active')
  await expect(card).not.toContainText('Waiting for')
})

test('A paused sync shows no progress animation and when it resumes [SYNC-07] [SYNC-10]', async ({ page, product, codeFor }) => {
  const omar = await newOwner(product, { name: 'Omar' }, codeFor)
  const account = await newAccount(product, { type: 'salesforce', people: 2500, deals: 5 })
  await atVendor(product, 'salesforce', { path: '/faults', body: { kind: 'throttle', after: 9 } })
  await enterAs(page, product, omar)
  await begin(page, 'Salesforce', account)
  await sourceNamed(page, 'Salesforce').getByRole('link', { name: 'Details of Salesforce' }).click()
  const panel = runOf(page, 'Salesforce')
  await expect(panel).toContainText(/Resumes at .*\d+:\d\d [ap]m/i)
  await expect(panel.getByRole('button', { name: 'Retry now' })).toBeVisible()
  const bar = panel.getByRole('progressbar')
  await expect(bar).toHaveAttribute('data-still', 'true')
  await expect(bar).toHaveAttribute('value', /\d+/)
  await expect(panel.locator('[aria-current=step]')).toHaveCount(0)
  await behave(product, 'salesforce')
})

test('Noor, who is staff, sees the technical details below the message that Lena sees, and Lena does not [ADMIN-03] [API-16]', async ({
  page,
  elsewhere,
  product,
  codeFor,
}) => {
  const lena = await newOwner(product, { name: 'Lena' }, codeFor)
  const account = await newAccount(product, { type: 'hubspot', people: 3 })
  const id = await connectSource(product, lena, account)
  await atVendor(product, 'hubspot', { path: '/faults', body: { kind: 'odd_shape', times: 1, path: '/objects/contacts' } })
  await callAs(product, lena, { method: 'POST', path: `/contacts-api/syncs/${id}/runs`, body: { kind: 'full' } })
  const sentence = /^HubSpot sent [a-z ]+ in a format we couldn't read/
  await enterAs(page, product, lena)
  await open(page, '/settings/activity', 'Activity')
  const hers = page.getByRole('row').filter({ hasText: 'Sync failed' })
  await expect(hers.getByText(sentence)).toBeVisible()
  await hers.getByRole('button', { name: 'Failed. See why' }).click()
  await expect(page.getByRole('paragraph').filter({ hasText: sentence })).toBeVisible()
  await expect(page.getByText(/Invalid input/)).toHaveCount(0)

  const staffPage = await elsewhere()
  await enterAs(staffPage, product, demoUser('noor@staff.example.com'))
  await open(staffPage, '/admin/sync-events?event=sync_failed', 'Sync events')
  const row = staffPage.getByRole('row').filter({ hasText: 'Sync failed' }).first()
  await expect(row.getByText(sentence)).toBeVisible()
  await expect(staffPage.getByText(/Invalid input/)).toHaveCount(0)
  await row.getByRole('button', { name: 'Failed. See why' }).click()
  await expect(staffPage.locator('code')).toContainText('Invalid input')
  await staffPage.getByRole('button', { name: 'Copy technical details' }).click()
  await expectAccessible(staffPage)
})
