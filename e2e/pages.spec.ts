import { expect, expectAccessibleInBoth, expectFits, signInAs, test, type Page } from './world.ts'

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
      '/help',
      '/no/such/page',
      '/admin/clients',
    ],
  },
  { name: 'Priya Raman', paths: ['/', '/settings/users', '/settings/account', '/settings/activity', '/settings/integrations'] },
  {
    name: 'Noor Adeyemi',
    paths: ['/admin/clients', '/admin/users', '/admin/sync-events', '/admin/audit', '/admin/approvals', '/admin/failed-jobs'],
  },
] as const
const publicPaths = ['/', '/terms-and-conditions', '/outbox'] as const
const widths = [360, 768, 1280, 1536] as const

const openWhole = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('main').locator('.mantine-Skeleton-root')).toHaveCount(0)
}

const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

const expectNoBareKey = async (page: Page): Promise<void> => {
  const text = (await page.locator('body').innerText()).replaceAll(/\S+@\S+/g, '')
  expect(text.match(/\b[a-z]+(\.[a-zA-Z]+){2,}\b/g) ?? []).toEqual([])
}

for (const { name, paths } of people)
  test(`Every page of ${name} is one that axe finds nothing on, light and dark, fits from 360 to 1536 pixels, and is told in words [SHELL-06] [SHELL-08]`, async ({
    page,
  }) => {
    test.setTimeout(600_000)
    const complaints = complaintsOf(page)
    await signInAs(page, name)
    for (const path of paths) {
      await openWhole(page, path)
      await expectAccessibleInBoth(page)
      await expectNoBareKey(page)
      await expectFits(page, widths)
    }
    expect(complaints).toEqual([])
  })

for (const path of publicPaths)
  test(`Without an account, ${path} is a page that axe finds nothing on, light and dark, and fits from 360 to 1536 pixels [SHELL-06]`, async ({
    page,
  }) => {
    await openWhole(page, path)
    await expectAccessibleInBoth(page)
    await expectFits(page, widths)
  })

test('The API reference fits from 360 to 1536 pixels, and axe finds nothing on the calls that Ana looks for [SHELL-06]', async ({
  page,
}) => {
  await openWhole(page, '/api-reference')
  await expectFits(page, widths)
  // All of them look alike, and axe takes most of a minute for all of them.
  await page.getByRole('searchbox').fill('/integrations/')
  await expect(page.getByRole('heading', { name: /agencies-api/ })).toHaveCount(0)
  await expectAccessibleInBoth(page)
})

test('axe finds nothing on the forms of the gate, light and dark', async ({ page }) => {
  for (const choice of ['I am an agency', 'I am a company']) {
    await page.goto('/')
    await page.getByRole('button', { name: choice }).click()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expectAccessibleInBoth(page)
  }
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectAccessibleInBoth(page)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expectAccessibleInBoth(page)
})
