import { closeAccount, expectInside, fillSignIn, newUser, openAccount, signOut } from './users.ts'
import { plugIn } from './passkey-device.ts'
import { watchAnswers } from './second-steps.ts'
import { expect, expectAccessible, openSignIn, test, testInNewBrowser, type Page } from './world.ts'

const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' }).click()

testInNewBrowser(
  'Otto adds a passkey, signs in with it alone, and removes it again [IDP-05] [GATE-24]',
  async ({ page, product, codeFor }) => {
    const device = await plugIn(page)
    const otto = await newUser(product, 'Otto', codeFor)
    await openSignIn(page)
    await fillSignIn(page, otto)
    await expectInside(page)

    const account = await openAccount(page)
    await expect(account.getByText('No passkeys yet.')).toBeVisible()
    await device.recognises(false)
    await account.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(account.getByText('No passkey was created because the request was canceled or took too long.')).toBeVisible()
    await device.recognises(true)
    await account.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByText('Passkey added. You can now sign in with it.')).toBeVisible()
    const passkeys = account.getByRole('list', { name: 'Passkeys' })
    await expect(passkeys.getByRole('listitem')).toHaveCount(1)
    await expect(account.getByText('No passkey was made')).toHaveCount(0)
    await account.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(account.getByText('This device already has a passkey for your account. You can sign in with it.')).toBeVisible()
    await expectAccessible(page)
    await closeAccount(page)
    await signOut(page)

    await openSignIn(page)
    const answers = watchAnswers(page)
    await page.getByLabel('Email').fill(otto.email)
    await usePasskey(page)
    await expectInside(page)
    expect(answers).toContain('WEB_AUTHN 200')

    await openAccount(page)
    await passkeys.getByRole('button', { name: /^Remove / }).click()
    const question = page.getByRole('alertdialog', { name: /^Remove / })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(passkeys.getByRole('listitem')).toHaveCount(1)
    await passkeys.getByRole('button', { name: /^Remove / }).click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(account.getByText('No passkeys yet.')).toBeVisible()
    await closeAccount(page)
    await signOut(page)
    await openSignIn(page)
    await page.getByLabel('Email').fill(otto.email)
    await usePasskey(page)
    await expect(page.getByRole('alert')).toContainText("This passkey doesn't belong to this address, or it was removed.")
  },
)

testInNewBrowser(
  'A passkey that cannot be used is explained, and the password still works [IDP-05] [MSG-01]',
  async ({ page, product, codeFor }) => {
    const device = await plugIn(page)
    const ada = await newUser(product, 'Ada', codeFor)
    await openSignIn(page)
    await usePasskey(page)
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
    await expect(page.getByText('Please enter password')).toHaveCount(0)
    await expect(page.getByLabel('Email')).toBeFocused()

    await page.getByLabel('Email').fill(ada.email)
    await usePasskey(page)
    await expect(page.getByRole('alert')).toContainText(
      "The passkey wasn't used because the request was canceled or took too long.",
    )
    await device.recognises(false)
    await usePasskey(page)
    await expect(page.getByRole('alert')).toContainText("The passkey wasn't used")
    await expect(page.getByLabel('Email')).toHaveValue(ada.email)
    await fillSignIn(page, ada)
    await expectInside(page)
  },
)

test('Pia signs in with a code by email instead of her password [GATE-24] [IDP-13]', async ({ page, product, codeFor }) => {
  const pia = await newUser(product, 'Pia', codeFor)
  const known = await codeFor(pia.email)
  await openSignIn(page)
  await page.getByLabel('Email').fill(pia.email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText('If this address has an account, a code is on its way.')).toBeVisible()
  await expect(page.getByLabel("Don't ask again on this device")).toHaveCount(0)
  await expectAccessible(page)
  const first = await codeFor(pia.email, known)
  expect(first).toMatch(/^\d{8}$/)

  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByText('A new code is on its way.')).toBeVisible()
  const second = await codeFor(pia.email, first)
  const field = page.getByLabel('Code from the email')
  await field.fill(first)
  await expect(page.getByRole('alert')).toContainText('Invalid verification code provided, please try again.')
  await expect(page.getByText('A new code is on its way.')).toHaveCount(0)
  await expect(field).toBeFocused()
  await field.fill(second)
  await expectInside(page)
})

test('A code request for an address without an account looks the same, and no email is sent [IDP-13]', async ({
  page,
  product,
}) => {
  const unknown = 'nobody.at.all@studio.example.com'
  await openSignIn(page)
  await page.getByLabel('Email').fill(unknown)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByText('If this address has an account, a code is on its way.')).toBeVisible()
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByText('A new code is on its way.')).toBeVisible()
  await page.getByLabel('Code from the email').fill('12345678')
  await expect(page.getByRole('alert')).toContainText('Invalid verification code provided, please try again.')
  const emails = await fetch(`${product.url}/agencies-api/outbox/letters?to=${encodeURIComponent(unknown)}`)
  expect(await emails.json()).toMatchObject({ items: [], total: 0 })
})

testInNewBrowser(
  'A pool that asks for another passkey after one is refused: one passkey at a time [IDP-05]',
  async ({ page, product, codeFor }) => {
    await plugIn(page)
    const rhea = await newUser(product, 'Rhea', codeFor)
    await openSignIn(page)
    await fillSignIn(page, rhea)
    await expectInside(page)
    const account = await openAccount(page)
    await account.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByText('Passkey added. You can now sign in with it.')).toBeVisible()
    await closeAccount(page)
    await signOut(page)

    let challenge = ''
    let requests = 0
    await page.route('**/idp', async (route) => {
      const target = route.request().headers()['x-amz-target'] ?? ''
      const isAnswer = target.endsWith('.RespondToAuthChallenge') && (route.request().postData() ?? '').includes('"WEB_AUTHN"')
      if (isAnswer) return route.fulfill({ contentType: 'application/x-amz-json-1.1', body: challenge })
      const response = await route.fetch()
      const text = await response.text()
      if (text.includes('"ChallengeName":"WEB_AUTHN"')) {
        challenge = text
        requests += 1
      }
      return route.fulfill({ response, body: text })
    })
    await openSignIn(page)
    await page.getByLabel('Email').fill(rhea.email)
    const button = page.getByRole('button', { name: 'Use a passkey' })
    await button.click()
    await expect(page.getByRole('alert')).toContainText(
      'Sequential WEB_AUTHN challenges returned from underlying service cannot be handled.',
    )
    expect(requests).toBe(1)
    await page.unroute('**/idp')
    await button.click()
    await expectInside(page)
  },
)

/** The product at an insecure origin: http, and not localhost. */
const insecureOrigin = 'http://studio.test'

const serveInsecurely = (page: Page, product: { url: string }) =>
  page.route(`${insecureOrigin}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    if (pathname.endsWith('/live')) return route.abort()
    await route.fulfill({ response: await route.fetch({ url: product.url + pathname + search }) })
  })

test('Over plain http no passkey is offered, and My Account says why [IDP-05]', async ({ page, product, codeFor }) => {
  const una = await newUser(product, 'Una', codeFor)
  await serveInsecurely(page, product)
  await page.goto(`${insecureOrigin}/?sign-in`)
  await expect(page.getByRole('button', { name: 'Email me a code' })).toBeVisible()
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  await fillSignIn(page, una)
  await expectInside(page)
  const account = await openAccount(page)
  await expect(account.getByText('Passkeys need a secure connection. Open Tributary with https to add one.')).toBeVisible()
  await expect(account.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
})

testInNewBrowser(
  'A browser without passkey support is offered none, and My Account explains it [IDP-05]',
  async ({ page, product, codeFor }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    const vera = await newUser(product, 'Vera', codeFor)
    await openSignIn(page)
    await expect(page.getByRole('button', { name: 'Email me a code' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
    await fillSignIn(page, vera)
    await expectInside(page)
    const account = await openAccount(page)
    await expect(
      account.getByText("This browser doesn't support passkeys. Try a current version of Chrome, Edge, Firefox or Safari."),
    ).toBeVisible()
    await expect(account.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
  },
)
