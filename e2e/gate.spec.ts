// What the auth gate shows when something fails, and what its screens share.
import { callIdentity } from '../src/server/testing/identity-client.ts'
import { fillSignIn, newUser, signOut } from './users.ts'
import { giveApp, turnOnEmailCodes } from './second-steps.ts'
import { enterHome, newInvitee } from './team.ts'
import {
  demoPassword,
  expect,
  expectGoodScreen,
  fillSignUp,
  openSignIn,
  someCompany,
  someEmail,
  test,
  type Page,
  type SignUpForm,
} from './world.ts'

const ana = { email: 'ana@northlight.example.com', password: demoPassword }
const userCall = /\/users-api\/users\/email/

const choice = (page: Page) => page.getByRole('heading', { name: 'How will you use Tributary?' })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const holdsTokens = (page: Page): Promise<boolean> => page.evaluate(() => document.cookie.includes('.accessToken='))

const maya = (type: SignUpForm['type']): SignUpForm => ({
  type,
  company: someCompany('Gatehouse'),
  firstName: 'Maya',
  lastName: 'Ellison',
  email: someEmail('maya'),
  password: 'river-stone-7',
})

const sendSignUp = async (page: Page, form: SignUpForm): Promise<void> => {
  await page.getByRole('button', { name: form.type === 'agency' ? 'I am an agency' : 'I am a company' }).click()
  await fillSignUp(page, form)
  await press(page, 'Create account')
}

test('If the user cannot be fetched for now, the first screen shows why and Try again, and keeps the tokens [GATE-02] [GATE-13]', async ({
  page,
  product,
}) => {
  await enterHome(page, product, 'Ana Whitfield')
  for (const [failure, words] of [
    ['abort', "Network Error: we couldn't reach the server. Check your connection and try again."],
    [503, "We couldn't read the server's response. Try again in a moment."],
  ] as const) {
    await page.route(userCall, (route) => (failure === 'abort' ? route.abort() : route.fulfill({ status: failure, body: 'no' })))
    await page.reload()
    await expect(choice(page)).toBeVisible()
    const notice = page.getByRole('alert')
    await expect(notice).toContainText(words)
    expect(await holdsTokens(page)).toBe(true)
    // The text is the same as before: only the call shows that it was tried again.
    const tried = page.waitForRequest(userCall)
    await notice.getByRole('button', { name: 'Try again' }).click()
    await (await tried).response()
    await expect(notice).toContainText(words)
    await press(page, 'Sign in')
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(words)
    if (failure === 'abort') await expectGoodScreen(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.unroute(userCall)
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: /Ana$/ })).toBeVisible()
  }
})

test('Tokens that the server refuses are removed, without a message on the first screen [GATE-02]', async ({ page, product }) => {
  await enterHome(page, product, 'Ana Whitfield')
  const refusal = { code: 'UNAUTHENTICATED', message: 'no', detail: 'Sign in first.', request_id: 'r1' }
  await page.route(userCall, (route) => route.fulfill({ status: 401, json: refusal }))
  await page.reload()
  await expect(choice(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await holdsTokens(page)).toBe(false)
})

test('A suspended user sees whom to contact and can sign out [GATE-02] [USER-07]', async ({ page, product }) => {
  await enterHome(page, product, 'Ana Whitfield')
  const detail = 'Your access is suspended. Ask an admin of your account to restore it.'
  const refusal = { code: 'USER_SUSPENDED', message: 'no', detail, request_id: 'r1' }
  await page.route(userCall, (route) => route.fulfill({ status: 403, json: refusal }))
  await page.reload()
  await expect(choice(page)).toBeVisible()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText("You can't sign in right now")
  await expect(notice).toContainText(detail)
  await notice.getByRole('button', { name: 'Sign out' }).click()
  await expect(notice).toHaveCount(0)
  expect(await holdsTokens(page)).toBe(false)
  await press(page, 'Sign in')
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.goBack()
  await expect(choice(page)).toBeVisible()
})

test('Every form except the first two has a link back to sign-in [GATE-10]', async ({ page, product, codeFor }) => {
  test.setTimeout(600_000)
  const goBack = async (heading: string | RegExp): Promise<void> => {
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    await press(page, 'Back to sign in')
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  }
  for (const type of ['agency', 'company'] as const) {
    await page.goto('/')
    await page.getByRole('button', { name: `I am ${type === 'agency' ? 'an agency' : 'a company'}` }).click()
    await page.getByLabel('Email').fill(ana.email)
    await goBack(`Create your ${type} account`)
    await expect(page.getByLabel('Email')).toHaveValue(ana.email)
  }
  await page.goto('/')
  await sendSignUp(page, maya('company'))
  await goBack('Confirm your email address')

  await press(page, 'Reset password')
  await goBack('Reset your password')
  await press(page, 'Reset password')
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill(ana.email)
  await press(page, 'Send code')
  await goBack('Choose a new password')

  await fillSignIn(page, await newInvitee(product, 'Ivo', codeFor))
  await goBack('Choose your own password')

  const una = await newUser(product, 'Una', codeFor)
  await page.getByLabel('Email').fill(una.email)
  await press(page, 'Email me a code')
  await goBack('Check your email')
  await turnOnEmailCodes(product, una)
  await fillSignIn(page, una)
  await goBack('Check your email')
  const ulf = await newUser(product, 'Ulf', codeFor)
  await giveApp(product, ulf, { SoftwareTokenMfaSettings: { Enabled: true }, EmailMfaSettings: { Enabled: true } })
  await fillSignIn(page, ulf)
  await goBack("How do you want to confirm it's you?")
  await fillSignIn(page, ulf)
  await page.getByRole('button', { name: /^Authenticator app/ }).click()
  await goBack("Confirm it's you")
  await expect(page.getByLabel('Email')).toHaveValue(ulf.email)
})

test('When the identity provider gives no reason, each step has its generic sentence [MSG-01] [MSG-02]', async ({
  page,
  product,
  codeFor,
}) => {
  const silent = { status: 400, contentType: 'application/x-amz-json-1.1', body: JSON.stringify({ __type: 'SomethingElse' }) }
  const silence = () => page.route('**/idp', (route) => route.fulfill(silent))
  const speech = () => page.unroute('**/idp')
  const expectWords = (words: string) => expect(page.getByRole('alert')).toHaveText(words)

  await openSignIn(page)
  await silence()
  await fillSignIn(page, ana)
  await expectWords('An error occurred during sign in')
  await press(page, 'Reset password')
  await press(page, 'Send code')
  await expectWords('An error occurred while sending code')
  await speech()
  await press(page, 'Send code')
  await page.getByLabel('Confirmation code').fill('123456')
  await page.getByLabel('New password', { exact: true }).fill('a calm river at noon')
  await silence()
  await press(page, 'Save new password')
  await expectWords('An error occurred during reset password')
  await press(page, 'Send a new code')
  await expectWords('An error occurred during resend')
  await speech()

  await press(page, 'Back to sign in')
  await fillSignIn(page, await newInvitee(product, 'Ines', codeFor))
  await page.getByLabel('New password', { exact: true }).fill('a calm river at noon')
  await silence()
  await press(page, 'Save and sign in')
  await expectWords('An error occurred during sign in with new password')
  await press(page, 'Back to sign in')
  await press(page, 'Create an account')
  await sendSignUp(page, maya('agency'))
  await expectWords('An error occurred during sign up of your agency')
  await speech()
  await press(page, 'Create account')
  await expect(page.getByLabel('Confirmation code')).toBeVisible()
  await silence()
  await page.getByLabel('Confirmation code').fill('123456')
  await expectWords('An error occurred during sign up')
})

test('The sixth digit submits the code once, and another code submits again [GATE-08]', async ({ page, codeFor }) => {
  const form = maya('company')
  await page.goto('/')
  await sendSignUp(page, form)
  const sent: string[] = []
  page.on('request', (request) => {
    if (!request.headers()['x-amz-target']?.endsWith('.ConfirmSignUp')) return
    sent.push((request.postDataJSON() as { ConfirmationCode: string }).ConfirmationCode)
  })
  const right = await codeFor(form.email)
  const wrong = right === '135790' ? '246801' : '135790'
  const field = page.getByLabel('Confirmation code')
  await field.pressSequentially(wrong.slice(0, 5))
  expect(sent).toEqual([])
  await field.press(wrong.charAt(5))
  await expect(page.getByRole('alert')).toContainText('Invalid verification code provided, please try again.')
  expect(sent).toEqual([wrong])
  await expect(field).toBeFocused()
  await page.keyboard.type(right)
  await expect(page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/ })).toBeVisible()
  expect(sent).toEqual([wrong, right])
})

test('A refused password shows the error under its field, which has the focus [IDP-07] [SHELL-10]', async ({
  page,
  product,
  codeFor,
}) => {
  const refusal = /This password is on public lists of common passwords\./
  const form = { ...maya('company'), password: 'password1' }
  await page.goto('/')
  await page.getByRole('button', { name: 'I am a company' }).click()
  await fillSignUp(page, form)
  await page.getByLabel('Confirm password').press('Enter')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAccessibleDescription(refusal)
  await expect(password).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await openSignIn(page)
  await fillSignIn(page, await newInvitee(product, 'Iris', codeFor))
  const own = page.getByLabel('New password', { exact: true })
  await own.fill('password1')
  await press(page, 'Save and sign in')
  await expect(own).toHaveAccessibleDescription(refusal)
  await expect(own).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('The first screen shows no price, and the gate writes nothing to the console [HTTP-02]', async ({ page, product }) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => logged.push(`error: ${error.message}`))
  await page.goto('/')
  await expect(choice(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'I am a company' })).toContainText('Free. No credit card required')
  await expect(page.getByRole('main')).not.toContainText('$')
  const form = maya('agency')
  await sendSignUp(page, form)
  await expect(page.getByLabel('Confirmation code')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Confirmation code')).toBeVisible()
  await press(page, 'Back to sign in')
  await press(page, 'Reset password')
  await press(page, 'Send code')
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  await press(page, 'Back to sign in')
  expect(logged).toEqual([])

  const tenants: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.headers()['authorization']) tenants.push(request.headers()['x-tenant'])
  })
  await page.getByRole('button', { name: /Ana Whitfield/ }).click()
  await expect(page.getByRole('heading', { name: /Ana$/ })).toBeVisible()
  const without = tenants.filter((tenant) => tenant === undefined)
  expect(without).toHaveLength(1)
  expect(logged).toEqual(without.map(() => 'warning: No client is known yet: this call goes out without a tenant header.'))
  await signOut(page)
  expect((await callIdentity(product.url, 'ResendConfirmationCode', { Username: form.email })).status).toBe(200)
})
