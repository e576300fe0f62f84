import { write } from './database.ts'
import {
  answerVendor,
  atVendor,
  beginConnecting,
  behave,
  connectSource,
  inAccount,
  newAccount,
  openSources,
  sourceNamed,
  stall,
} from './sources.ts'
import { callAs, enterAs, newOwner } from './team.ts'
import { expect, expectAccessible, expectFits, test, type Page } from './world.ts'

/** Adds up all layout shifts, also right after a click. */
const watchShifts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const shifts = { total: 0 }
    Object.assign(globalThis, { shifts: shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.total += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: false })
  })

const shifted = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { shifts: { total: number } }).shifts.total)

test('Ines starts a sync on the last card of a long page: the card shows the progress, and nothing moves until it is done [SYNC-07]', async ({
  page,
  product,
  codeFor,
}) => {
  const ines = await newOwner(product, { name: 'Ines' }, codeFor)
  const last = await newAccount(product, { type: 'hubspot', people: 250, deals: 5 })
  const id = await connectSource(product, ines, last)
  for (const type of ['active_campaign', 'active_campaign', 'active_campaign'] as const)
    await connectSource(product, ines, await newAccount(product, { type, people: 2 }))
  await enterAs(page, product, ines)
  await page.setViewportSize({ width: 1000, height: 700 })
  await openSources(page)
  const card = page.locator(`[data-source="${id}"]`)
  await expect(card).toContainText('250 contacts and 5 opportunities')
  await card.scrollIntoViewIfNeeded()
  const before = await card.boundingBox()
  await watchShifts(page)
  await stall(product, 'hubspot', { path: '/contacts', after: 2 })
  await card.getByRole('button', { name: 'Sync now: HubSpot' }).press('Enter')
  const cancel = card.getByRole('button', { name: /^Cancel the sync of HubSpot/ })
  await expect(cancel).toBeVisible()
  // After starting it by keyboard the focus is still on the same card.
  await expect(cancel).toBeFocused()
  await expect(card.getByRole('progressbar', { name: /^Progress of HubSpot/ })).toBeVisible()
  await expect(card).toContainText('Syncing')
  await expect(card).toContainText(/\d+ pages?/)
  await expect(card).toContainText(/records\/s/)
  expect(await card.boundingBox()).toEqual(before)
  await behave(product, 'hubspot')
  await expect(card.getByRole('button', { name: 'Sync now: HubSpot' })).toBeVisible()
  await expect(card).toContainText(/Last sync(just now|\d+ min ago)/)
  expect(await card.boundingBox()).toEqual(before)
  expect(await shifted(page)).toBeLessThanOrEqual(0.02)
})

test('Noor starts a sync that the schedule has just started: the card shows it first, and then the toast shows too [SYNC-07]', async ({
  page,
  product,
  codeFor,
}) => {
  const noor = await newOwner(product, { name: 'Noor' }, codeFor)
  const id = await connectSource(product, noor, await newAccount(product, { type: 'hubspot', people: 3 }))
  await enterAs(page, product, noor)
  await openSources(page)
  await stall(product, 'hubspot')
  const card = sourceNamed(page, 'HubSpot')
  const released = Promise.withResolvers<void>()
  await page.route('**/crm/sync', async (route) => {
    await released.promise
    await route.continue()
  })
  await card.getByRole('button', { name: 'Sync now: HubSpot' }).click()
  await callAs(product, noor, { method: 'POST', path: `/contacts-api/syncs/${id}/runs`, body: {} })
  await expect(card.getByRole('button', { name: /^Cancel the sync of HubSpot/ })).toBeVisible()
  released.resolve()
  await expect(page.getByText(/^The sync of HubSpot, .+ has started\.$/)).toBeVisible()
  await behave(product, 'hubspot')
})

test('Omar reconnects a revoked source from the bell, in one step [SYNC-09]', async ({ page, product, codeFor }) => {
  const omar = await newOwner(product, { name: 'Omar' }, codeFor)
  const account = await newAccount(product, { type: 'hubspot', people: 4 })
  const id = await connectSource(product, omar, account)
  await enterAs(page, product, omar)
  await openSources(page)
  await inAccount(product, account, { path: '/tokens', body: { do: 'revoke' } })
  const card = sourceNamed(page, 'HubSpot')
  await card.getByRole('button', { name: 'Sync now: HubSpot' }).click()
  await expect(card.getByRole('link', { name: /^Reconnect HubSpot/ })).toHaveText('Reconnect')
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  await bell.click()
  const notices = page.getByRole('list', { name: 'Notifications' })
  await expect(notices).toContainText(/HubSpot, .+ stopped syncing\. Reconnect to resume/)
  await notices.getByRole('link', { name: /^Reconnect HubSpot/ }).click()
  await expect(page).toHaveURL(new RegExp(`connect=hubspot&again=${id}$`))
  await page.getByRole('dialog', { name: 'Reconnect HubSpot' }).getByRole('button', { name: 'Continue to HubSpot' }).click()
  await answerVendor(page, account, 'Allow')
  await expect(card).toContainText('Active')
})

test('Noa resumes a paused sync from its card instead of waiting for hours [SYNC-10]', async ({ page, product, codeFor }) => {
  const noa = await newOwner(product, { name: 'Noa' }, codeFor)
  const account = await newAccount(product, { type: 'salesforce', people: 2500, deals: 5 })
  await atVendor(product, 'salesforce', { path: '/faults', body: { kind: 'throttle', after: 9 } })
  await enterAs(page, product, noa)
  await openSources(page)
  await (await beginConnecting(page, 'Salesforce')).getByRole('button', { name: 'Continue to Salesforce' }).click()
  await answerVendor(page, account, 'Allow')
  const card = sourceNamed(page, 'Salesforce')
  await expect(card).toContainText(/Resumes at .*\d+:\d\d/)
  await expectAccessible(page)
  await behave(product, 'salesforce')
  await write(product, `delete from platform.vendor_budget where type = 'salesforce'`, [])
  await card.getByRole('button', { name: /^Retry now: Salesforce/ }).click()
  await expect(card).toContainText('2,500 contacts')
  await expect(card).toContainText('Active')
})

test('Ana connects three of her ad accounts with one consent: three sources, and one that is connected cannot be chosen again [VAL-11] [SYNC-04]', async ({
  page,
  product,
  codeFor,
}) => {
  const ana = await newOwner(product, { name: 'Ana', isAgency: true }, codeFor)
  const account = await newAccount(product, { type: 'facebook' })
  const names = ['Helio', 'Lumen', 'Marlow', 'Nordic', 'Orchid', 'Pine', 'Quarry']
  const adAccounts = names.map((name) => ({ name, currency: 'USD' }))
  await inAccount(product, account, { path: '/businesses', body: { name: 'Northlight', adAccounts } })
  await enterAs(page, product, ana)
  await openSources(page)
  await (await beginConnecting(page, 'Facebook')).getByRole('button', { name: 'Continue to Facebook' }).click()
  await answerVendor(page, account, 'Allow')
  const dialog = page.getByRole('dialog', { name: 'Choose ad accounts' })
  // The message leaves after some seconds, however long the ad accounts take.
  await Promise.all([
    expect(page.getByText("You're signed in to Facebook. Finish setup to start the first sync.")).toBeVisible(),
    expect(dialog.getByRole('group', { name: 'Northlight' }).getByRole('checkbox')).toHaveCount(7),
  ])
  await dialog.getByRole('checkbox', { name: 'Lumen' }).check()
  await dialog.getByRole('searchbox', { name: 'Find an ad account' }).fill('o')
  await dialog.getByRole('checkbox', { name: 'Orchid' }).check()
  await dialog.getByRole('checkbox', { name: 'Marlow' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Connect 3 ad accounts' }).click()
  for (const name of ['Lumen', 'Orchid', 'Marlow'])
    await expect(page.getByRole('article', { name: `Facebook, ${name}`, exact: true })).toContainText('Active')
  await expect(page.getByRole('heading', { name: 'Connected 3' })).toBeVisible()
  await page.getByRole('button', { name: 'More about Facebook, Lumen' }).click()
  await page.getByRole('menuitem', { name: 'Add ad accounts' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Lumen' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /^Select all/ }).check()
  await expect(dialog.getByRole('button', { name: 'Connect 4 ad accounts' })).toBeEnabled()
})

test('Maya sees the error at the address field if it is not an ActiveCampaign address, and the field has the focus [SYNC-04]', async ({
  page,
  product,
  codeFor,
}) => {
  const maya = await newOwner(product, { name: 'Maya' }, codeFor)
  const account = await newAccount(product, { type: 'active_campaign', people: 2 })
  await enterAs(page, product, maya)
  await openSources(page)
  const drawer = await beginConnecting(page, 'ActiveCampaign')
  const url = drawer.getByLabel('API URL')
  await url.fill('https://harbor.example.com')
  await drawer.getByRole('textbox', { name: 'API key' }).fill(account.connect['api_key'] ?? '')
  await drawer.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(url).toHaveAccessibleDescription(/This address doesn't belong to the vendor. It should start with/)
  await expect(url).toHaveAttribute('aria-invalid', 'true')
  await expect(url).toBeFocused()
  await expect(drawer.getByText('Integration FAILED!')).toHaveCount(0)
})

test('A name of a hundred characters does not overflow a card or a page, on any screen size [SHELL-06]', async ({
  page,
  product,
  codeFor,
}) => {
  const vera = await newOwner(product, { name: 'Vera' }, codeFor)
  const id = await connectSource(product, vera, await newAccount(product, { type: 'hubspot', people: 3 }))
  const long = 'Wilhelmsdorfer-Dachziegelmanufaktur-und-Solardachvertriebsgesellschaft '.repeat(2).slice(0, 100)
  await write(product, `update integration set account = $2, manager_account = $2 where id = $1`, [id, long])
  await enterAs(page, product, vera)
  await openSources(page)
  const card = page.locator(`[data-source="${id}"]`)
  await expect(card).toContainText(long.trim())
  await expectFits(page, [1280, 768, 390, 360])
  const [box, badge, menu] = await Promise.all([
    card.boundingBox(),
    card.getByText('Active', { exact: true }).boundingBox(),
    card.getByRole('button', { name: /^More about/ }).boundingBox(),
  ])
  const right = (part: { x: number; width: number } | null) => (part ? part.x + part.width : Number.NaN)
  expect(right(badge)).toBeLessThan(right(box))
  expect(right(menu)).toBeLessThan(right(box))
  await page.goto(`/settings/integrations/${id}`)
  await expect(page.getByText(long.trim()).first()).toBeVisible()
  await expectFits(page, [1280, 768, 390, 360])
})
