import { callIdentity } from '../src/server/testing/identity-client.ts'
import { expect, fillSignUp, openSignIn, signUp, someCompany, someEmail, test, type SignUpForm } from './world.ts'

const maya = (type: SignUpForm['type']): SignUpForm => ({
  type,
  company: someCompany(type === 'agency' ? 'Northwind Media' : 'Brightwater'),
  firstName: 'Maya',
  lastName: 'Ellison',
  email: someEmail('maya'),
  password: 'river-stone-7',
})

test('An agency signs up, confirms with the code from the email and is signed in [GATE-03] [GATE-05] [GATE-08] [GATE-11] [GATE-14] [GATE-15] [GATE-26]', async ({
  page,
  codeFor,
}) => {
  const form = maya('agency')
  const calls: string[] = []
  page.on('request', (request) => {
    const target = request.headers()['x-amz-target']?.split('.')[1]
    if (target) calls.push(target)
    else if (request.url().includes('validate_create_request')) calls.push('validate_create_request')
  })
  const sent = page.waitForRequest((request) => request.headers()['x-amz-target']?.endsWith('.SignUp') ?? false)
  const signingUp = signUp(page, form, codeFor)
  const body = (await sent).postDataJSON() as { UserAttributes: { Name: string; Value: string }[] }
  await signingUp

  expect(Object.fromEntries(body.UserAttributes.map(({ Name, Value }) => [Name, Value]))).toEqual({
    email: form.email,
    given_name: 'Maya',
    family_name: 'Ellison',
    'custom:companyName': form.company,
    'custom:isAgency': '1',
    'custom:env': 'prod',
  })
  expect(calls.slice(0, 3)).toEqual(['validate_create_request', 'SignUp', 'ConfirmSignUp'])
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Agency settings')
  await expect(page.getByText(form.company).first()).toBeVisible()
})

test('A company signs up without the agency attribute and sees its own settings [GATE-05] [GATE-26] [USER-01]', async ({
  page,
  codeFor,
}) => {
  const form = maya('company')
  const sent = page.waitForRequest((request) => request.headers()['x-amz-target']?.endsWith('.SignUp') ?? false)
  const signingUp = signUp(page, form, codeFor)
  const body = (await sent).postDataJSON() as { UserAttributes: { Name: string }[] }
  await signingUp
  expect(body.UserAttributes.map(({ Name }) => Name)).not.toContain('custom:isAgency')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation).toContainText('Settings')
  await expect(navigation).not.toContainText('Agency settings')
})

test("The landing page shows a new account's real onboarding progress, with its default stages [USER-03]", async ({
  page,
  codeFor,
}) => {
  await signUp(page, maya('agency'), codeFor)
  const checklist = page.getByRole('region', { name: 'Getting started' })
  await expect(checklist).toContainText('1 of 3 done')
  await expect(checklist.getByRole('listitem').first()).toContainText('Confirm your email address')
  await expect(checklist.getByRole('listitem').first()).toContainText('Done')
  await expect(page.getByRole('region', { name: 'Your stages' }).getByRole('listitem')).toHaveCount(7)
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await expect(page.getByRole('menu')).toContainText('Admin and owner')
})

test('A name that is in use is refused before anything is created, inline and in red, and nothing typed is lost [GATE-14] [SHELL-10] [MSG-01]', async ({
  page,
  codeFor,
  context,
}) => {
  const first = maya('agency')
  await signUp(page, first, codeFor)
  await context.clearCookies()
  const second = { ...maya('agency'), company: first.company.toUpperCase() }
  const identityCalls: string[] = []
  page.on('request', (request) => {
    if (request.headers()['x-amz-target']?.endsWith('.SignUp')) identityCalls.push(request.url())
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'I am an agency' }).click()
  await fillSignUp(page, second)
  await page.getByRole('button', { name: 'Create account' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('A company with this name already exists. Choose another name.')
  await expect(page.getByLabel('Email')).toHaveValue(second.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(second.password)
  expect(identityCalls).toEqual([])
})

test('Every rule of the sign-up form shows its error under its field, and the first wrong field has the focus [VAL-01] [VAL-04] [SHELL-10] [IDP-07]', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'I am a company' }).click()
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('button', { name: 'Create account' }).click()
  for (const text of [
    'Please enter your company name',
    'Please enter your first name',
    'Please enter your last name',
    'Please enter a valid email address.',
    'You must accept the terms',
  ])
    await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByLabel('Company name')).toBeFocused()

  await page.getByLabel('Email').fill('maya at example.com')
  await page.getByLabel('Password', { exact: true }).fill('seven77')
  await page.getByLabel('Confirm password').fill('seven78')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await expect(page.getByText('Use at least 8 characters')).toBeVisible()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
})

test('The terms open in a new tab from the sign-up form, and the form stays unchanged [GATE-05] [SHELL-02]', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'I am an agency' }).click()
  await page.getByLabel('First name').fill('Maya')
  const [terms] = await Promise.all([
    page.waitForEvent('popup'),
    page
      .getByRole('link', { name: /terms and conditions/i })
      .first()
      .click(),
  ])
  await expect(terms.getByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Maya')
})

test('A wrong code shows an error, and a new one can be sent; every form has a link back to sign-in [GATE-08] [GATE-10] [MSG-01]', async ({
  page,
  codeFor,
}) => {
  const form = maya('company')
  await page.goto('/')
  await page.getByRole('button', { name: 'I am a company' }).click()
  await fillSignUp(page, form)
  await page.getByRole('button', { name: 'Create account' }).click()
  const right = await codeFor(form.email)
  await page.getByLabel('Confirmation code').fill(right === '111111' ? '222222' : '111111')
  const wrong = 'Invalid verification code provided, please try again. Check the digits, or use a new code.'
  await expect(page.getByRole('alert')).toContainText(wrong)
  await expect(page.getByLabel('Confirmation code')).toHaveAccessibleDescription(wrong)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByText('A new code is on its way.')).toBeVisible()
  await expect(page.getByText(wrong)).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('Signing in before confirming leads to the code, and then the confirmed user is signed in [GATE-08] [GATE-11]', async ({
  page,
  codeFor,
}) => {
  const form = maya('company')
  await page.goto('/')
  await page.getByRole('button', { name: 'I am a company' }).click()
  await fillSignUp(page, form)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()

  await openSignIn(page)
  await page.getByLabel('Email').fill(form.email)
  await page.getByLabel('Password', { exact: true }).fill(form.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  await page.getByLabel('Confirmation code').fill(await codeFor(form.email))
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(form.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: /Maya$/ })).toBeVisible()
})

test('A stranger signs up with the address of Maya, who is on another network by then: only the code of her own sign-up signs her in [IDP-06]', async ({
  page,
  codeFor,
  product,
}) => {
  const form = maya('agency')
  await page.goto('/')
  await page.getByRole('button', { name: 'I am an agency' }).click()
  await fillSignUp(page, form)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  const hers = await codeFor(form.email)
  await callIdentity(product.url, 'SignUp', { Username: form.email, Password: 'chosen by a stranger' })
  const strangers = await codeFor(form.email, hers)

  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.20' })
  await page.getByLabel('Confirmation code').fill(strangers)
  await expect(page.getByRole('alert')).toContainText('Invalid verification code provided, please try again.')
  await page.reload()
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await page.getByLabel('Confirmation code').fill(await codeFor(form.email, strangers))
  await expect(page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/ })).toBeVisible()
  const signIn = async (PASSWORD: string) => {
    const AuthParameters = { USERNAME: form.email, PASSWORD }
    return (await callIdentity(product.url, 'InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body
  }
  expect(await signIn('chosen by a stranger')).not.toHaveProperty('AuthenticationResult')
  expect(await signIn(form.password)).toHaveProperty('AuthenticationResult')
})
