// A reload in the auth gate loses neither the step nor what was typed, except passwords.
import { callIdentity } from '../src/server/testing/identity-client.ts'
import { expectInside, fillSignIn, newUser } from './users.ts'
import { giveApp, emailCode, turnOnEmailCodes } from './second-steps.ts'
import { newInvitee } from './team.ts'
import { expect, fillSignUp, openSignIn, someCompany, someEmail, test, type Page, type SignUpForm } from './world.ts'

const maya = (): SignUpForm => ({
  type: 'agency',
  company: someCompany('Reload Works'),
  firstName: 'Maya',
  lastName: 'Ellison',
  email: someEmail('maya'),
  password: 'river-stone-7',
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const stored = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))

const openSignUp = async (page: Page): Promise<void> => {
  await page.goto('/')
  await page.getByRole('button', { name: 'I am an agency' }).click()
}

test('Sign-in, sign-up, reset and its code stay open after a reload, with the email address and never a password', async ({
  page,
}) => {
  const form = maya()
  await openSignIn(page)
  await page.getByLabel('Email').fill(form.email)
  await page.getByLabel('Password', { exact: true }).fill(form.password)
  await page.reload()
  await expect(title(page, 'Sign in')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(form.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')

  await press(page, 'Reset password')
  await expect(title(page, 'Reset your password')).toBeVisible()
  await page.reload()
  await expect(title(page, 'Reset your password')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(form.email)
  await press(page, 'Send code')
  await expect(title(page, 'Choose a new password')).toBeVisible()
  await page.reload()
  await expect(title(page, 'Choose a new password')).toBeVisible()
  await expect(page.getByText(`If ${form.email} has an account`)).toBeVisible()

  await openSignUp(page)
  await fillSignUp(page, form)
  expect(await stored(page)).not.toContain(form.password)
  await page.reload()
  await expect(title(page, 'Create your agency account')).toBeVisible()
  await expect(page.getByLabel('Agency name')).toHaveValue(form.company)
  await expect(page.getByLabel('First name')).toHaveValue('Maya')
  await expect(page.getByLabel('Last name')).toHaveValue('Ellison')
  await expect(page.getByLabel('Email')).toHaveValue(form.email)
  for (const label of ['Password', 'Confirm password']) await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
  await page.goBack()
  await expect(title(page, 'How will you use Tributary?')).toBeVisible()
})

test('Maya reloads before the email arrives, confirms, and is signed in without typing her password again [GATE-08] [GATE-23]', async ({
  page,
  codeFor,
}) => {
  const form = maya()
  await openSignUp(page)
  await fillSignUp(page, form)
  await press(page, 'Create account')
  await expect(title(page, 'Confirm your email address')).toBeVisible()
  const code = await codeFor(form.email)
  await page.reload()
  await expect(title(page, 'Confirm your email address')).toBeVisible()
  await expect(page.getByText(form.email)).toBeVisible()
  await page.getByLabel('Confirmation code').fill(code === '111111' ? '222222' : '111111')
  await expect(page.getByRole('alert')).toContainText('Invalid verification code provided, please try again.')
  await page.getByLabel('Confirmation code').fill(code)
  await expectInside(page)
  expect(await page.evaluate(() => sessionStorage.getItem('authGate'))).toBeNull()
  await page.reload()
  await expectInside(page)
})

test('If the pool does not sign in automatically, the confirmed user is asked to, with the email address filled in [MSG-03]', async ({
  page,
  codeFor,
}) => {
  const form = maya()
  await openSignUp(page)
  await fillSignUp(page, form)
  await press(page, 'Create account')
  await expect(title(page, 'Confirm your email address')).toBeVisible()
  const code = await codeFor(form.email)
  await page.reload()
  await page.route('**/idp', (route) => {
    const isSignIn = route.request().headers()['x-amz-target']?.endsWith('.InitiateAuth')
    const json = { __type: 'InvalidParameterException', message: 'USER_AUTH is not enabled for the client.' }
    return isSignIn ? route.fulfill({ status: 400, json }) : route.continue()
  })
  await page.getByLabel('Confirmation code').fill(code)
  await expect(page.getByText('Your email address is confirmed. Please use your credentials to sign in.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(form.email)
})

test('A second step continues after a reload, and signs in [GATE-22] [GATE-24]', async ({ page, product, codeFor }) => {
  const uma = await newUser(product, 'Uma', codeFor)
  const known = await codeFor(uma.email)
  await turnOnEmailCodes(product, uma)
  await openSignIn(page)
  await fillSignIn(page, uma)
  await expect(emailCode(page)).toBeVisible()
  await page.reload()
  await expect(title(page, 'Check your email')).toBeVisible()
  await expect(page.getByText(uma.email)).toBeVisible()
  await emailCode(page).fill(await codeFor(uma.email, known))
  await expectInside(page)
})

test('The choice of a two-step method and the new password continue after a reload [GATE-09] [GATE-24]', async ({
  page,
  product,
  codeFor,
}) => {
  const ulla = await newUser(product, 'Ulla', codeFor)
  const app = await giveApp(product, ulla, { SoftwareTokenMfaSettings: { Enabled: true }, EmailMfaSettings: { Enabled: true } })
  await openSignIn(page)
  await fillSignIn(page, ulla)
  await expect(title(page, "How do you want to confirm it's you?")).toBeVisible()
  await page.reload()
  await expect(title(page, "How do you want to confirm it's you?")).toBeVisible()
  await page.getByRole('button', { name: /^Authenticator app/ }).click()
  await expect(title(page, "Confirm it's you")).toBeVisible()
  await page.reload()
  await page.getByLabel('Code from your authenticator app').fill(app.next())
  await expectInside(page)

  await page.context().clearCookies()
  await openSignIn(page)
  await fillSignIn(page, await newInvitee(product, 'Ida', codeFor))
  await expect(title(page, 'Choose your own password')).toBeVisible()
  await page.reload()
  await page.getByLabel('New password', { exact: true }).fill('my own quiet harbour')
  await press(page, 'Save and sign in')
  await expectInside(page)
})

test('A user who opens the gate as a new page, or signs out, begins at the first screen', async ({ page, product, codeFor }) => {
  await openSignIn(page)
  await page.getByLabel('Email').fill('maya@example.com')
  await page.goto('/')
  await expect(title(page, 'How will you use Tributary?')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('authGate'))).toBeNull()
  const una = await newUser(product, 'Una', codeFor)
  await press(page, 'Sign in')
  await fillSignIn(page, una)
  await expectInside(page)
  const token = await page.evaluate(() =>
    document.cookie
      .split('; ')
      .find((part) => part.includes('.accessToken='))
      ?.split('=')
      .at(-1),
  )
  await callIdentity(product.url, 'GlobalSignOut', { AccessToken: decodeURIComponent(token ?? '') })
  await page.reload()
  await expect(title(page, 'How will you use Tributary?')).toBeVisible()
  await press(page, 'Sign in')
  await expect(page.getByLabel('Email')).toHaveValue('')
})
