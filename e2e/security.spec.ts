import type { Browser } from '@playwright/test'
import {
  answerQuestion,
  expectInside,
  fillSignIn,
  newUser,
  openAccount,
  signInAgain,
  signOut,
  closeAccount,
  type TestUser,
} from './users.ts'
import type { Product } from './product.ts'
import { turnOnEmailCodes } from './second-steps.ts'
import { enterHome } from './team.ts'
import { expect, expectAccessibleInBoth, freshContext, openSignIn, test, type Page } from './world.ts'

const signIn = async (page: Page, user: TestUser): Promise<void> => {
  await openSignIn(page)
  await fillSignIn(page, user)
  await expectInside(page)
}

/** Signs the same user in in another browser. */
const signInElsewhere = async (browser: Browser, product: Product, user: TestUser): Promise<Page> => {
  const context = await freshContext(browser, product)
  const page = await context.newPage()
  await signIn(page, user)
  return page
}

const expectOutside = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { name: 'How will you use Tributary?' })).toBeVisible()

const expectAtSignIn = (page: Page): Promise<void> => expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

test('Changing the password asks for the old one, refuses a common one, and signs out all other browsers [IDP-01] [IDP-07]', async ({
  page,
  browser,
  product,
  codeFor,
}) => {
  const vera = await newUser(product, 'Vera', codeFor)
  await signIn(page, vera)
  const other = await signInElsewhere(browser, product, vera)

  const account = await openAccount(page)
  await account.getByRole('button', { name: 'Change password' }).click()
  const form = account.getByRole('form', { name: 'Change password' })
  const current = form.getByLabel('Current password', { exact: true })
  const fresh = form.getByLabel('New password', { exact: true })
  const again = form.getByLabel('Confirm new password', { exact: true })
  const save = form.getByRole('button', { name: 'Save new password' })
  await expect(current).toBeFocused()
  await expect(current).toHaveAttribute('autocomplete', 'current-password')
  await expect(fresh).toHaveAttribute('autocomplete', 'new-password')
  await expect(again).toHaveAttribute('autocomplete', 'new-password')
  await save.click()
  await expect(form.getByText('Please enter your current password')).toBeVisible()

  await current.fill('not the one she has')
  await fresh.fill('a wide lake at dusk')
  await again.fill('a wide lake at dawn')
  await save.click()
  await expect(form.getByText('Passwords do not match')).toBeVisible()
  await again.fill('a wide lake at dusk')
  await save.click()
  await expect(form.getByText("That's not your current password.")).toBeVisible()
  await expect(current).toBeFocused()
  await expect(fresh).toHaveValue('a wide lake at dusk')

  await current.fill(vera.password)
  await fresh.fill('password1')
  await again.fill('password1')
  await save.click()
  await expect(form.getByText('This password is on public lists of common passwords.')).toBeVisible()
  await expect(fresh).toBeFocused()

  await fresh.fill('a wide lake at dusk')
  await again.fill('a wide lake at dusk')
  await save.click()
  await expect(page.getByText('Password changed. Your other devices are signed out.')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(account.getByRole('button', { name: 'Change password' })).toBeFocused()

  await other.goto('/settings/activity')
  await expectAtSignIn(other)
  await other.context().close()
  await closeAccount(page)
  await page.goto('/settings/activity')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()

  await signOut(page)
  await signInAgain(page, vera)
  await expect(page.getByRole('alert')).toContainText('Incorrect username or password.')
  await fillSignIn(page, { ...vera, password: 'a wide lake at dusk' })
  await expectInside(page)
})

test('Signing out everywhere ends the session here immediately and in the other browser at its next call [GATE-18] [GATE-17]', async ({
  page,
  browser,
  product,
  codeFor,
}) => {
  const tomas = await newUser(product, 'Tomas', codeFor)
  await signIn(page, tomas)
  const other = await signInElsewhere(browser, product, tomas)
  const account = await openAccount(page)
  await account.getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(account.getByRole('button', { name: 'Sign out everywhere' })).toBeFocused()

  const ended = page.waitForResponse(
    (response) => response.request().headers()['x-amz-target']?.endsWith('.GlobalSignOut') ?? false,
  )
  await account.getByRole('button', { name: 'Sign out everywhere' }).click()
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  expect((await ended).status()).toBe(200)
  await expectOutside(page)
  await other.goto('/settings/activity')
  await expectAtSignIn(other)
  await signIn(other, tomas)
  await other.context().close()
})

test('A two-step method is turned off only after a confirmation, which can be canceled [GATE-24]', async ({
  page,
  product,
  codeFor,
}) => {
  const ines = await newUser(product, 'Ines', codeFor)
  await signIn(page, ines)
  await turnOnEmailCodes(product, ines)
  const account = await openAccount(page)
  const turnOff = account.getByRole('button', { name: 'Turn off email codes' })
  await turnOff.click()
  const question = page.getByRole('alertdialog', { name: 'Turn off email codes?' })
  await expect(question).toContainText("You'll sign in with only your password.")
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(account).toBeVisible()
  await expect(turnOff).toBeFocused()
  await turnOff.click()
  await answerQuestion(page, 'Turn off email codes?', 'Turn off')
  await expect(account.getByRole('button', { name: 'Turn on email codes' })).toBeVisible()
})

test('My Account opens from the menu and from the palette, Escape closes it, and the focus returns', async ({
  page,
  product,
}) => {
  await enterHome(page, product, 'Ana Whitfield')
  const account = await openAccount(page)
  await expect(account.getByText('ana@northlight.example.com', { exact: true })).toBeVisible()
  await expect(account.getByLabel('First name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account).toBeHidden()
  await expect(page.getByRole('button', { name: /^Your menu/ })).toBeFocused()

  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })
  await link.focus()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('Search or jump to').fill('my acc')
  await page.keyboard.press('Enter')
  await expect(account.getByRole('heading', { name: 'Security' })).toBeVisible()
  await expect(page.getByPlaceholder('Search or jump to')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(account).toBeHidden()
  await expect(link).toBeFocused()
})

test('axe finds nothing in My Account and its dialogs, light and dark', async ({ page, product }) => {
  await enterHome(page, product, 'Priya Raman')
  const account = await openAccount(page)
  await expect(account.getByText('No passkeys yet.')).toBeVisible()
  await expect(account.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await account.getByRole('button', { name: 'Change password' }).click()
  await account.getByRole('button', { name: 'Save new password' }).click()
  await expect(account.getByText('Please enter your current password')).toBeVisible()
  await expectAccessibleInBoth(page)
  await account.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessibleInBoth(page)
})

test('On a phone My Account fills the screen, and nothing in it is too wide [SHELL-06]', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await enterHome(page, product, 'Priya Raman')
  const account = await openAccount(page)
  await account.getByRole('button', { name: 'Set up the authenticator app' }).click()
  await expect(account.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect(account.getByRole('link', { name: 'Open in your authenticator app' })).toHaveAttribute(
    'href',
    /^otpauth:\/\/totp\//,
  )
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect((await account.boundingBox())?.width).toBe(width)
    const tooWide = await account.evaluate((element) =>
      [element, ...element.querySelectorAll('*')]
        .filter((part) => part.getBoundingClientRect().right > innerWidth + 0.5)
        .map((part) => part.outerHTML.slice(0, 120)),
    )
    expect(tooWide).toEqual([])
  }
  await account.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeInViewport()
})
