// An installation whose sign-ups are confirmed by a link in the email.
import { emailTo } from './team.ts'
import { expectInside, fillSignIn } from './users.ts'
import {
  expect,
  expectGoodScreen,
  fillSignUp,
  openSignIn,
  someCompany,
  someEmail,
  test,
  testInNewBrowser,
  type Page,
  type SignUpForm,
} from './world.ts'
import type { Product } from './product.ts'

test.use({ env: { SIGN_UP_VERIFICATION: 'link' } })

const ravi = (): SignUpForm => ({
  type: 'company',
  company: someCompany('Brightwater'),
  firstName: 'Ravi',
  lastName: 'Menon',
  email: someEmail('ravi'),
  password: 'river-stone-7',
})

const signUpByLink = async (page: Page, form: SignUpForm) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'I am a company' }).click()
  await fillSignUp(page, form)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'We emailed you a link' })).toBeVisible()
}

const linkFor = async (product: Product, email: string): Promise<string> => {
  const { text } = await emailTo(product, email, /^Confirm your email address$/)
  return /\S+\/confirm-email#\S+/.exec(text)?.[0] ?? ''
}

const confirmButton = (page: Page) => page.getByRole('button', { name: 'Confirm email address' })

const confirm = async (page: Page, { password }: Pick<SignUpForm, 'password'>) => {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await confirmButton(page).click()
}

test('Ravi confirms his address by the link in another browser, and the tab of his sign-up signs him in [GATE-23] [GATE-15]', async ({
  page,
  product,
  elsewhere,
}) => {
  const form = ravi()
  await signUpByLink(page, form)
  await expect(page.getByLabel('Confirmation code')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Back to sign in' })).toBeVisible()
  await expectGoodScreen(page)

  const phone = await elsewhere()
  const link = await linkFor(product, form.email)
  const calls: string[] = []
  phone.on('request', (request) => calls.push(request.headers()['x-amz-target'] ?? ''))
  await phone.goto(link)
  await expect(confirmButton(phone)).toBeVisible()
  // Opening the link alone confirms nothing and sends the secret nowhere.
  expect(calls.filter(Boolean)).toEqual([])
  await expectGoodScreen(phone)
  await confirm(phone, form)
  await expect(phone.getByRole('heading', { name: 'Email address confirmed', exact: true })).toBeVisible()
  await expect(phone.getByText('You can return to the tab you signed up in, or sign in.')).toBeVisible()
  await expect(phone.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expectInside(page)

  await phone.reload()
  await confirm(phone, form)
  await expect(phone.getByRole('heading', { name: 'This link was already used' })).toBeVisible()
  await expect(phone.getByText('Your email address is confirmed. You can sign in.')).toBeVisible()
})

test('Vera opens a link for a sign-up that was not hers: nothing is confirmed without its password [GATE-23]', async ({
  page,
  product,
  elsewhere,
}) => {
  const form = ravi()
  await signUpByLink(page, form)
  const vera = await elsewhere()
  await vera.goto(await linkFor(product, form.email))
  await confirmButton(vera).click()
  await expect(vera.getByText('Please enter password')).toBeVisible()
  await confirm(vera, { password: 'a guess of hers' })
  await expect(vera.getByText("This isn't the password you signed up with.")).toBeVisible()
  await expect(vera.getByLabel('Password', { exact: true })).toBeFocused()
  await expectGoodScreen(vera)

  const laptop = await elsewhere()
  await openSignIn(laptop)
  await fillSignIn(laptop, form)
  await expect(laptop.getByRole('heading', { name: 'We emailed you a link' })).toBeVisible()
})

test('A replaced or truncated link shows an error; a new one is sent on request [GATE-23] [MSG-01]', async ({
  page,
  product,
  elsewhere,
}) => {
  const form = ravi()
  await signUpByLink(page, form)
  const first = await linkFor(product, form.email)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText('A new link is on its way.')).toBeVisible()
  await expect.poll(() => linkFor(product, form.email)).not.toBe(first)
  const phone = await elsewhere()
  await phone.goto(first)
  await confirm(phone, form)
  await expect(phone.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await phone.goto('/terms-and-conditions')
  await phone.goto(first.slice(0, -5))
  await expect(phone.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
  await expect(confirmButton(phone)).toHaveCount(0)

  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('After a reload, or when he signs in before confirming, Ravi is asked to open the link and then sign in [GATE-22] [GATE-23]', async ({
  page,
  product,
  elsewhere,
}) => {
  const form = ravi()
  const expectThenSignIn = async (tab: Page) => {
    await expect(tab.getByRole('heading', { name: 'We emailed you a link' })).toBeVisible()
    await expect(tab.getByText('Open the link, then sign in.')).toBeVisible()
    await expect(tab.getByText('return to this tab')).toHaveCount(0)
  }
  await signUpByLink(page, form)
  await expect(page.getByText('return to this tab')).toBeVisible()
  await page.reload()
  await expectThenSignIn(page)
  await expectGoodScreen(page)

  const laptop = await elsewhere()
  await openSignIn(laptop)
  await fillSignIn(laptop, form)
  await expectThenSignIn(laptop)

  await laptop.goto(await linkFor(product, form.email))
  await confirm(laptop, form)
  await expect(laptop.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveValue(form.email)
  await fillSignIn(page, form)
  await expectInside(page)
})

testInNewBrowser(
  'If the address is not confirmed within three minutes, the tab shows the specified text [GATE-23] [MSG-03]',
  async ({ page }) => {
    await page.clock.install()
    const form = ravi()
    await signUpByLink(page, form)
    const nextPoll = () =>
      page.waitForResponse(
        (response) => response.request().headers()['x-amz-target']?.endsWith('.RespondToAuthChallenge') ?? false,
      )
    const first = nextPoll()
    await page.clock.runFor(5000)
    await first
    await page.clock.fastForward(180_000)
    await page.clock.runFor(5000)
    await expect(page.getByRole('alert')).toHaveText('The account was not confirmed on time.')
    await expect(page.getByLabel('Email')).toHaveValue(form.email)
  },
)
