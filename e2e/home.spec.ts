import { connectSource, inAccount, newAccount } from './sources.ts'
import { callAs, enterAs, joinTeam, newOwner, open } from './team.ts'
import { expect, expectGoodScreen, test, testInNewBrowser, type Page } from './world.ts'

const checklistOf = (page: Page) => page.getByRole('region', { name: 'Getting started' })

test('Every step that Maya can do is a row to press, and the others are one line [USER-03]', async ({
  page,
  product,
  codeFor,
}) => {
  await enterAs(page, product, await newOwner(product, { name: 'Maya', isAgency: true }, codeFor))
  await open(page, '/', 'Home')
  const checklist = checklistOf(page)
  await expect(checklist).toContainText('1 of 3 done')
  await expect(checklist.getByRole('link', { name: /Confirm your email address.*Done \w+ \d+/ })).toBeVisible()
  const connect = checklist.getByRole('link', { name: /Connect a CRM.*2 minutes\. You need admin access to the CRM\./ })
  await expect(checklist.getByRole('link', { name: /Finish the first sync.*Available after you connect a CRM\./ })).toBeVisible()
  await expect(checklist.getByRole('listitem')).toHaveCount(3)
  await expect(checklist).toContainText('Not available yet: mapping stages and reports.')
  await expect(page.getByRole('region', { name: 'Sources' })).toContainText('No sources yet')
  await expectGoodScreen(page)
  await connect.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/integrations/)
})

test('Broken sources are at the top: Pia reconnects the source that was revoked, and Tom is told to ask an admin [SYNC-09]', async ({
  page,
  elsewhere,
  product,
  codeFor,
}) => {
  const pia = await newOwner(product, { name: 'Pia' }, codeFor)
  const tom = await joinTeam(product, pia, { name: 'Tom', codeFor })
  const account = await newAccount(product, { type: 'hubspot', people: 12, deals: 3 })
  const id = await connectSource(product, pia, account)
  await enterAs(page, product, pia)
  await open(page, '/', 'Home')
  const figures = page.getByLabel('Key figures')
  await expect(figures).toContainText('12')
  await expect(figures).toContainText('1 of 1')
  const row = page.getByRole('region', { name: 'Sources' }).getByRole('link', { name: /HubSpot.*12.*3/ })
  await expect(row.locator('svg')).toBeVisible()

  await inAccount(product, account, { path: '/tokens', body: { do: 'revoke' } })
  await callAs(product, pia, { method: 'POST', path: `/users-api/integrations/${id}/refresh` })
  const attention = page.getByRole('region', { name: '1 source needs attention' })
  await expect(attention).toContainText('HubSpot')
  const above = (await attention.boundingBox())?.y ?? Infinity
  expect(above).toBeLessThan((await checklistOf(page).boundingBox())?.y ?? 0)
  await expectGoodScreen(page)
  const reconnect = attention.getByRole('link', { name: /^Reconnect: HubSpot/ })
  await expect(reconnect).toHaveAttribute('href', `/settings/integrations?connect=hubspot&again=${id}`)

  const his = await elsewhere()
  await enterAs(his, product, tom)
  await open(his, '/', 'Home')
  await expect(his.getByRole('region', { name: '1 source needs attention' })).toContainText('Ask an admin of your account.')
  await expect(his.getByRole('link', { name: /Reconnect/ })).toHaveCount(0)

  await reconnect.click()
  await expect(page.getByRole('dialog', { name: /HubSpot/ })).toBeVisible()
})

test('A sheet without mapped columns shows that setup is not finished, and the button opens the mapping', async ({
  page,
  product,
  codeFor,
}) => {
  const uma = await newOwner(product, { name: 'Uma' }, codeFor)
  await connectSource(product, uma, await newAccount(product, { type: 'googlesheet', people: 3 }))
  await enterAs(page, product, uma)
  await open(page, '/', 'Home')
  const attention = page.getByRole('region', { name: '1 source needs attention' })
  await expect(attention).toContainText('Map the columns. Syncing starts after that.')
  await attention.getByRole('link', { name: /^Finish setup/ }).click()
  await expect(page).toHaveURL(/tab=mapping/)
})

test('Home sends all its calls at the same time, without waiting for a reply', async ({ page, product, codeFor }) => {
  const ravi = await newOwner(product, { name: 'Ravi' }, codeFor)
  await enterAs(page, product, ravi)
  const requests = new Set<string>()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  for (const name of ['integrations', 'onboarding', 'stages', 'events'])
    await page.route(new RegExp(`-api/${name}(/?\\?|/?$)`), async (route) => {
      requests.add(name)
      await released
      await route.continue()
    })
  await page.goto('/')
  await expect.poll(() => requests.size).toBe(4)
  release()
  await expect(checklistOf(page)).toBeVisible()
})

testInNewBrowser(
  'A part of Home that cannot be loaded shows an error, is not retried endlessly, and loads with one press',
  async ({ page, product, codeFor }) => {
    await page.clock.install()
    let requests = 0
    await page.route('**/agencies-api/stages*', (route) => {
      requests += 1
      return route.fulfill({ status: 500, body: '{}' })
    })
    await enterAs(page, product, await newOwner(product, { name: 'Nils' }, codeFor))
    await open(page, '/', 'Home')
    const stages = page.getByRole('region', { name: 'Your stages' })
    await expect(stages.getByText("We couldn't load this.")).toBeVisible()
    await expect(checklistOf(page)).toContainText('Connect your CRM')
    const before = requests
    await expect(page.getByRole('region', { name: 'Recent activity' }).getByText('Live')).toBeVisible()
    await page.clock.runFor(5_000)
    expect(requests).toBe(before)
    await page.unroute('**/agencies-api/stages*')
    await stages.getByRole('button', { name: 'Try again' }).click()
    await expect(stages).toContainText('Negotiation')
  },
)
