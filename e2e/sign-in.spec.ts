import { enterHome } from './team.ts'
import { demoPassword, expect, openSignIn, signInAs, test } from './world.ts'

const ana = 'ana@northlight.example.com'

test('Without a signed-in user the gate opens on the choice of account type [GATE-01] [GATE-02] [GATE-03]', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'How will you use Tributary?' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'I am an agency' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'I am a company' })).toBeVisible()
})

test('The sign-in form has a button to reveal the password, a reset link and a link back to the choice [GATE-01] [GATE-04] [GATE-10]', async ({
  page,
}) => {
  await openSignIn(page)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('secret-word')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'How will you use Tributary?' })).toBeVisible()
})

test('Empty fields and a wrong password show messages, and the email address stays [VAL-01] [VAL-03] [MSG-01] [SHELL-10]', async ({
  page,
}) => {
  await openSignIn(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await expect(page.getByText('Please enter password')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(ana)
  await page.getByLabel('Password', { exact: true }).fill('not-her-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Incorrect username or password.')
  await expect(page.getByLabel('Email')).toHaveValue(ana)
})

test('When the server gives no reason, the generic sentence of the step is shown [MSG-01] [MSG-02]', async ({ page }) => {
  await openSignIn(page)
  await page.route('**/idp', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/x-amz-json-1.1',
      body: JSON.stringify({ __type: 'SomethingElse', message: '' }),
    }),
  )
  await page.getByLabel('Email').fill(ana)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('An error occurred during sign in')
})

test('The submit button is disabled with a spinner while its request runs [SHELL-09]', async ({ page }) => {
  await openSignIn(page)
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/idp', async (route) => {
    await released
    await route.continue()
  })
  await page.getByLabel('Email').fill(ana)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  await submit.click()
  await expect(submit).toBeDisabled()
  await expect(submit).toHaveAttribute('data-loading', 'true')
  release()
  await expect(page.getByRole('heading', { name: /Ana$/ })).toBeVisible()
})

test('Signing in loads the user, stores the tokens in cookies for a year and only the client in the session [GATE-11] [GATE-25] [GATE-27] [IDP-08] [USER-04]', async ({
  page,
  context,
}) => {
  await signInAs(page, 'Ana Whitfield')
  const stored = await page.evaluate(() => JSON.parse(sessionStorage.getItem('currentUser') ?? 'null') as Record<string, unknown>)
  expect(stored).toMatchObject({
    email: ana,
    name: 'Ana',
    lastname: 'Whitfield',
    status: 'ACTIVE',
    client: { name: 'Northlight Growth' },
  })
  expect(stored['clientId']).toMatch(/^[0-9a-f-]{36}$/)

  const cookies = (await context.cookies()).filter(({ name }) => name.startsWith('CognitoIdentityServiceProvider.'))
  const names = cookies.map(({ name }) => name.split('.').at(-1))
  expect(names).toEqual(expect.arrayContaining(['accessToken', 'idToken', 'refreshToken', 'clockDrift', 'LastAuthUser']))
  const inOneYear = Date.now() / 1000 + 365 * 86_400
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ path: '/', secure: true })
    expect(Math.abs(cookie.expires - inOneYear)).toBeLessThan(86_400)
  }
})

test('A reload keeps the session, and only the client id is read from storage [GATE-02] [GATE-25]', async ({ page, product }) => {
  await enterHome(page, product, 'Ana Whitfield')
  await page.evaluate(() => {
    const stored = JSON.parse(sessionStorage.getItem('currentUser') ?? '{}') as Record<string, unknown>
    sessionStorage.setItem('currentUser', JSON.stringify({ ...stored, name: 'Somebody else', client: { name: 'Elsewhere' } }))
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: /Ana$/ })).toBeVisible()
  await expect(page.getByText('Elsewhere')).toHaveCount(0)
})

test('Signing out leads to the choice of account type, clears everything, and a second tab follows [GATE-17]', async ({
  page,
  context,
  product,
}) => {
  await enterHome(page, product, 'Ana Whitfield')
  const second = await context.newPage()
  await second.goto('/settings/activity')
  await expect(second.getByRole('heading', { name: 'Activity' })).toBeVisible()

  const revoked = page.waitForRequest((request) => request.headers()['x-amz-target']?.endsWith('.RevokeToken') ?? false)
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await revoked
  await expect(page.getByRole('heading', { name: 'How will you use Tributary?' })).toBeVisible()
  await expect(second.getByRole('heading', { name: 'How will you use Tributary?' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('currentUser'))).toBeNull()
  expect((await context.cookies()).filter(({ name }) => /accessToken|idToken|refreshToken/.test(name))).toEqual([])

  await signInAs(page, 'Ana Whitfield')
})

test('Sign-out works even when the identity provider cannot be reached [GATE-17]', async ({ page, context, product }) => {
  await enterHome(page, product, 'Priya Raman')
  await page.route('**/idp', (route) => route.abort())
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'How will you use Tributary?' })).toBeVisible()
  expect((await context.cookies()).filter(({ name }) => /accessToken|refreshToken/.test(name))).toEqual([])
})
