import { demoUser, enterAs, open } from './team.ts'
import { expect, test, testInNewBrowser, type Page } from './world.ts'

const ana = demoUser('ana@northlight.example.com')
const bar = "You're offline. Changes can't be saved until you're back online."

test('Without a network Ana sees a message, and the live stream reconnects as soon as the network is back', async ({
  page,
  context,
  product,
}) => {
  await enterAs(page, product, ana)
  await open(page, '/', 'Home')
  const feed = page.getByRole('region', { name: 'Recent activity' })
  await expect(feed.getByText('Live')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: bar })).toBeVisible()
  await expect(feed.getByText('Live')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByText(bar)).toHaveCount(0)
  await expect(feed.getByText('Live')).toBeVisible()
})

test('Queries that failed without a network are retried when it is back; the others are not [HTTP-06]', async ({
  page,
  context,
  product,
}) => {
  await enterAs(page, product, ana)
  await open(page, '/settings/activity', 'Activity')
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'When' }).click()
  await expect(page.getByText("We couldn't load this.")).toBeVisible()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await context.setOffline(false)
  await expect(page.getByText("We couldn't load this.")).toHaveCount(0)
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  expect(requested.filter((url) => url.includes('/users/email'))).toEqual([])
})

// A window that earlier tests used may already have the files.
testInNewBrowser(
  'A page that was never opened shows that Ana is offline, and opens automatically when she is online again',
  async ({ page, context, product }) => {
    await enterAs(page, product, ana)
    await open(page, '/', 'Home')
    await context.setOffline(true)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit log' }).click()
    await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('table', { name: /log/i })).toBeVisible()
  },
)

const activityPart = '**/assets/ActivityPage-*.js'
const activityLink = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' })

test('If a newer version has replaced a part, one reload fetches the new one', async ({ page, product }) => {
  await enterAs(page, product, ana)
  await open(page, '/', 'Home')
  await page.route(activityPart, (route) => route.fulfill({ status: 404, body: '' }))
  // The page that is loaded again names the new part.
  await page.route('**/settings/activity', async (route) => {
    await page.unroute(activityPart)
    await route.continue()
  })
  await activityLink(page).click()
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/activity/)
})

test('A part that is missing while the server is too busy to answer is fetched as soon as it answers', async ({
  page,
  product,
}) => {
  await enterAs(page, product, ana)
  await open(page, '/', 'Home')
  const refused = [activityPart, '**/mark.svg']
  for (const address of refused) await page.route(address, (route) => route.fulfill({ status: 503, body: '' }))
  await activityLink(page).click()
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible()
  for (const address of refused) await page.unroute(address)
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
})
