import { demoUser, enterAs, enterHome, open } from './team.ts'
import { expect, expectGoodScreen, test } from './world.ts'

const emails = [
  'ana@northlight.example.com',
  'cho@northlight.example.com',
  'priya@brightsmile.example.com',
  'noor@staff.example.com',
]

for (const email of emails)
  test(`${email} finds help at the bottom of the sidebar and in the user menu`, async ({ page, product }) => {
    await enterAs(page, product, demoUser(email))
    await page.goto('/')
    await page.getByRole('complementary').getByRole('link', { name: 'Help' }).click()
    await expect(page.getByRole('banner').getByRole('heading', { name: 'Help', level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Reference IDs' })).toBeVisible()
    await page.getByRole('button', { name: /^Your menu/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Help' })).toHaveAttribute('href', '/help')
  })

test('Ana searches help in the page and from the command palette, and each article has an address', async ({ page, product }) => {
  await enterHome(page, product, 'Ana Whitfield')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('Search or jump to').fill('skipped')
  await page.getByRole('button', { name: 'Skipped rows' }).click()
  await expect(page).toHaveURL(/\/help#skipped$/)
  await expect(page.getByRole('region', { name: 'Skipped rows' })).toBeInViewport()
  await expectGoodScreen(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('searchbox', { name: 'Search help' }).fill('reconnect')
  await expect(page.getByRole('heading', { name: 'Sync statuses and what to do' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search help' }).fill('xylophone')
  await expect(page.getByText('No article matches. Try another word.')).toBeVisible()
})

test('A reference ID has a link that explains it', async ({ page, product }) => {
  await enterHome(page, product, 'Ana Whitfield')
  await page.route('**/contacts-api/events/**', (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'INTERNAL', message: 'Internal', detail: 'Something went wrong on our side.', request_id: 'req-7F3A' },
    }),
  )
  await page.goto('/settings/activity')
  await expect(page.getByText('Reference ID: req-7F3A')).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'What is this?' }).click()
  const help = await opened
  await expect(help).toHaveURL(/\/help#reference-ids$/)
  await expect(help.getByRole('region', { name: 'Reference IDs' })).toBeInViewport()
  await expect(page).toHaveURL(/\/settings\/activity/)
})

test('On a public page a reference ID has no link into help, which is for signed-in users', async ({ page }) => {
  await page.route('**/agencies-api/outbox/letters**', (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'INTERNAL', message: 'Internal', detail: 'Something went wrong on our side.', request_id: 'req-7F3B' },
    }),
  )
  await page.goto('/outbox')
  await expect(page.getByText('Reference ID: req-7F3B')).toBeVisible()
  await expect(page.getByRole('link', { name: 'What is this?' })).toHaveCount(0)
})

test('The API reference is in the settings of admins, and not linked from the sign-in screens', async ({
  page,
  elsewhere,
  product,
}) => {
  await page.goto('/')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms and conditions' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'API reference' })).toHaveCount(0)
  await enterAs(page, product, demoUser('ana@northlight.example.com'))
  await open(page, '/', 'Home')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API reference' }).click()
  await expect(page).toHaveURL(/\/settings\/developers$/)
  await expect(page.getByText(/^For developers: every endpoint of the Tributary API/)).toBeVisible()
  const his = await elsewhere()
  await enterAs(his, product, demoUser('cho@northlight.example.com'))
  await open(his, '/', 'Home')
  await expect(his.getByRole('link', { name: 'API reference' })).toHaveCount(0)
})
