// A vendor that is not part of the product: everything that users see of it comes from its manifest.
import { manifest } from '../src/server/testing/toy-vendor/connector/manifest.ts'
import { answerVendor, beginConnecting, expectRead, inAccount, newAccount, openSources } from './sources.ts'
import { enterAs, newOwner } from './team.ts'
import { expect, expectAccessible, test } from './world.ts'

test.use({ preload: 'src/server/testing/toy-vendor/add.ts' })

const { type, name: vendor, scopes } = manifest
const before = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test('Ana connects an ad platform that is not part of the product, chooses an ad account and sees its spend', async ({
  page,
  product,
  codeFor,
}) => {
  const ana = await newOwner(product, { name: 'Ana', isAgency: true }, codeFor)
  const account = await newAccount(product, { type })
  const { adAccounts } = await inAccount<{ adAccounts: string[] }>(product, account, {
    path: '/businesses',
    body: {
      name: 'Northlight',
      adAccounts: [
        { name: 'Lumen', currency: 'EUR' },
        { name: 'Helio', currency: 'EUR' },
      ],
    },
  })
  const spent = { campaign: 'Spring', day: before(2), spend: 1000.5, impressions: 9000, clicks: 400, conversions: 9 }
  await inAccount(product, account, { path: `/ad-accounts/${adAccounts[0]}/spend`, body: [spent] })
  await enterAs(page, product, ana)

  await openSources(page)
  const drawer = await beginConnecting(page, vendor)
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Spend' })).toBeVisible()
  for (const words of Object.values(scopes)) await expect(drawer.getByText(words, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: `Continue to ${vendor}` }).click()
  await answerVendor(page, account, 'Allow')
  await expect(page.getByText('Integration SUCCESSFUL!')).toBeVisible()

  const dialog = page.getByRole('dialog', { name: 'Choose ad accounts' })
  await expect(dialog.getByRole('group', { name: 'Northlight' }).getByRole('checkbox')).toHaveCount(2)
  await dialog.getByRole('checkbox', { name: 'Lumen' }).check()
  await dialog.getByRole('button', { name: 'Connect 1 ad account' }).click()
  await expect(page.getByText('Lumen is connected. The first sync starts now.')).toBeVisible()
  const card = page.getByRole('article', { name: `${vendor}, Lumen`, exact: true })
  await expect(card).toContainText('Northlight')
  await expectRead(product, ana, (await card.getAttribute('data-source')) ?? '')

  await card.getByRole('link', { name: `Details of ${vendor}, Lumen` }).click()
  await expect(page.getByRole('tab', { name: 'Spend' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel').getByRole('definition')).toHaveText(['€1,000.50', '400', '9,000', '9'])
  await expect(page.getByRole('table', { name: 'Campaigns' }).getByRole('row').nth(1)).toContainText(/Spring.*€1,000\.50/)
  await expect(page.getByRole('tab', { name: 'Contacts' })).toHaveCount(0)
})

test('Theo opens an address with an unknown vendor, and sees neither a connect drawer nor a message', async ({
  page,
  product,
  codeFor,
}) => {
  const theo = await newOwner(product, { name: 'Theo' }, codeFor)
  await enterAs(page, product, theo)
  await page.goto('/settings/integrations?integrated=pipedrive&connect=pipedrive')
  await expect(page.getByRole('button', { name: `Connect ${vendor}` })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Refresh' })).toHaveCount(0)
  await page.goto('/integrations/callback/pipedrive')
  await expect(page.getByRole('heading', { name: "We don't know this vendor" })).toBeVisible()
})
