import { expectInside, fillSignIn, newUser } from './users.ts'
import { demoPassword, expect, openSignIn, test } from './world.ts'

test('A forgotten password is reset with the code from the email, and the new one signs in [GATE-06] [GATE-07] [GATE-16]', async ({
  page,
  product,
  codeFor,
}) => {
  const user = await newUser(product, 'Nora', codeFor)
  const known = await codeFor(user.email)
  await openSignIn(page)
  await page.getByLabel('Email').fill(user.email)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(user.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()

  const code = await codeFor(user.email, known)
  await page.getByLabel('Confirmation code').fill(code)
  await page.getByLabel('New password', { exact: true }).fill('another calm river')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Password changed. Sign in with your new password.')).toBeVisible()
  await fillSignIn(page, { ...user, password: 'another calm river' })
  await expectInside(page)
})

test('A missing code or password shows a message, and a common password is refused [VAL-05] [IDP-07] [MSG-01]', async ({
  page,
  product,
  codeFor,
}) => {
  const user = await newUser(product, 'Odd', codeFor)
  const known = await codeFor(user.email)
  await openSignIn(page)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill(user.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Please enter the code from the email, 6 to 8 digits')).toBeVisible()
  await expect(page.getByText('Please enter password')).toBeVisible()
  await expect(page.getByLabel('Confirmation code')).toBeFocused()

  const code = await codeFor(user.email, known)
  await page.getByLabel('Confirmation code').fill(code)
  const newPassword = page.getByLabel('New password', { exact: true })
  await newPassword.fill('password1')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(newPassword).toHaveAccessibleDescription(/This password is on public lists of common passwords\./)
  await expect(newPassword).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('Confirmation code')).toHaveValue(code)
  await newPassword.fill('not on any list 4711')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('An address at a long top-level domain can be reset, and an unknown address gets the same reply [VAL-02] [IDP-13]', async ({
  page,
}) => {
  await openSignIn(page)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill('not an address')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  const hint = page.getByText('This address looks unusual. Check it for typos.')
  await page.getByLabel('Email').fill('nobody.at.all@studio.com')
  await expect(hint).toHaveCount(0)
  await page.getByLabel('Email').fill('nobody.at.all@studio.agency')
  await expect(hint).toBeVisible()
  await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This address looks unusual. Check it for typos.')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('If nobody.at.all@studio.agency has an account, a code is on its way.')).toBeVisible()
})

test('Signing in while a user is already signed in shows a message, with a button to continue [GATE-13] [MSG-03]', async ({
  page,
  context,
}) => {
  await openSignIn(page)
  const second = await context.newPage()
  await openSignIn(second)
  const ana = { email: 'ana@northlight.example.com', password: demoPassword }
  await fillSignIn(second, ana)
  await expectInside(second)
  await fillSignIn(page, { email: 'priya@brightsmile.example.com', password: demoPassword })
  await expect(page.getByRole('alert')).toContainText('There is already a signed in user.')
  await page.getByRole('button', { name: /Continue as/ }).click()
  await expect(page.getByRole('heading', { name: /Ana$/ })).toBeVisible()
})
