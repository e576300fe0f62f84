import { expect, signInAs, test } from './world.ts'

test('One frame holds every page: product name, navigation of the account type, user menu [SHELL-01]', async ({ page }) => {
  await signInAs(page, 'Ana Whitfield')
  await expect(page.getByRole('link', { name: /Tributary/ }).first()).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link')).toHaveText(['Home', 'Activity', 'Connected syncs'])
  await navigation.getByRole('link', { name: 'Activity' }).click()
  await expect(page).toHaveURL(/\/settings\/activity/)
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText('Activity')
})

test('Staff see internal administration and nothing else [SHELL-01] [SHELL-05]', async ({ page }) => {
  await signInAs(page, 'Noor Adeyemi')
  await expect(page).toHaveURL(/\/admin\/clients/)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Clients', 'Failed jobs'])
  await expect(page.getByRole('row', { name: /Northlight Growth/ })).toBeVisible()
})

test('A page that is not for this person says so, and the API refuses the same data [SHELL-05]', async ({ page }) => {
  await signInAs(page, 'Cho Tanaka')
  const refused: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/users-api/clients/')) refused.push(response.status())
  })
  await page.goto('/admin/clients')
  await expect(page.getByRole('heading', { name: 'You have no access to this page' })).toBeVisible()
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

test('Connected syncs answers the way back from a connection [SHELL-03]', async ({ page }) => {
  await signInAs(page, 'Ana Whitfield')
  await page.goto('/settings/integrations?integrated=active_campaign')
  await expect(page.getByText('ActiveCampaign').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()

  const connected = {
    id: '01890000-0000-7000-8000-000000000001',
    type: 'active_campaign',
    name: 'Main list',
    status: 'active',
    account: 'northlight',
    syncing: false,
  }
  await page.route('**/users-api/integrations/**', async (route) => {
    const clientId = route.request().headers()['x-tenant']?.split('.')[0]
    await route.fulfill({
      json: { total: 1, items: [{ ...connected, client_id: clientId, created_at: new Date().toISOString() }] },
    })
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Integration SUCCESSFUL!').first()).toBeVisible()
})

test('A centred spinner shows while the user loads and while a page is on its way [SHELL-04] [GATE-02]', async ({ page }) => {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await signInAs(page, 'Ana Whitfield')
  await page.route('**/users-api/users/email**', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
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
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  releasePage()
  await expect(page.getByRole('banner').getByRole('heading', { name: 'Connected syncs' })).toBeVisible()
})

test('Columns and frame change at the agreed widths, and blue is the one accent [SHELL-06]', async ({ page }) => {
  await signInAs(page, 'Ana Whitfield')
  const variables = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    return ['xs', 'sm', 'md', 'lg', 'xl', 'xxl'].map((size) => style.getPropertyValue(`--mantine-breakpoint-${size}`))
  })
  expect(variables).toEqual(['0em', '30em', '48em', '62em', '80em', '96em'])
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeHidden()
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeVisible()
  const accent = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--tb-accent').trim().toLowerCase(),
  )
  expect(accent).toBe('#215bda')
})

test('A toast comes at the bottom left, dark, and leaves after five seconds [SHELL-07]', async ({ page }) => {
  await page.clock.install()
  await signInAs(page, 'Ana Whitfield')
  await page.route('**/users-api/integrations/**', async (route) => {
    const clientId = route.request().headers()['x-tenant']?.split('.')[0]
    const item = {
      id: '01890000-0000-7000-8000-000000000002',
      type: 'hubspot',
      name: 'HubSpot',
      status: 'active',
      account: null,
      syncing: false,
    }
    await route.fulfill({ json: { total: 1, items: [{ ...item, client_id: clientId, created_at: new Date().toISOString() }] } })
  })
  await page.goto('/settings/integrations?integrated=hubspot')
  const toast = page.locator('.Toastify__toast')
  await expect(toast).toContainText('Integration SUCCESSFUL!')
  await expect(toast).toHaveClass(/Toastify__toast-theme--dark/)
  await expect(page.locator('.Toastify__toast-container')).toHaveClass(/--bottom-left/)
  await page.clock.runFor(5_600)
  await expect(toast).toHaveCount(0)
})

test('An unknown address shows a page that says so, inside the frame [SHELL-11]', async ({ page }) => {
  await signInAs(page, 'Ana Whitfield')
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expect(page.getByRole('heading', { name: /Ana$/ })).toBeVisible()
})

test('A page that breaks offers a reload, and the rest of the frame survives [SHELL-11]', async ({ page }) => {
  await signInAs(page, 'Ana Whitfield')
  await page.route('**/assets/ActivityPage-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' }),
  )
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: /Ana$/ })).toBeVisible()
})

test('The command palette opens from the keyboard and goes to pages', async ({ page }) => {
  await signInAs(page, 'Ana Whitfield')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('Search pages and actions').fill('activ')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/activity/)
})

test('The appearance can be chosen and is kept', async ({ page }) => {
  await signInAs(page, 'Ana Whitfield')
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('What happens in the account appears on the open screen by itself', async ({ page, product }) => {
  await signInAs(page, 'Ana Whitfield')
  const feed = page.getByRole('region', { name: 'Just now' })
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
  const response = await fetch(`${product.url}/users-api/clients/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ version, currency: 'USD' }),
  })
  expect(response.status).toBe(200)
  await expect(feed.getByRole('listitem')).toHaveCount(Math.min(before + 1, 5))
})
