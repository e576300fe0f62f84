import { callIdentity } from '../src/server/testing/identity-client.ts'
import { expectInside, fillSignIn, newUser, signOut } from './users.ts'
import { prefer, tokenFor, turnOnEmailCodes } from './second-steps.ts'
import { enterHome } from './team.ts'
import { expect, expectGoodScreen, openSignIn, test, type Page } from './world.ts'

test('Gus gets the code of his second step by text message [GATE-24] [IDP-04]', async ({ page, product, codeFor }) => {
  const gus = await newUser(product, 'Gus', codeFor)
  const phone = `+4670${String(Date.now()).slice(-7)}`
  const token = await tokenFor(product, gus)
  const own = { AccessToken: token }
  await callIdentity(product.url, 'UpdateUserAttributes', { ...own, UserAttributes: [{ Name: 'phone_number', Value: phone }] })
  const known = await codeFor(phone)
  const proof = { ...own, AttributeName: 'phone_number', Code: known }
  expect((await callIdentity(product.url, 'VerifyUserAttribute', proof)).status).toBe(200)
  await prefer(product, token, { SMSMfaSettings: { Enabled: true, PreferredMfa: true } })

  await openSignIn(page)
  await fillSignIn(page, gus)
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
  await expect(page.getByText(`We sent a code by text message to +*******${phone.slice(-4)}.`)).toBeVisible()
  await expectGoodScreen(page)
  const code = page.getByLabel('Code from the text message')
  await code.fill('000000')
  await expect(page.getByRole('alert')).toContainText('Invalid verification code provided, please try again.')
  await code.fill(await codeFor(phone, known))
  await expectInside(page)
})

test('Back from a second step keeps the email address, an older code is refused, and five wrong ones end the sign-in [GATE-10] [IDP-13]', async ({
  page,
  product,
  codeFor,
}) => {
  const liv = await newUser(product, 'Liv', codeFor)
  const known = await codeFor(liv.email)
  await turnOnEmailCodes(product, liv)
  const field = page.getByLabel('Code from the email')
  await openSignIn(page)
  await fillSignIn(page, liv)
  await expect(field).toBeVisible()
  const first = await codeFor(liv.email, known)
  await page.goBack()
  await expect(page.getByLabel('Email')).toHaveValue(liv.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await page.goForward()
  await expect(field).toBeVisible()
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(liv.email)
  await fillSignIn(page, liv)
  await expect(field).toBeVisible()
  const second = await codeFor(liv.email, first)
  for (let wrong = 0; wrong < 5; wrong += 1) {
    await field.fill('')
    const answered = page.waitForResponse('**/idp')
    await field.fill(first)
    expect(await (await answered).json()).toMatchObject({ __type: 'CodeMismatchException' })
    await expect(page.getByRole('alert')).toContainText('Invalid verification code provided, please try again.')
  }
  await field.fill(second)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Your sign-in attempt ended, maybe after too many wrong codes.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(liv.email)
})

/** Configures the page like an installation whose identity provider has hosted pages. */
const addHostedPages = async (page: Page, signOutUrls: string[]): Promise<void> => {
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const response = await route.fetch()
      const hosted = { domain: 'sign-in.example.com', signOutUrls }
      const body = (await response.text()).replace('"identity":{', `"identity":{"hosted":${JSON.stringify(hosted)},`)
      await route.fulfill({ response, body })
    },
  )
  await page.route('https://sign-in.example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Signed out of everything</h1>' }),
  )
}

test('If the provider has hosted pages, sign-out ends the session there too, with a return address [GATE-19]', async ({
  page,
  context,
  product,
}) => {
  const back = `${product.url}/`
  await addHostedPages(page, ['https://elsewhere.example.com/', back])
  await enterHome(page, product, 'Ana Whitfield')
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Signed out of everything' })).toBeVisible()
  const address = new URL(page.url())
  expect(`${address.origin}${address.pathname}`).toBe('https://sign-in.example.com/logout')
  expect(Object.fromEntries(address.searchParams)).toEqual({ client_id: 'tributaryweb00000000000001', logout_uri: back })
  expect((await context.cookies(product.url)).filter(({ name }) => /accessToken|refreshToken/.test(name))).toEqual([])
})

test('Without an allowed return address the user stays, is signed out here, and sees a message [GATE-19] [GATE-17]', async ({
  page,
  product,
}) => {
  await addHostedPages(page, ['https://elsewhere.example.com/'])
  await enterHome(page, product, 'Ana Whitfield')
  await signOut(page)
  await expect(page.getByRole('alert')).toContainText('An error occurred when attempting to log out from OAuth provider.')
})

test('A two-step sign-in needs no mouse, and every field has the right autocomplete value [GATE-24]', async ({
  page,
  product,
  codeFor,
}) => {
  const kim = await newUser(product, 'Kim', codeFor)
  const known = await codeFor(kim.email)
  await turnOnEmailCodes(product, kim)
  const focused = page.locator(':focus')
  const { keyboard } = page
  const tabTo = async (name: string): Promise<void> => {
    await expect(async () => {
      await keyboard.press('Tab')
      await expect(page.getByRole('button', { name, exact: true })).toBeFocused({ timeout: 100 })
    }).toPass()
  }
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'How will you use Tributary?' })).toBeVisible()
  await tabTo('Sign in')
  await keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(focused).toHaveAttribute('autocomplete', /^username\b/)
  await keyboard.type(kim.email)
  await keyboard.press('Tab')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(focused).toHaveAttribute('autocomplete', 'current-password')
  await keyboard.type(kim.password)
  await keyboard.press('Enter')

  await expect(page.getByLabel('Code from the email')).toBeFocused()
  await expect(focused).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(focused).toHaveAttribute('inputmode', 'numeric')
  await keyboard.press('Shift+Tab')
  await expect(page.getByLabel("Don't ask again on this device")).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.type(await codeFor(kim.email, known))
  await expectInside(page)
})

test('Screens for a new password have the right autocomplete values for the password manager [GATE-24]', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'I am a company' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('autocomplete', 'new-password')
  await expect(page.getByLabel('Confirm password', { exact: true })).toHaveAttribute('autocomplete', 'new-password')
  await openSignIn(page)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill('nobody.at.all@studio.agency')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Confirmation code')).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute('autocomplete', 'new-password')
})
