import { callIdentity } from '../src/server/testing/identity-client.ts'
import { acceptTerms, expectInside, fillSignIn, newIdentity } from './users.ts'
import {
  expect,
  expectGoodScreen,
  fillSignUp,
  openSignIn,
  signUp,
  someCompany,
  someEmail,
  test,
  type SignUpForm,
} from './world.ts'

const maya = (): SignUpForm => ({
  type: 'agency',
  company: someCompany('Northwind Media'),
  firstName: 'Maya',
  lastName: 'Ellison',
  email: someEmail('maya'),
  password: 'river-stone-7',
})

test('Maya accepts the terms on the sign-up form, and the server stores the version and the time [VAL-04] [VAL-13]', async ({
  page,
  codeFor,
}) => {
  const first = page.waitForRequest((request) => request.url().includes('/users/email?'))
  await signUp(page, maya(), codeFor)
  expect(new URL((await first).url()).searchParams.get('terms_version')).toBe('2026-09-01')
  await expect(page.getByRole('heading', { name: 'Accept the terms to continue' })).toHaveCount(0)
  await page.goto('/settings/audit')
  const table = page.getByRole('table')
  await expect(table.getByRole('button', { name: 'Terms accepted' })).toBeVisible()
  await expect(table.getByRole('button', { name: 'User signed up' })).toBeVisible()
  await expect(table.getByText('Invitation accepted')).toHaveCount(0)
  await table.getByRole('button', { name: 'Terms accepted' }).click()
  await expect(table.locator('ins')).toHaveText('2026-09-01')
})

test("Maya's acceptance survives a reload between sign-up and her first sign-in [VAL-13]", async ({ page, product, codeFor }) => {
  const form = maya()
  await page.goto('/')
  await page.getByRole('button', { name: 'I am an agency' }).click()
  await fillSignUp(page, form)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  const ConfirmationCode = await codeFor(form.email)
  await callIdentity(product.url, 'ConfirmSignUp', { Username: form.email, ConfirmationCode })
  await openSignIn(page)
  await fillSignIn(page, form)
  await expectInside(page)
})

test('Noor signs in without having seen the sign-up form: she has to accept the terms first, or signs out [VAL-13] [SHELL-02]', async ({
  page,
  product,
  codeFor,
}) => {
  const noor = await newIdentity(product, 'Noor', codeFor)
  await openSignIn(page)
  await fillSignIn(page, noor)
  await expect(page.getByRole('heading', { name: 'Accept the terms to continue' })).toBeVisible()
  await expectGoodScreen(page)
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('You must accept the terms')).toBeVisible()
  const [terms] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'terms and conditions, opens in a new tab' }).click(),
  ])
  await expect(terms.getByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible()
  await expect(terms.getByText('Version 2026-09-01, in force since')).toBeVisible()
  await terms.close()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Accept the terms to continue' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'How will you use Tributary?' })).toBeVisible()

  await openSignIn(page)
  await fillSignIn(page, noor)
  await acceptTerms(page)
  await expectInside(page)
  await page.reload()
  await expectInside(page)
})
