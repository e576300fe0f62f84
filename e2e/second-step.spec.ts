import { write } from './database.ts'
import { answerQuestion, expectInside, fillSignIn, newUser, openAccount, signOut } from './users.ts'
import {
  appCode,
  authenticatorApp,
  confirm,
  enterWith,
  forgetDevice,
  giveApp,
  emailCode,
  returnFromAccount,
  enterAccount,
  turnOnEmailCodes,
  watchAnswers,
} from './second-steps.ts'
import {
  expect,
  expectAccessible,
  expectGoodScreen,
  freshContext,
  openSignIn,
  test,
  testInNewBrowser,
  type Page,
} from './world.ts'

test('Mia turns on the authenticator app, and then signing in asks for its code [GATE-24] [IDP-01]', async ({
  page,
  context,
  product,
  codeFor,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const mia = await newUser(product, 'Mia', codeFor)
  const account = await enterAccount(page, product, mia)
  await account.getByRole('button', { name: 'Set up the authenticator app' }).click()
  await expect(account.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await account.getByRole('button', { name: 'Copy key' }).click()
  await expect(account.getByText('Key copied')).toBeAttached()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  await expect(account.locator('code')).toHaveText(key)
  await expectAccessible(page)

  const app = authenticatorApp(key)
  const field = account.getByLabel('Code from the app')
  await field.fill(app.wrong())
  await expect(account.getByText("That code didn't work.")).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(app.next())
  await expect(page.getByText('The authenticator app is on.')).toBeVisible()
  await expect(account.getByRole('button', { name: 'Turn off the authenticator app' })).toBeFocused()

  await returnFromAccount(page, mia)
  await expect(page.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await expect(page.getByText(mia.email)).toBeVisible()
  await expect(appCode(page)).toBeFocused()
  await expectGoodScreen(page)
  await confirm(page)
  await expect(page.getByText('Please enter the code from your authenticator app, 6 to 8 digits')).toBeVisible()

  const wrong = app.wrong()
  await appCode(page).fill(wrong)
  await expect(page.getByRole('alert')).toContainText('Invalid code received for user')
  await expect(appCode(page)).toHaveValue(wrong)
  await expect(appCode(page)).toBeFocused()
  await enterWith(page, appCode(page), app.next())
})

test('Maja is not asked again on a device that she remembers, until she removes it [IDP-08] [IDP-01]', async ({
  page,
  context,
  product,
  codeFor,
}) => {
  const maja = await newUser(product, 'Maja', codeFor)
  const app = await giveApp(product, maja, { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } })

  await openSignIn(page)
  await fillSignIn(page, maja)
  await enterWith(page, appCode(page), app.next(), { isTrusted: true })
  await signOut(page)
  const kept = (await context.cookies()).map(({ name }) => name.split('.').at(-1))
  expect(kept).toEqual(expect.arrayContaining(['deviceKey', 'deviceGroupKey', 'randomPasswordKey']))

  const answers = watchAnswers(page)
  await openSignIn(page)
  await fillSignIn(page, maja)
  await expectInside(page)
  expect(answers).toEqual(expect.arrayContaining(['DEVICE_SRP_AUTH 200', 'DEVICE_PASSWORD_VERIFIER 200']))
  expect(answers).not.toContain('SOFTWARE_TOKEN_MFA 200')

  const account = await openAccount(page)
  const devices = account.getByRole('list', { name: 'Remembered devices' })
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(devices.getByText('This device')).toBeVisible()
  await forgetDevice(page, account)
  await returnFromAccount(page, maja)
  await expect(appCode(page)).toBeVisible()
})

test('A device that was removed elsewhere still signs in, and is asked for a code again [GATE-21] [IDP-08]', async ({
  page,
  browser,
  product,
  codeFor,
}) => {
  const lena = await newUser(product, 'Lena', codeFor)
  let code = await codeFor(lena.email)
  await turnOnEmailCodes(product, lena)
  const signIn = async (where: Page, trust: { isTrusted?: boolean } = {}) => {
    await openSignIn(where)
    await fillSignIn(where, lena)
    await expect(emailCode(where)).toBeVisible()
    code = await codeFor(lena.email, code)
    await enterWith(where, emailCode(where), code, trust)
  }
  await signIn(page, { isTrusted: true })
  await signOut(page)

  const elsewhere = await freshContext(browser, product)
  const other = await elsewhere.newPage()
  await signIn(other)
  const account = await openAccount(other)
  await expect(account.getByText('This device', { exact: true })).toHaveCount(0)
  await forgetDevice(other, account)
  await elsewhere.close()

  const answers = watchAnswers(page)
  await signIn(page)
  expect(answers.filter((answer) => answer.startsWith('PASSWORD_VERIFIER'))).toEqual([
    'PASSWORD_VERIFIER 400',
    'PASSWORD_VERIFIER 200',
  ])
})

test('Noa turns on codes by email, pastes one when signing in, and turns them off again [GATE-24] [IDP-03]', async ({
  page,
  context,
  product,
  codeFor,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const noa = await newUser(product, 'Noa', codeFor)
  const known = await codeFor(noa.email)
  const account = await enterAccount(page, product, noa)
  await account.getByRole('button', { name: 'Turn on email codes' }).click()
  await expect(page.getByText('Email codes are on.')).toBeVisible()
  await returnFromAccount(page, noa)
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText('We sent a code to n***@e***')).toBeVisible()
  await expectAccessible(page)
  const code = await codeFor(noa.email, known)
  expect(code).toMatch(/^\d{6}$/)
  await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${code.slice(0, 3)} ${code.slice(3)}\n`)
  await emailCode(page).focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expectInside(page)

  await (await openAccount(page)).getByRole('button', { name: 'Turn off email codes' }).click()
  await answerQuestion(page, 'Turn off email codes?', 'Turn off')
  await expect(page.getByText('Email codes are off.')).toBeVisible()
  await returnFromAccount(page, noa)
  await expectInside(page)
})

test('With two methods the user chooses at sign-in, or sets the first one in My Account [GATE-24] [IDP-04]', async ({
  page,
  product,
  codeFor,
}) => {
  const rui = await newUser(product, 'Rui', codeFor)
  const known = await codeFor(rui.email)
  const app = await giveApp(product, rui, { SoftwareTokenMfaSettings: { Enabled: true }, EmailMfaSettings: { Enabled: true } })

  await openSignIn(page)
  await fillSignIn(page, rui)
  await expect(page.getByRole('heading', { name: "How do you want to confirm it's you?" })).toBeVisible()
  await expectGoodScreen(page)
  await expect(page.getByRole('main').getByRole('button', { name: /^(Authenticator app|Email|Text message)/ })).toHaveCount(2)
  await page.getByRole('button', { name: /^Email/ }).click()
  await enterWith(page, emailCode(page), await codeFor(rui.email, known))

  const account = await openAccount(page)
  const first = account.getByRole('radiogroup', { name: 'Ask first for' })
  await expect(first.getByRole('radio', { name: 'Choose each time' })).toBeChecked()
  await first.getByText('App code').click()
  await expect(page.getByText("We'll ask for the app code first.")).toBeVisible()
  await expect(first.getByRole('radio', { name: 'App code' })).toBeChecked()
  await returnFromAccount(page, rui)
  await enterWith(page, appCode(page), app.next())
})

testInNewBrowser(
  'A second step that takes longer than three minutes starts again, with the email address kept [GATE-22]',
  async ({ page, product, codeFor }) => {
    const ida = await newUser(product, 'Ida', codeFor)
    const known = await codeFor(ida.email)
    await turnOnEmailCodes(product, ida)
    await page.clock.install()
    await openSignIn(page)
    await fillSignIn(page, ida)
    await expect(emailCode(page)).toBeVisible()
    const left = await page.evaluate(() => Number(sessionStorage.getItem('CognitoSignInState.expiry')) - Date.now())
    expect(left).toBeGreaterThan(170_000)
    expect(left).toBeLessThanOrEqual(180_000)

    await write(product, `update pool.auth_session set expires = expires - interval '180 seconds' where subject = $1`, [
      await page.evaluate(() => sessionStorage.getItem('CognitoSignInState.username')),
    ])
    await emailCode(page).fill(await codeFor(ida.email, known))
    await expect(page.getByText('That took too long. Please sign in again.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(ida.email)

    await fillSignIn(page, ida)
    await expect(emailCode(page)).toBeVisible()
    await page.clock.fastForward(180_000)
    await page.reload()
    await expect(page.getByText('Your sign-in was interrupted. Please sign in again.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(ida.email)
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('CognitoSignIn')))).toEqual([])
  },
)
