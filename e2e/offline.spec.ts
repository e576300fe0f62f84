import { demoUser, enterAs, open } from './team.ts'
import { expect, test, testInNewBrowser } from './world.ts'

const ana = demoUser('ana@northlight.example.com')
const bar = "You're offline. Changes can't be saved until you're back online."

test('Without a network Ana is told, and the live line is back as soon as the network is', async ({ page, context, product }) => {
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

test('What failed without a network is asked for again when it is back; what was answered is not [HTTP-06]', async ({
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
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await context.setOffline(false)
  await expect(page.getByText("We couldn't load this.")).toHaveCount(0)
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  expect(asked.filter((url) => url.includes('/users/email'))).toEqual([])
})

// A window that goes from story to story may have its files already.
testInNewBrowser(
  'A page that was never opened says that Ana is offline, and opens by itself when she is back',
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

test('A part that a newer version has replaced is fetched by loading the page anew, once', async ({ page, product }) => {
  await enterAs(page, product, ana)
  await open(page, '/', 'Home')
  await page.route('**/assets/ActivityPage-*.js', (route) => route.fulfill({ status: 404, body: '' }), { times: 1 })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/activity/)
})
