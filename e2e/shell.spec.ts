import { connect } from './database.ts'
import { enterHome } from './team.ts'
import { expect, test, testInNewBrowser } from './world.ts'

test('One frame holds every page: product name, navigation of the account type, user menu [SHELL-01]', async ({
  page,
  product,
}) => {
  await enterHome(page, product, 'Ana Whitfield')
  await expect(page.getByText('Tributary', { exact: true }).first()).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link')).toHaveText([
    'Home',
    'Users',
    'Account',
    'Connected syncs',
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

test('A page that is not for this person says so, and the API refuses the same data [SHELL-05]', async ({ page, product }) => {
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
  expect(refused.filter((seen) => seen === 200)).toEqual([])
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

test('Connected syncs answers the way back from a connection [SHELL-03]', async ({ page, product }) => {
  await enterHome(page, product, 'Ana Whitfield')
  await page.goto('/settings/integrations?integrated=active campaign')
  const main = page.getByRole('main')
  await expect(main.getByText('ActiveCampaign').first()).toBeVisible()
  await expect(page.getByText('Integration SUCCESSFUL!')).toHaveCount(0)

  // The page's own question has been answered: what is connected after it is found by the button alone.
  const refresh = main.getByRole('button', { name: 'Refresh' })
  await expect(refresh).toBeEnabled()
  await connect(product, { type: 'active_campaign', name: 'Main list', email: 'ana@northlight.example.com' })
  await refresh.click()
  await expect(page.getByText('Integration SUCCESSFUL!')).toBeVisible()
  await expect(main.getByText('Main list')).toBeVisible()
})

test('A centred spinner shows while the user loads and while a page is on its way [SHELL-04] [GATE-02]', async ({
  page,
  product,
}) => {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await enterHome(page, product, 'Ana Whitfield')
  await page.route('**/users-api/users/email**', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: /Ana$/ })).toBeVisible()

  let releasePage = (): void => {}
  const heldPage = new Promise<void>((resolve) => {
    releasePage = resolve
  })
  await page.route('**/assets/IntegrationsPage-*.js', async (route) => {
    await heldPage
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connected syncs' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  releasePage()
  await expect(page.getByRole('banner').getByRole('heading', { name: 'Connected syncs' })).toBeVisible()
})

test('Columns and frame change at the agreed widths, and blue is the one accent [SHELL-06]', async ({ page, product }) => {
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
  'A toast comes at the bottom left, dark, beside the page, and leaves after five seconds [SHELL-07]',
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
      const place = await toast.boundingBox()
      return place ? place.x + place.width : Number.NaN
    }
    // It slides in.
    await expect.poll(edge).toBeLessThan(content)
    await page.clock.runFor(4_000)
    await expect(toast).toHaveCount(1)
    await page.clock.runFor(2_000)
    await expect(toast).toHaveCount(0)
  },
)

test('An unknown address shows a page that says so, inside the frame [SHELL-11]', async ({ page, product }) => {
  await enterHome(page, product, 'Ana Whitfield')
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: "We couldn't find this page" })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expect(page.getByRole('heading', { name: /Ana$/ })).toBeVisible()
})

test('A page that breaks offers a reload, and the rest of the frame survives [SHELL-11]', async ({ page, product }) => {
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

test('The command palette opens from the keyboard and goes to pages', async ({ page, product }) => {
  await enterHome(page, product, 'Ana Whitfield')
  await page.keyboard.press('ControlOrMeta+k')
  // Whoever types fast does not wait for the field.
  await page.keyboard.type('activ')
  await expect(page.getByPlaceholder('Search or jump to')).toHaveValue('activ')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/activity/)
})

test('The appearance can be chosen and is kept', async ({ page, product }) => {
  await enterHome(page, product, 'Ana Whitfield')
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('What happens in the account appears on the open screen by itself', async ({ page, product }) => {
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
