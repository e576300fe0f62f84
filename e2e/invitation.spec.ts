import { expectInside, fillSignIn, signOut } from './users.ts'
import { expect, openSignIn, test } from './world.ts'

const eli = 'eli@northlight.example.com'

test('Eli signs in with the temporary password of his email, chooses his own, and is active [GATE-09] [GATE-20] [IDP-09] [VAL-05]', async ({
  page,
  codeFor,
}) => {
  await openSignIn(page)
  await fillSignIn(page, { email: eli, password: await codeFor(eli) })
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page.getByText('Please enter password')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page.getByText('Use at least 8 characters')).toBeVisible()

  const activated = page.waitForResponse((response) => response.url().endsWith('/change_status'))
  await page.getByLabel('New password', { exact: true }).fill('my own quiet harbour')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  const user = (await (await activated).json()) as { status: string; updatedAt: string; clientName: string }
  expect(user).toMatchObject({ status: 'ACTIVE', clientName: 'Northlight Growth' })
  expect(user.updatedAt).toBe(new Date().toISOString().slice(0, 10))
  await expectInside(page)

  await signOut(page)
  await openSignIn(page)
  await fillSignIn(page, { email: eli, password: 'my own quiet harbour' })
  await expectInside(page)
})
