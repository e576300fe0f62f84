import { connect } from './database.ts'
import { enterHome } from './team.ts'
import { expect, test, testInNewBrowser } from './world.ts'

test('Every page has the same frame: product name, navigation of the account type, user menu [SHELL-01]', async ({
  page,
  product,
}) => {
  await enterHome(page, product, 'Ana Whitfield')
  await expect(page.getByText('Tributary', { exact: true }).first()).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link')).toHaveText([
    'Home',
    'Contacts',
    'Users',
    'Account',
    'Connected companies',
    'Connected syncs',
    'Webhooks',
    'Activity',
    'Audit log',
    'API reference',
  ])
  await navigation.getByRole('link', { name: 'Activity' }).click()
  await expect(page).toHaveURL(/\/settings\/activity/)
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText('Activity')
})

test('Staff see internal administration and nothing else [SHELL-01] [SHELL-05]', async ({ page, product }) => {
  await enterHome(page, product, 'Noor Adeyemi')
  await expect(page).toHaveURL(/\/admin\/clients/)
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(['Clients', 'Users', 'Sync events', 'Audit', 'Approvals', 'Failed jobs'])
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
})

test('A page without access shows a message, and the API refuses the same data [SHELL-05]', async ({ page, product }) => {
  await enterHome(page, product, 'Cho Tanaka')
  const refused: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/users-api/clients/')) refused.push(response.status())
  })
  await page.goto('/admin/clients')
  await expect(page.getByRole('heading', { name: "You don't have access to this page" })).toBeVisible()
  const status = await page.evaluate(async () => {
    const token =
      document.cookie
        .split('; ')
        .find((part) => part.includes('.accessToken='))
        ?.split('=')
        .at(-1) ?? ''
    const response = await fetch('/users-api/clients/', { headers: { authorization: `Bearer ${decodeURIComponent(token)}` } })
    return response.status
  })
  expect(status).toBe(403)
  expect(refused.filter((status) => status === 200)).toEqual([])
})

test('The terms need no sign-in and no user [SHELL-02]', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('-api/')) calls.push(request.url())
  })
  await page.goto('/terms-and-conditions')
  await expect(page.getByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible()
  expect(calls).toEqual([])
})

test('Connected syncs shows the result when the user returns from a vendor [SHELL-03]', async ({ page, product }) => {
  await enterHome(page, product, 'Ana Whitfield')
  await page.goto('/settings/integrations?integrated=active campaign')
  const main = page.getByRole('main')
  await expect(main.getByText('ActiveCampaign').first()).toBeVisible()
  await expect(page.getByText('Integration SUCCESSFUL!')).toHaveCount(0)

  // The page's own fetch is complete: only the button finds what is connected after it.
  const refresh = main.getByRole('button', { name: 'Refresh' })
  await expect(refresh).toBeEnabled()
  await connect(product, { type: 'active_campaign', name: 'Main list', email: 'ana@northlight.example.com' })
  await refresh.click()
  await expect(page.getByText('Integration SUCCESSFUL!')).toBeVisible()
  await expect(main.getByText('Main list')).toBeVisible()
})

test('A centered spinner shows while the user loads and while a page loads [SHELL-04] [GATE-02]', async ({ page, product }) => {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await enterHome(page, product, 'Ana Whitfield')
  await page.route('**/users-api/users/email**', async (route) => {
    await released
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: /Ana$/ })).toBeVisible()

  let releasePage = (): void => {}
  const releasedPage = new Promise<void>((resolve) => {
    releasePage = resolve
  })
  await page.route('**/assets/IntegrationsPage-*.js', async (route) => {
    await releasedPage
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connected syncs' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  releasePage()
  await expect(page.getByRole('banner').getByRole('heading', { name: 'Connected syncs' })).toBeVisible()
})

test('Columns and frame change at the specified widths, and blue is the only accent color [SHELL-06]', async ({
  page,
  product,
}) => {
  await enterHome(page, product, 'Ana Whitfield')
  const variables = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    return ['xs', 'sm', 'md', 'lg', 'xl'].map((size) => style.getPropertyValue(`--mantine-breakpoint-${size}`))
  })
  expect(variables.map((value) => Number.parseFloat(value) * 16)).toEqual([480, 768, 992, 1280, 1536])
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeHidden()
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeVisible()
  const accent = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--tb-accent').trim().toLowerCase(),
  )
  expect(accent).toBe('#215bda')
})

testInNewBrowser(
  'A toast shows at the bottom left, dark, next to the page, and disappears after five seconds [SHELL-07]',
  async ({ page, product }) => {
    await page.clock.install()
    await enterHome(page, product, 'Priya Raman')
    await connect(product, { type: 'hubspot', name: 'Practice CRM', email: 'priya@brightsmile.example.com' })
    await page.goto('/settings/integrations?integrated=hubspot')
    const toast = page.locator('.Toastify__toast')
    await expect(toast).toContainText('Integration SUCCESSFUL!')
    await expect(toast).toHaveClass(/Toastify__toast-theme--dark/)
    await expect(page.locator('.Toastify__toast-container')).toHaveClass(/--bottom-left/)
    const content = (await page.getByRole('main').boundingBox())?.x ?? 0
    const edge = async () => {
      const box = await toast.boundingBox()
      return box ? box.x + box.width : Number.NaN
    }
    // Polls, because the toast slides in.
    await expect.poll(edge).toBeLessThan(content)
    await page.clock.runFor(4_000)
    await expect(toast).toHaveCount(1)
    await page.clock.runFor(2_000)
    await expect(toast).toHaveCount(0)
  },
)

test('An unknown address shows the not-found page inside the frame [SHELL-11]', async ({ page, product }) => {
  await enterHome(page, product, 'Ana Whitfield')
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: "We couldn't find this page" })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expect(page.getByRole('heading', { name: /Ana$/ })).toBeVisible()
})

test('A page that crashes offers a reload, and the frame around it keeps working [SHELL-11]', async ({ page, product }) => {
  await enterHome(page, product, 'Ana Whitfield')
  await page.route('**/assets/ActivityPage-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' }),
  )
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { name: "This page didn't load" })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: /Ana$/ })).toBeVisible()
})

test('The command palette opens from the keyboard and opens pages', async ({ page, product }) => {
  await enterHome(page, product, 'Ana Whitfield')
  await page.keyboard.press('ControlOrMeta+k')
  // A fast user types before the field exists.
  await page.keyboard.type('activx')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/activity/)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByPlaceholder('Search or jump to')).toBeFocused()
  await expect(page.locator('[data-action][data-selected]')).toHaveText('Home')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /Ana$/ })).toBeVisible()
})

test('The user can choose a theme, and it is saved', async ({ page, product }) => {
  await enterHome(page, product, 'Ana Whitfield')
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('Events of the account appear on the open screen automatically', async ({ page, product }) => {
  await enterHome(page, product, 'Ana Whitfield')
  const feed = page.getByRole('region', { name: 'Recent activity' })
  await expect(feed.getByText('Live')).toBeVisible()
  await expect(feed.getByRole('link', { name: 'See all activity' })).toBeVisible()
  const before = await feed.getByRole('listitem').count()
  const { token, id, version } = await page.evaluate(() => {
    const value =
      document.cookie
        .split('; ')
        .find((part) => part.includes('.accessToken='))
        ?.split('=')
        .at(-1) ?? ''
    const user = JSON.parse(sessionStorage.getItem('currentUser') ?? '{}') as { client: { id: string; version: number } }
    return { token: decodeURIComponent(value), id: user.client.id, version: user.client.version }
  })
  const change = (body: object) =>
    fetch(`${product.url}/users-api/clients/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await change({ version, currency: 'CAD' })).status).toBe(200)
  await expect(feed.getByRole('listitem')).toHaveCount(Math.min(before + 1, 5))
  expect((await change({ currency: 'USD' })).status).toBe(200)
})
