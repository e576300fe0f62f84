import {
  answerVendor,
  beginConnecting,
  behave,
  chooseFromMenu,
  connectSource,
  inAccount,
  newAccount,
  openSources,
  portalOf,
  sourceNamed,
  stall,
} from './sources.ts'
import { enterAs, newOwner, open } from './team.ts'
import { expect, expectAccessible, test, type Page } from './world.ts'

test('Priya finds HubSpot in the gallery, allows access there, and watches the first sync [SHELL-03] [SYNC-03] [SYNC-06] [SYNC-07] [SYNC-08]', async ({
  page,
  product,
  codeFor,
}) => {
  const priya = await newOwner(product, { name: 'Priya' }, codeFor)
  const account = await newAccount(product, { type: 'hubspot', people: 40, deals: 12 })
  await stall(product, 'hubspot', { path: '/objects/' })
  await enterAs(page, product, priya)
  await openSources(page)
  await expect(page.getByText('No sources connected yet')).toBeVisible()
  const gallery = page.getByRole('region', { name: 'Available' })
  const namesIn = (category: string) =>
    gallery.getByRole('region', { name: category, exact: true }).getByRole('heading', { level: 4 })
  await expect(namesIn('CRM')).toHaveText([/^Salesforce/, /^Microsoft Dynamics/, /^HubSpot/, /^ActiveCampaign/, /^GoHighLevel/])
  await expect(namesIn('Ads')).toHaveText([/^Facebook/, /^Google Ads/])
  await expect(namesIn('Spreadsheets')).toHaveText([/^Google Sheets/, /^Airtable/])
  await gallery.getByRole('searchbox', { name: 'Find a source' }).fill('hubs')
  await expect(gallery.getByRole('listitem')).toHaveCount(1)

  const drawer = await beginConnecting(page, 'HubSpot')
  await expect(page).toHaveURL(/connect=hubspot/)
  await expect(drawer.getByRole('textbox')).toHaveCount(0)
  await expect(drawer).toContainText('Stage history')
  await expect(drawer).toContainText('We only read. Nothing changes in HubSpot.')
  await expect(drawer).toContainText('Read who owns contacts and deals')
  await expect(drawer).not.toContainText('crm.')
  await drawer.getByRole('button', { name: 'Continue to HubSpot' }).click()
  await answerVendor(page, account, 'Allow')

  await expect(page).toHaveURL(/\/settings\/integrations\?integrated=hubspot$/)
  await expect(page.getByText('Integration SUCCESSFUL!')).toBeVisible()
  const card = sourceNamed(page, 'HubSpot')
  await expect(card).toBeInViewport()
  await expect(card.getByRole('region', { name: 'First sync running' })).toBeVisible()
  await expect(card.getByRole('progressbar', { name: 'Progress of HubSpot' })).toBeVisible()
  await expect(card.getByRole('link', { name: 'Details of HubSpot' })).toBeVisible()
  await behave(product, 'hubspot')
  await expect(page.getByRole('heading', { name: 'Connected 1' })).toBeVisible()
  await expect(card).toContainText('Active')
  await expect(card).toContainText(portalOf(account))
  await expect(card).toContainText('40 contacts and 12 opportunities')
  await expect(card).toContainText(/Last sync.*, [1-9]\d* new/)
  await expect(card.getByRole('button', { name: 'Sync now: HubSpot' })).toBeVisible()

  const height = (await card.boundingBox())?.height
  await card.getByRole('button', { name: 'Add: change the Attribute ID of HubSpot' }).click()
  const attribute = card.getByLabel('Attribute ID of HubSpot')
  await expect(attribute).toHaveAccessibleDescription(/^Your own label for this account,/)
  expect((await card.boundingBox())?.height).toBe(height)
  await attribute.fill('practice-1')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('button', { name: 'practice-1: change the Attribute ID of HubSpot' })).toBeFocused()
  await chooseFromMenu(page, 'HubSpot', 'Refresh connection')
  await expect(page.getByText(`HubSpot, ${portalOf(account)} is connected and working.`)).toBeVisible()
  await page.reload()
  await expect(card).toContainText('practice-1')
  await expect(card).toContainText('40 contacts and 12 opportunities')
})

test('Theo denies access at the vendor, sees why nothing was connected, and tries again [SYNC-08]', async ({
  page,
  product,
  codeFor,
}) => {
  const theo = await newOwner(product, { name: 'Theo' }, codeFor)
  const account = await newAccount(product, { type: 'hubspot', people: 3 })
  await enterAs(page, product, theo)
  await openSources(page)
  await (await beginConnecting(page, 'HubSpot')).getByRole('button', { name: 'Continue to HubSpot' }).click()
  await answerVendor(page, account, 'Deny')
  const failure = page.getByRole('alert').filter({ hasText: 'Integration FAILED!' })
  await expect(failure).toContainText('Access to HubSpot was denied.')
  await expect(page).toHaveURL(/\/integrations\/callback\/hubspot$/)
  await expectAccessible(page)

  await failure.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('dialog', { name: 'Connect HubSpot' }).getByRole('button', { name: 'Continue to HubSpot' }).click()
  await answerVendor(page, account, 'Allow')
  await expect(page.getByText('Integration SUCCESSFUL!')).toBeVisible()
})

test('Maya connects ActiveCampaign with its address and key; a wrong key shows the error at the key field [SYNC-04] [API-10]', async ({
  page,
  product,
  codeFor,
}) => {
  const maya = await newOwner(product, { name: 'Maya' }, codeFor)
  const account = await newAccount(product, { type: 'active_campaign', people: 5 })
  await enterAs(page, product, maya)
  await openSources(page)
  const drawer = await beginConnecting(page, 'ActiveCampaign')
  const connect = drawer.getByRole('button', { name: 'Connect', exact: true })
  const [url, key] = [drawer.getByLabel('API URL'), drawer.getByRole('textbox', { name: 'API key' })]
  await connect.click()
  await expect(drawer.getByText('Please enter: API URL')).toBeVisible()
  await url.fill(account.connect['url'] ?? '')
  await key.fill('not-the-key')
  await connect.click()
  await expect(key).toHaveAccessibleDescription(/ActiveCampaign/)
  await expect(key).toHaveAttribute('aria-invalid', 'true')
  await key.fill(account.connect['api_key'] ?? '')
  await connect.click()
  await expect(page).toHaveURL(/\/settings\/integrations\?integrated=active[+]campaign$/)
  await expect(page.getByText('Integration SUCCESSFUL!')).toBeVisible()
  await expect(sourceNamed(page, 'ActiveCampaign')).toContainText('5 contacts')
})

const business = { name: 'Northlight', adAccounts: ['Helio', 'Lumen'].map((name) => ({ name, currency: 'USD' })) }

/** Chooses the ad account and waits until its card shows a completed sync. */
const chooseLumen = async (page: Page, provider: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Choose ad accounts' })
  await expect(dialog.getByRole('group', { name: 'Northlight' }).getByRole('checkbox')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Connect ad accounts' }).click()
  await expect(dialog.getByText('Choose at least one ad account')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('checkbox', { name: 'Lumen' }).check()
  await dialog.getByRole('button', { name: 'Connect 1 ad account' }).click()
  await expect(page.getByText('Lumen is connected. The first sync starts now.')).toBeVisible()
  const card = page.getByRole('article', { name: `${provider}, Lumen`, exact: true })
  await expect(card).toContainText('Manager account')
  await expect(card).toContainText('Northlight')
}

test('Ana connects Facebook and is asked for ad accounts immediately; until she chooses one, setup is not finished [API-11] [SYNC-08]', async ({
  page,
  product,
  codeFor,
}) => {
  const ana = await newOwner(product, { name: 'Ana', isAgency: true }, codeFor)
  const account = await newAccount(product, { type: 'facebook' })
  await enterAs(page, product, ana)
  await openSources(page)
  await (await beginConnecting(page, 'Facebook')).getByRole('button', { name: 'Continue to Facebook' }).click()
  await answerVendor(page, account, 'Allow')
  await expect(page).toHaveURL(/\/settings\/integrations\?integrated=facebook$/)
  await expect(page.getByText('Integration SUCCESSFUL!')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Choose ad accounts' })
  const use = dialog.getByRole('button', { name: 'Connect ad accounts' })
  await expect(dialog).toContainText('Each ad account becomes its own source.')
  await expect(use).toHaveAccessibleDescription(/^The user who connected can't see any ad accounts\./)
  await expect(use).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  const card = sourceNamed(page, 'Facebook')
  await expect(card).toContainText('The first sync starts once you choose what to sync.')
  await expect(card.getByText('Needs setup', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Connected 0' })).toBeVisible()
  await expect(page.getByText('1 to finish setting up')).toBeVisible()
  await expect(card).toContainText('Signed in as')
  await expect(dialog).toBeHidden()
  await inAccount(product, account, { path: '/businesses', body: business })
  await card.getByRole('link', { name: 'Details of Facebook' }).click()
  // The card on the previous page has a button with the same name.
  await expect(page.getByRole('tab', { name: 'Spend' })).toBeVisible()
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await expect(dialog.getByRole('group', { name: 'Northlight' }).getByRole('checkbox')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.goBack()
  await card.getByRole('button', { name: 'Finish setup of Facebook' }).click()
  await chooseLumen(page, 'Facebook')
})

test('Ana connects Facebook once more, and sees which ad account is already connected before she chooses [API-11]', async ({
  page,
  product,
  codeFor,
}) => {
  const ana = await newOwner(product, { name: 'Ana', isAgency: true }, codeFor)
  const account = await newAccount(product, { type: 'facebook' })
  await inAccount(product, account, { path: '/businesses', body: business })
  await connectSource(product, ana, account)
  await enterAs(page, product, ana)
  await openSources(page)
  await page.getByRole('button', { name: 'Finish setup of Facebook' }).click()
  await chooseLumen(page, 'Facebook')
  await connectSource(product, ana, account)
  await page.reload()
  await page.getByRole('button', { name: 'Finish setup of Facebook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose ad accounts' })
  await expect(dialog.getByRole('checkbox', { name: 'Lumen' })).toBeDisabled()
  await expect(dialog.getByText('already connected')).toHaveCount(1)
  await dialog.getByRole('checkbox', { name: 'Helio' }).check()
  await dialog.getByRole('button', { name: 'Connect 1 ad account' }).click()
  await expect(page.getByRole('button', { name: 'Sync now: Facebook, Helio' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sync now: Facebook, Lumen' })).toBeVisible()
})

test('Ana connects Google Ads with a login that has ad accounts, and chooses one of its manager [API-12]', async ({
  page,
  product,
  codeFor,
}) => {
  const ana = await newOwner(product, { name: 'Ana', isAgency: true }, codeFor)
  const account = await newAccount(product, { type: 'google' })
  await enterAs(page, product, ana)
  await openSources(page)
  await (await beginConnecting(page, 'Google Ads')).getByRole('button', { name: 'Continue to Google Ads' }).click()
  await answerVendor(page, account, 'Allow')
  const failure = page.getByRole('alert').filter({ hasText: 'Integration FAILED!' })
  await expect(failure).toContainText('This Google login has no Google Ads account.')
  await inAccount(product, account, { path: '/businesses', body: business })
  await failure.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Continue to Google Ads' }).click()
  await answerVendor(page, account, 'Allow')
  await expect(page.getByText('Integration SUCCESSFUL!')).toBeVisible()
  await chooseLumen(page, 'Google Ads')
})

test('On a phone Theo finds the gallery below his sources; the command palette finds the gallery and a source from anywhere [SHELL-03]', async ({
  page,
  product,
  codeFor,
}) => {
  const theo = await newOwner(product, { name: 'Theo' }, codeFor)
  await connectSource(product, theo, await newAccount(product, { type: 'active_campaign' }))
  const id = await connectSource(product, theo, await newAccount(product, { type: 'hubspot', people: 3 }))
  await enterAs(page, product, theo)
  await page.setViewportSize({ width: 390, height: 600 })
  await openSources(page)
  const gallery = page.getByRole('heading', { name: 'Available' })
  await expect(sourceNamed(page, 'HubSpot')).toContainText('3 contacts')
  await expect(gallery).not.toBeInViewport()
  await page.getByRole('button', { name: 'Connect a source' }).click()
  await expect(gallery).toBeInViewport()

  await page.setViewportSize({ width: 1280, height: 500 })
  await open(page, '/settings/activity', 'Activity')
  const search = page.getByPlaceholder('Search or jump to')
  const chosen = page.locator('[data-action][data-selected]')
  const sourcesAnswer = Promise.withResolvers<void>()
  await page.evaluate(() => localStorage.clear())
  await page.route('**/users-api/integrations/**', async (route) => {
    await sourcesAnswer.promise
    await route.continue()
  })
  await open(page, '/settings/activity', 'Activity')
  await page.keyboard.press('ControlOrMeta+k')
  await search.fill('hubs')
  // A help article shows immediately; the source shows above it when the server replies.
  await expect(chosen).toHaveText('Sources')
  sourcesAnswer.resolve()
  await expect(chosen).toContainText('HubSpot')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/settings/integrations/${id}$`))
  await page.keyboard.press('ControlOrMeta+k')
  await search.fill('connect a s')
  await page.keyboard.press('Enter')
  await expect(gallery).toBeInViewport()
  await expect(page.getByRole('searchbox', { name: 'Find a source' })).toBeFocused()
})
