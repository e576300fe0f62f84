import { callIdentity } from '../src/server/testing/identity-client.ts'
import { write } from './database.ts'
import { plugIn } from './passkey-device.ts'
import { newUser } from './users.ts'
import type { Product } from './product.ts'
import { enterAccount } from './second-steps.ts'
import { expect, expectAccessibleInBoth, test, testInNewBrowser, type Page } from './world.ts'

/** Makes the sign-in of this browser an hour old. */
const ageSignIn = async (page: Page, product: Product): Promise<void> => {
  const cookies = await page.context().cookies(product.url)
  const kept = (name: string) => {
    const cookie = cookies.find((one) => one.name.endsWith(`.${name}`))
    if (!cookie) throw new Error(`The browser keeps no ${name}`)
    return cookie
  }
  const RefreshToken = kept('refreshToken').value
  const [origin] = RefreshToken.split('.')
  const sql = `update pool.refresh_token set auth_time = auth_time - interval '1 hour' where origin_jti = $1`
  await write(product, sql, [origin])
  const { body } = await callIdentity(product.url, 'GetTokensFromRefreshToken', { RefreshToken })
  const tokens = body['AuthenticationResult'] as Record<'AccessToken' | 'IdToken' | 'RefreshToken', string>
  await page.context().addCookies([
    { ...kept('accessToken'), value: tokens.AccessToken },
    { ...kept('idToken'), value: tokens.IdToken },
    { ...kept('refreshToken'), value: tokens.RefreshToken },
  ])
}

test('After an hour Pia is asked for her password before she changes her sign-in, and then the change continues automatically [IDP-13]', async ({
  page,
  product,
  codeFor,
}) => {
  const pia = await newUser(product, 'Pia', codeFor)
  const account = await enterAccount(page, product, pia)
  await ageSignIn(page, product)
  const turnOn = account.getByRole('button', { name: 'Turn on email codes' })
  await turnOn.click()
  const question = page.getByRole('dialog', { name: "Confirm it's you" })
  const password = question.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await expectAccessibleInBoth(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(turnOn).toBeEnabled()
  await expect(page.getByRole('alert')).toBeHidden()

  await turnOn.click()
  await password.fill('not the one she has')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByText("That's not your password.")).toBeVisible()
  await password.fill(pia.password)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question).toBeHidden()
  await expect(account.getByRole('button', { name: 'Turn off email codes' })).toBeVisible()
})

testInNewBrowser(
  'When Sven cancels the dialog, My Account stays as it was, without an error, for every change [IDP-13]',
  async ({ page, product, codeFor }) => {
    await plugIn(page)
    const sven = await newUser(product, 'Sven', codeFor)
    const account = await enterAccount(page, product, sven)
    await account.getByRole('button', { name: 'Add a passkey' }).click()
    const passkeys = account.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
    await expect(passkeys).toHaveCount(1)
    await ageSignIn(page, product)

    const question = page.getByRole('dialog', { name: "Confirm it's you" })
    const cancel = async () => {
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(question).toBeHidden()
      await expect(page.getByRole('alert')).toBeHidden()
    }
    for (const name of ['Turn on email codes', 'Add a passkey', 'Set up the authenticator app']) {
      const button = account.getByRole('button', { name })
      await button.click()
      await cancel()
      await expect(button).toBeFocused()
    }
    await expect(account.getByText("We couldn't load this.")).toBeHidden()

    await passkeys.getByRole('button', { name: /^Remove/ }).click()
    const removing = page.getByRole('alertdialog')
    await removing.getByRole('button', { name: 'Remove' }).click()
    await cancel()
    await expect(removing.getByRole('button', { name: 'Remove' })).toBeEnabled()
    await removing.getByRole('button', { name: 'Cancel' }).click()
    await expect(passkeys).toHaveCount(1)
  },
)

testInNewBrowser(
  'A new password removes the passkeys of Rita unless she keeps them, and a passkey proves her identity [IDP-13]',
  async ({ page, product, codeFor }) => {
    await plugIn(page)
    const rita = await newUser(product, 'Rita', codeFor)
    const account = await enterAccount(page, product, rita)
    const add = account.getByRole('button', { name: 'Add a passkey' })
    await add.click()
    const passkeys = account.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
    await expect(passkeys).toHaveCount(1)

    await ageSignIn(page, product)
    await account.getByRole('button', { name: 'Turn on email codes' }).click()
    const question = page.getByRole('dialog', { name: "Confirm it's you" })
    await question.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(account.getByRole('button', { name: 'Turn off email codes' })).toBeVisible()

    const change = async (from: string, to: string, isKept: boolean) => {
      await account.getByRole('button', { name: 'Change password' }).click()
      const form = account.getByRole('form', { name: 'Change password' })
      await form.getByLabel('Current password', { exact: true }).fill(from)
      await form.getByLabel('New password', { exact: true }).fill(to)
      await form.getByLabel('Confirm new password', { exact: true }).fill(to)
      if (isKept) await form.getByLabel('Keep my passkeys and remembered devices').check()
      await form.getByRole('button', { name: 'Save new password' }).click()
      await expect(form).toBeHidden()
    }
    await change(rita.password, 'a wide lake at dusk', true)
    await expect(passkeys).toHaveCount(1)
    await change('a wide lake at dusk', 'a narrow lake at dawn', false)
    await expect(account.getByText('No passkeys yet.')).toBeVisible()
  },
)
