// An installation that masks names and email addresses of users for staff until they give a reason.
import { demoUser, enterAs, joinTeam, emailTo, newOwner, open } from './team.ts'
import { expect, expectAccessible, test, type Page } from './world.ts'

test.use({ env: { STAFF_SEES: 'masked' } })

const noor = demoUser('noor@staff.example.com')

const expectLookIn = async (page: Page, reason: string): Promise<void> => {
  await open(page, '/settings/audit', 'Audit log')
  const row = page.getByRole('table', { name: 'Audit log' }).getByRole('row').filter({ hasText: 'Shown to our staff' })
  await expect(row).toContainText(reason)
  await expect(row).toContainText('Tributary staff')
}

test('Users of all clients are masked for staff until staff give a reason, and we email it to the owner [ADMIN-02] [ADMIN-04]', async ({
  page,
  product,
  codeFor,
  elsewhere,
}) => {
  const hugo = await newOwner(product, { name: 'Hugo' }, codeFor)
  const iris = await joinTeam(product, hugo, { name: 'Iris', lastname: 'Quist', codeFor })
  await enterAs(page, product, noor)
  await open(page, '/admin/users', 'Users')
  await page.getByRole('searchbox', { name: 'Name, email, client or ID' }).fill(hugo.company)
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(page.getByText('Personal data is masked.')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'First name' }).getByRole('button')).toHaveCount(0)
  for (const secret of [iris.email, 'Quist', hugo.email]) await expect(table).not.toContainText(secret)

  const field = page.getByRole('searchbox', { name: 'Name, email, client or ID' })
  await field.fill('Quis')
  await expect(page.getByText('No results')).toBeVisible()
  await expect(page.getByText('Personal data is masked.')).toBeVisible()
  await expect(field).toHaveAttribute('title', /^Names are masked\. Search by a whole email address/)
  await expect(page.getByText(/Names are masked\. Search by a whole email address/)).toBeVisible()
  await page.goto('/admin/users?sort=name:asc')
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  await field.fill(hugo.company)
  await expect(table.getByRole('row')).toHaveCount(3)

  const row = table.getByRole('row').filter({ hasText: 'I•••' })
  const reason = 'She asked us by telephone'
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Reveal name and address' }).click()
  const dialog = page.getByRole('dialog', { name: `Reveal a user of ${hugo.company}` })
  await dialog.getByLabel('Reason').fill('why')
  await dialog.getByRole('button', { name: 'Reveal' }).click()
  await expect(dialog.getByText('Give a reason of at least 5 characters')).toBeVisible()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Reveal' }).click()
  await expect(dialog).toBeHidden()
  await expect(table).toContainText(iris.email)
  await expect(table).toContainText('Quist')
  await expect(table).not.toContainText(hugo.email)
  await expectAccessible(page)
  expect((await emailTo(product, hugo.email, /^Our staff viewed personal data in your account$/)).text).toContain(
    `Reason: ${reason}`,
  )
  const his = await elsewhere()
  await enterAs(his, product, hugo)
  await expectLookIn(his, reason)

  await page.reload()
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table).not.toContainText(iris.email)
})
