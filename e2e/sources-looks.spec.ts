import {
  beginConnecting,
  chooseFromMenu,
  connectAds,
  connectSource,
  inAccount,
  newAccount,
  openSource,
  openSources,
  sourceNamed,
} from './sources.ts'
import { enterAs, newOwner, type Member } from './team.ts'
import { expect, expectGoodScreen, test, type CodeFor, type Page } from './world.ts'
import type { Product } from './product.ts'

/** An account with a sheet whose columns are not mapped yet. */
const newSheet = async (product: Product, codeFor: CodeFor): Promise<{ owner: Member; sheet: string }> => {
  const owner = await newOwner(product, { name: 'Vera' }, codeFor)
  const table = await newAccount(product, { type: 'googlesheet', people: 4, deals: 2 })
  await inAccount(product, table, { path: '/people', body: { email: '', phone: '' } })
  return { owner, sheet: await connectSource(product, owner, table) }
}

/** Also has a synced CRM. */
const newSources = async (product: Product, codeFor: CodeFor): Promise<{ owner: Member; crm: string; sheet: string }> => {
  const { owner, sheet } = await newSheet(product, codeFor)
  const crm = await connectSource(product, owner, await newAccount(product, { type: 'hubspot', people: 8, deals: 3 }))
  return { owner, crm, sheet }
}

/** Checks both themes, on a desktop and on a phone. */
const expectGood = async (page: Page): Promise<void> => {
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await expectGoodScreen(page)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('axe finds nothing on the sources, their drawer and their dialogs, light and dark, and nothing overflows [SHELL-06]', async ({
  page,
  product,
  codeFor,
}) => {
  const { owner } = await newSources(product, codeFor)
  await enterAs(page, product, owner)
  await openSources(page)
  await expect(sourceNamed(page, 'HubSpot')).toContainText('8 contacts')
  await expectGood(page)
  const drawer = await beginConnecting(page, 'ActiveCampaign')
  await drawer.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(drawer.getByText('Please enter: API URL')).toBeVisible()
  await expectGood(page)
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await expect(drawer).toBeHidden()
  for (const [action, title] of [
    ['Name and schedule', 'Name and schedule'],
    ['What to sync', 'What to sync from HubSpot'],
    ['Disconnect', /^Disconnect HubSpot, .+\?$/],
  ] as const) {
    await chooseFromMenu(page, 'HubSpot', action)
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toBeVisible()
    await expectGood(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  }
})

test('axe finds nothing on any tab of a source, light and dark, and nothing overflows [SHELL-06]', async ({
  page,
  product,
  codeFor,
}) => {
  const { owner, crm, sheet } = await newSources(product, codeFor)
  await enterAs(page, product, owner)
  await openSource(page, crm)
  for (const tab of ['Syncs', 'Skipped', 'Counts', 'Contacts and lineage']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
    await expectGood(page)
  }
  await page.getByRole('table', { name: 'Contacts of this source' }).getByRole('button').first().click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Fields' })).toBeVisible()
  await expectGood(page)
  await openSource(page, `${sheet}?tab=mapping`)
  // The preview is dimmed until it includes the suggested columns.
  await expect(page.getByText('The first rows with these settings.')).toBeVisible()
  await expectGood(page)
})

test('axe finds nothing on the spend of an ad account, light and dark, and nothing overflows [SHELL-06]', async ({
  page,
  product,
  codeFor,
}) => {
  const vera = await newOwner(product, { name: 'Vera', isAgency: true }, codeFor)
  // Yesterday has begun in every time zone; today has not begun in America in the first hours of a UTC day.
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const spent = { campaign: 'Spring', day, spend: 12, impressions: 900, clicks: 20, conversions: 3 }
  const ads = await connectAds(product, vera, [
    spent,
    { ...spent, campaign: 'Retargeting in all countries, people of the last year' },
  ])
  await enterAs(page, product, vera)
  await openSource(page, ads)
  await page.getByText('Spend by day as a table').click()
  await expectGood(page)
})

test('A toast does not cover the sticky buttons at the bottom of a page [SHELL-07]', async ({ page, product, codeFor }) => {
  const { owner, sheet } = await newSheet(product, codeFor)
  await enterAs(page, product, owner)
  await openSource(page, `${sheet}?tab=mapping`)
  await page.setViewportSize({ width: 390, height: 844 })
  const save = page.getByRole('button', { name: 'Save mapping' })
  await expect(save).toHaveAttribute('aria-disabled', 'false')
  await save.click()
  const toast = page.locator('.Toastify__toast')
  const edges = async () => {
    const [over, under] = await Promise.all([toast.boundingBox(), save.boundingBox()])
    return over && under ? over.y + over.height - under.y : Number.NaN
  }
  await expect.poll(edges).toBeLessThanOrEqual(0)
})

test('The current tab of a source is visible on a phone', async ({ page, product, codeFor }) => {
  const { owner, sheet } = await newSheet(product, codeFor)
  await enterAs(page, product, owner)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/settings/integrations/${sheet}?tab=people`)
  const tab = page.getByRole('tab', { name: 'Contacts and lineage' })
  await expect
    .poll(async () => {
      const box = await tab.boundingBox()
      return box ? box.x + box.width : Number.NaN
    })
    .toBeLessThanOrEqual(390)
})
