import { expect, expectAccessible, expectFits, signInAs, test, type Page } from './world.ts'

const people = [
  {
    name: 'Ana Whitfield',
    paths: [
      '/',
      '/settings/users',
      '/settings/integrations',
      '/settings/account',
      '/settings/activity',
      '/settings/audit',
      '/no/such/page',
      '/admin/clients',
    ],
  },
  { name: 'Priya Raman', paths: ['/', '/settings/users', '/settings/account', '/settings/activity', '/settings/integrations'] },
  { name: 'Noor Adeyemi', paths: ['/admin/clients', '/admin/users', '/admin/sync-events', '/admin/audit', '/admin/failed-jobs'] },
] as const
const publicPaths = ['/', '/terms-and-conditions', '/outbox', '/api-reference'] as const
const widths = [360, 768, 1280, 1536] as const

const openWhole = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('main').locator('.mantine-Skeleton-root')).toHaveCount(0)
}

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any page without an account, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    for (const path of publicPaths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expectAccessible(page)
    }
    await page.goto('/')
    for (const choice of ['I am an agency', 'I am a company']) {
      await page.getByRole('button', { name: choice }).click()
      await page.getByRole('button', { name: 'Create account' }).click()
      await expectAccessible(page)
      await page.goto('/')
    }
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
    await expectAccessible(page)
  })

  for (const { name, paths } of people)
    test(`axe finds nothing on any page of ${name}, ${scheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme })
      await signInAs(page, name)
      for (const path of paths) {
        await openWhole(page, path)
        await expectAccessible(page)
      }
    })
}

test('Every page without an account fits at 360, 768, 1280 and 1536 pixels [SHELL-06]', async ({ page }) => {
  for (const path of publicPaths) {
    await openWhole(page, path)
    await expectFits(page, widths)
  }
})

for (const { name, paths } of people)
  test(`Every page of ${name} fits at 360, 768, 1280 and 1536 pixels [SHELL-06]`, async ({ page }) => {
    await signInAs(page, name)
    for (const path of paths) {
      await openWhole(page, path)
      await expectFits(page, widths)
    }
  })

test('No text of the interface is a bare key, and no page complains in the console [SHELL-08]', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await signInAs(page, 'Ana Whitfield')
  for (const path of people[0].paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    const text = (await page.locator('body').innerText()).replaceAll(/\S+@\S+/g, '')
    expect(text.match(/\b[a-z]+(\.[a-zA-Z]+){2,}\b/g) ?? []).toEqual([])
  }
  expect(complaints).toEqual([])
})
