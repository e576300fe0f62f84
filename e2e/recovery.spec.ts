import { callIdentity } from '../src/server/testing/identity-client.ts'
import { enterHome } from './team.ts'
import { expect, signInAs, test, type Page } from './world.ts'

const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const cookie = document.cookie.split('; ').find((part) => part.includes('.accessToken='))
    return decodeURIComponent(cookie?.split('=').at(-1) ?? '')
  })

const choice = (page: Page) => page.getByRole('heading', { name: 'How will you use Tributary?' })
const gate = (page: Page) => choice(page).or(page.getByRole('heading', { name: 'Sign in' }))

test('Foreign tokens do not lock the user out: they are removed, and signing in works [GATE-02]', async ({
  page,
  context,
  product,
}) => {
  await enterHome(page, product, 'Ana Whitfield')
  const cookies = await context.cookies()
  await context.addCookies(
    cookies
      .filter(({ name }) => name.endsWith('.accessToken'))
      .map((cookie) => ({ ...cookie, value: `${cookie.value.slice(0, -12)}AAAAAAAAAAAA` })),
  )
  await page.reload()
  await expect(gate(page)).toBeVisible()
  await signInAs(page, 'Ana Whitfield')
})

test('A session that was ended elsewhere leads back to the gate [GATE-17] [MSG-01]', async ({ page, product }) => {
  await enterHome(page, product, 'Cho Tanaka')
  await callIdentity(product.url, 'GlobalSignOut', { AccessToken: await tokenOf(page) })
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connected syncs' })
  // The live stream may end first, and then the page is gone already.
  await link.or(gate(page)).click()
  await expect(gate(page)).toBeVisible()
  await signInAs(page, 'Cho Tanaka')
})

test('The back button steps through the screens of the gate, and what was typed is still there [GATE-03] [GATE-10]', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'I am an agency' }).click()
  await page.getByLabel('Agency name').fill('Northwind Media')
  await page.goBack()
  await expect(choice(page)).toBeVisible()
  await page.getByRole('button', { name: 'I am an agency' }).click()
  await expect(page.getByLabel('Agency name')).toHaveValue('Northwind Media')
})

test('A toast reports a part that cannot be loaded, and the page stays [SHELL-11]', async ({ page, product }) => {
  await enterHome(page, product, 'Ana Whitfield')
  await page.route(/\/assets\/CommandPalette-.*\.js$/, (route) => route.abort())
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await expect(page.locator('.Toastify__toast')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /Ana$/ })).toBeVisible()
})
