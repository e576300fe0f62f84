import { connectAds, openSources, sourceNamed } from './sources.ts'
import { enterAs, newOwner } from './team.ts'
import { expect, test } from './world.ts'

const before = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const campaigns = ['Brand', 'Display', 'Lookalike', 'Retargeting', 'Spring', 'Summer']

test('Ana sees the spend of an ad account: total, by day, by campaign, and for the period that she chooses [SYNC-03]', async ({
  page,
  product,
  codeFor,
}) => {
  const ana = await newOwner(product, { name: 'Ana', isAgency: true }, codeFor)
  await connectAds(product, ana, [
    ...campaigns.map((campaign, index) => {
      return { campaign, day: before(2), spend: 100 - index, impressions: 1000, clicks: 20, conversions: 2 }
    }),
    { campaign: 'Brand', day: before(20), spend: 1000.5, impressions: 9000, clicks: 400, conversions: 9 },
  ])
  await enterAs(page, product, ana)
  await openSources(page)
  await sourceNamed(page, 'Facebook').getByRole('link', { name: 'Details of Facebook' }).click()

  await expect(page.getByRole('tab', { name: 'Spend' })).toHaveAttribute('aria-selected', 'true')
  const figures = page.getByRole('tabpanel').getByRole('definition')
  await expect(figures).toHaveText(['€1,585.50', '520', '15,000', '21'])
  const chart = page.getByRole('img', { name: /€1,585\.50 in total\. The highest day was .+ with €1,000\.50/ })
  await expect(chart).toBeVisible()
  const table = page.getByRole('table', { name: 'Campaigns' })
  await expect(table.getByRole('row')).toHaveCount(6)
  await expect(table.getByRole('row').nth(1)).toContainText(/Brand.*€1,100\.50.*420/)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(table.getByRole('row').nth(1)).toContainText(/Summer.*€95\.00/)
  await expect(figures.first()).toHaveText('€1,585.50')

  await page.getByText('7 days', { exact: true }).click()
  await expect(figures.first()).toHaveText('€585.00')
  await expect(page).toHaveURL(/[?&]days=7(&|$)/)
  await expect(table.getByRole('row').nth(1)).toContainText(/Brand.*€100\.00/)
  await page.getByText('Spend by day as a table').click()
  await expect(
    page.getByRole('region', { name: 'Spend by day as a table' }).getByRole('row').filter({ hasText: '€585.00' }),
  ).toContainText('120')
  await page.reload()
  await expect(figures.first()).toHaveText('€585.00')
})

test('Ana sees a message if there is no spend in the period, and chooses a longer one from there', async ({
  page,
  product,
  codeFor,
}) => {
  const ana = await newOwner(product, { name: 'Ana', isAgency: true }, codeFor)
  await connectAds(product, ana, [{ campaign: 'Brand', day: before(60), spend: 12, impressions: 100, clicks: 2, conversions: 0 }])
  await enterAs(page, product, ana)
  await openSources(page)
  await sourceNamed(page, 'Facebook').getByRole('link', { name: 'Details of Facebook' }).click()
  await expect(page.getByRole('heading', { name: 'No spend in this period' })).toBeVisible()
  await page.getByRole('button', { name: 'Show 90 days' }).click()
  await expect(page.getByRole('table', { name: 'Campaigns' })).toContainText('€12.00')
})
