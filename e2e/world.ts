// The fixtures of all tests: a running product, a browser with its own IP address, and users.
import { randomBytes, randomInt } from 'node:crypto'
import { expect, test as base, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { expectAccessibleInBoth } from './axe.ts'
import { emptyWindow, pageOf } from './windows.ts'
import { startProduct, type Product } from './product.ts'

export { demoPassword } from '../db/seed/users.ts'

export { expect } from '@playwright/test'
export { expectAccessible, expectAccessibleInBoth } from './axe.ts'
export type { Page } from '@playwright/test'

/** The code or temporary password in the newest email to an address, or message to a number, other than the known one. */
export type CodeFor = (email: string, known?: string) => Promise<string>

interface Fixtures {
  codeFor: CodeFor
  /** Returns another empty window each time: the first one is that of `page`. */
  nextWindow: () => Promise<BrowserContext>
  /** Opens another browser, for the second user of a test. */
  elsewhere: () => Promise<Page>
}

interface WorkerFixtures {
  /** Environment variables for a product with its own configuration: `test.use({ env })` at the top of a file. */
  env: Record<string, string>
  /** A module that is loaded before the product: `test.use({ preload })` at the top of a file. */
  preload: string
  product: Product
  /** The windows that tests share. */
  windows: BrowserContext[]
}

/** Polling intervals: most results are there immediately, and a busy machine should not be polled too often. */
export const soon = [20, 40, 80, 160, 320, 640]

/** Rate limits count per IP address, so every browser has a different one. */
const someAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

export const freshContext = (
  browser: Browser,
  product: Product,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> =>
  browser.newContext({ baseURL: product.url, extraHTTPHeaders: { 'x-forwarded-for': someAddress() }, ...options })

export const test = base.extend<Fixtures, WorkerFixtures>({
  env: [{}, { scope: 'worker', option: true }],
  preload: ['', { scope: 'worker', option: true }],
  product: [
    async ({ env, preload }, use) => {
      const product = await startProduct({ env, ...(preload === '' ? {} : { preload }) })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  windows: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const windows: BrowserContext[] = []
      await use(windows)
      for (const window of windows) await window.close()
    },
    { scope: 'worker' },
  ],
  nextWindow: async ({ browser, product, windows, viewport }, use) => {
    const taken: BrowserContext[] = []
    await use(async () => {
      const window = (windows[taken.length] ??= await freshContext(browser, product))
      taken.push(window)
      await window.setExtraHTTPHeaders({ 'x-forwarded-for': someAddress() })
      return window
    })
    for (const window of taken) await emptyWindow(window, product, viewport)
  },
  context: async ({ nextWindow }, use) => use(await nextWindow()),
  page: async ({ context }, use) => use(await pageOf(context)),
  elsewhere: async ({ nextWindow }, use) => use(async () => pageOf(await nextWindow())),
  codeFor: async ({ product }, use) =>
    use(async (email, known) => {
      let code: string | undefined
      await expect(async () => {
        const response = await fetch(`${product.url}/agencies-api/outbox/letters?limit=1&to=${encodeURIComponent(email)}`)
        const { items } = (await response.json()) as { items: { text: string }[] }
        code = /(?<=^ {4})\S+$|^\d{6,8}(?= is your )/m.exec(items[0]?.text ?? '')?.[0]
        expect(code).toBeDefined()
        expect(code).not.toBe(known)
      }).toPass({ timeout: 90_000, intervals: soon })
      return code ?? ''
    }),
})

/** For tests that need a new browser, or that change the browser itself. */
export const testInNewBrowser = test.extend({
  context: async ({ browser, product }, use) => {
    const context = await freshContext(browser, product)
    await use(context)
    await context.close()
  },
})

export const someEmail = (name: string): string => `${name}.${randomBytes(4).toString('hex')}@example.com`
export const someCompany = (name: string): string => `${name} ${randomBytes(3).toString('hex')}`

export interface SignUpForm {
  type: 'agency' | 'company'
  company: string
  firstName: string
  lastName: string
  email: string
  password: string
}

export const fillSignUp = async (page: Page, form: SignUpForm): Promise<void> => {
  await page.getByLabel(form.type === 'agency' ? 'Agency name' : 'Company name').fill(form.company)
  await page.getByLabel('First name').fill(form.firstName)
  await page.getByLabel('Last name').fill(form.lastName)
  await page.getByLabel('Email').fill(form.email)
  await page.getByLabel('Password', { exact: true }).fill(form.password)
  await page.getByLabel('Confirm password').fill(form.password)
  await page.getByRole('checkbox').check()
}

/** Signs up on screen, from the first page to the landing page. */
export const signUp = async (page: Page, form: SignUpForm, codeFor: CodeFor): Promise<void> => {
  await page.goto('/')
  await page.getByRole('button', { name: form.type === 'agency' ? 'I am an agency' : 'I am a company' }).click()
  await fillSignUp(page, form)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  await page.getByLabel('Confirmation code').fill(await codeFor(form.email))
  await expect(page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/ })).toBeVisible()
}

export const openSignIn = async (page: Page): Promise<void> => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

export const signInAs = async (page: Page, name: string): Promise<void> => {
  await openSignIn(page)
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: /^Your menu/ })).toBeVisible()
}

/** Nothing overflows horizontally, from the smallest phone to a desktop. */
export const expectFits = async (page: Page, widths: readonly number[] = [1280, 768, 360]): Promise<void> => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(`${page.url()} at ${width}: ${overflow} too wide`).toBe(`${page.url()} at ${width}: 0 too wide`)
  }
}

/** Checks a screen in both themes and at every width. */
export const expectGoodScreen = async (page: Page): Promise<void> => {
  await expectAccessibleInBoth(page)
  await expectFits(page)
}
