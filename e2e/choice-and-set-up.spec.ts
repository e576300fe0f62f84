// An installation that first asks how the user wants to sign in, and that requires two-step sign-in.
import { acceptTerms, expectInside, newUser, signOut } from './users.ts'
import { plugIn } from './passkey-device.ts'
import { authenticatorApp } from './second-steps.ts'
import { expect, expectGoodScreen, openSignIn, test, testInNewBrowser, type Page } from './world.ts'

test.use({ env: { SIGN_IN_MFA: 'required', SIGN_IN_FLOW: 'choice' } })

const beginWithPassword = async (page: Page, { email, password }: { email: string; password: string }): Promise<void> => {
  await openSignIn(page)
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'How do you want to sign in?' })).toBeVisible()
  await page.getByRole('button', { name: /^Password/ }).click()
  await expect(page.getByRole('heading', { name: 'Enter your password' })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('Wim chooses the password, sets up the authenticator app while signing in, and is signed in [GATE-24] [IDP-04] [IDP-11]', async ({
  page,
  product,
  codeFor,
}) => {
  const wim = await newUser(product, 'Wim', codeFor)
  await openSignIn(page)
  await page.getByLabel('Email').fill(wim.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'How do you want to sign in?' })).toBeVisible()
  await expectGoodScreen(page)
  const ways = page.getByRole('main').getByRole('button', { name: /^(Password|Passkey|Code by)/ })
  await expect(ways).toHaveCount(3)

  await beginWithPassword(page, { ...wim, password: 'not the one he has' })
  await expect(page.getByRole('alert')).toContainText('Incorrect username or password.')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(wim.email)
  await password.fill(wim.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: /^Authenticator app/ }).click()
  await expect(page.getByRole('heading', { name: 'Set up your authenticator app' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectGoodScreen(page)
  const app = authenticatorApp((await page.locator('code').textContent()) ?? '')
  const code = page.getByLabel('Code from your authenticator app')
  await code.fill(app.wrong())
  await expect(page.getByText("That code didn't work.")).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(app.next())
  await acceptTerms(page)
  await expectInside(page)

  await signOut(page)
  await beginWithPassword(page, wim)
  await expect(page.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await code.fill(app.next())
  await expectInside(page)
})

/** In the page itself: no other client is as quick. */
const reloadAsSoonAs = (page: Page, heading: string): Promise<void> =>
  page.evaluate((expected) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('h1')?.textContent !== expected) return
      observer.disconnect()
      location.reload()
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  }, heading)

test('Every choice and setup step has a link back to sign-in; a reload loses only the key of the app [GATE-10] [MSG-03]', async ({
  page,
  product,
  codeFor,
}) => {
  const vera = await newUser(product, 'Vera', codeFor)
  const goBack = async (heading: string): Promise<void> => {
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await page.getByRole('button', { name: 'Back to sign in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(vera.email)
  }
  await openSignIn(page)
  await page.getByLabel('Email').fill(vera.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await goBack('How do you want to sign in?')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Password/ }).click()
  await goBack('Enter your password')
  await beginWithPassword(page, vera)
  await goBack('Set up two-step sign-in')
  await beginWithPassword(page, vera)
  await page.getByRole('button', { name: /^Email/ }).click()
  await page.getByLabel('Email').fill('')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Email cannot be empty')).toBeVisible()
  await goBack('Get codes by email')
  await beginWithPassword(page, vera)
  await page.getByRole('button', { name: /^Authenticator app/ }).click()
  await goBack('Set up your authenticator app')
  await beginWithPassword(page, vera)
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
  await page.reload()
  await reloadAsSoonAs(page, 'Set up your authenticator app')
  await page.getByRole('button', { name: /^Authenticator app/ }).click()
  await expect(page.getByText('Your sign-in was interrupted. Please sign in again.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(vera.email)
})

test('Ylva sets up codes by email while signing in, only to her own address [GATE-24] [IDP-04]', async ({
  page,
  product,
  codeFor,
}) => {
  const ylva = await newUser(product, 'Ylva', codeFor)
  const known = await codeFor(ylva.email)
  await beginWithPassword(page, ylva)
  await page.getByRole('button', { name: /^Email/ }).click()
  await expect(page.getByRole('heading', { name: 'Get codes by email' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(ylva.email)
  await expectGoodScreen(page)
  await page.getByLabel('Email').fill('somebody.else@example.com')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert')).toContainText('Codes can be sent only to the confirmed email address of the account.')
  await page.getByLabel('Email').fill(ylva.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code from the email').fill(await codeFor(ylva.email, known))
  await acceptTerms(page)
  await expectInside(page)
})

testInNewBrowser(
  'Zoe has no passkey on her device, signs in with a code by email, and can then only add the app [GATE-24] [IDP-05] [IDP-13]',
  async ({ page, product, codeFor }) => {
    await plugIn(page)
    const zoe = await newUser(product, 'Zoe', codeFor)
    const known = await codeFor(zoe.email)
    await openSignIn(page)
    await page.getByLabel('Email').fill(zoe.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: /^Passkey/ }).click()
    await expect(page.getByRole('alert')).toContainText(
      "The passkey wasn't used because the request was canceled or took too long.",
    )
    await page.getByRole('button', { name: /^Code by email/ }).click()
    await expect(page.getByText('If this address has an account, a code is on its way.')).toBeVisible()
    await page.getByLabel('Code from the email').fill(await codeFor(zoe.email, known))
    await expect(page.getByRole('heading', { name: 'Set up your authenticator app' })).toBeVisible()
    const app = authenticatorApp((await page.locator('code').textContent()) ?? '')
    await page.getByLabel('Code from your authenticator app').fill(app.next())
    await acceptTerms(page)
    await expectInside(page)
  },
)
