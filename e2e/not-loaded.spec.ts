// Files of the program that cannot be downloaded: a newer version replaced them, or the network failed.
import { demoUser, enterAs } from './team.ts'
import { expect, test, type Page } from './world.ts'

const startScript = '**/assets/base-*.js'
const identityScript = '**/assets/identity-*.js'
const notLoaded = "This page didn't load. Check your connection, then reload."
const choice = (page: Page) => page.getByRole('heading', { name: 'How will you use Tributary?' })

/** How often the page itself was requested. */
const countVisits = (page: Page) => {
  let visits = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) visits += 1
  })
  return () => visits
}

test('If the first script cannot be downloaded, the page reloads once, then shows a message with a reload button', async ({
  page,
}) => {
  const visits = countVisits(page)
  await page.route(startScript, (route) => route.abort())
  await page.goto('/')
  await expect(page.getByText(notLoaded)).toBeVisible()
  expect(visits()).toBe(2)
  await page.unroute(startScript)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(choice(page)).toBeVisible()
  await expect(page.getByText(notLoaded)).toHaveCount(0)
})

test('If a newer version has replaced the first script, a reload fetches the new one', async ({ page }) => {
  const visits = countVisits(page)
  await page.route(startScript, (route) => (visits() > 1 ? route.continue() : route.fulfill({ status: 404, body: '' })))
  await page.goto('/')
  await expect(choice(page)).toBeVisible()
  expect(visits()).toBe(2)
})

test('Without the identity client Ana sees the reason, and Sign out still works [GATE-02] [GATE-19]', async ({
  page,
  product,
}) => {
  const visits = countVisits(page)
  await enterAs(page, product, demoUser('ana@northlight.example.com'))
  await page.route(identityScript, (route) => route.abort())
  await page.goto('/')
  const notice = page.getByRole('alert')
  await expect(notice).toContainText("We couldn't load your account")
  await expect(notice).toContainText('Check your connection and try again.')
  expect(visits()).toBe(2)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(notice.getByRole('button', { name: 'Try again' })).toBeEnabled()
  await notice.getByRole('button', { name: 'Sign out' }).click()
  await expect(notice).toHaveCount(0)
  await expect(choice(page)).toBeVisible()
  expect(await page.evaluate(() => document.cookie)).not.toContain('CognitoIdentityServiceProvider')
})
