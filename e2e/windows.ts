// Windows go from story to story: opening a new one, with everything to be fetched and compiled again, costs more than most stories.
// Between two of them it loses whatever the last one left in it. What cannot be taken back (a clock, a script for every page, a device)
// belongs into a window of its own: `testInNewBrowser`.
import type { BrowserContext, Page } from '@playwright/test'
import type { Product } from './product.ts'

type Size = { width: number; height: number } | null

const heard = ['console', 'dialog', 'pageerror', 'popup', 'request', 'requestfailed', 'requestfinished', 'response'] as const

export const pageOf = async (window: BrowserContext): Promise<Page> => window.pages()[0] ?? (await window.newPage())

/** The page as a new one is: nobody listens, nothing is held back or emulated. */
const emptyPage = async (page: Page, size: Size): Promise<void> => {
  for (const event of heard) page.removeAllListeners(event)
  // An answer that is still on its way when a story has ended belongs to nobody.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null })
  if (size) await page.setViewportSize(size)
}

/**
 * An empty page of the product, where nothing runs that could write again. It has the header of all the others: without it, the browser
 * would begin anew with another process.
 */
const openEmpty = async (page: Page, { url }: Product): Promise<void> => {
  const address = `${url}/empty`
  const headers = { 'cross-origin-opener-policy': 'same-origin' }
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', headers, body: '' }))
  await page.goto(address)
  await page.unroute(address)
}

const emptyStorage = async (): Promise<void> => {
  localStorage.clear()
  sessionStorage.clear()
  for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name)
}

/** The window as a new one is: one page, nobody signed in, nothing remembered, nothing allowed. */
export const emptyWindow = async (window: BrowserContext, product: Product, size: Size): Promise<void> => {
  const [page, ...others] = window.pages()
  for (const other of others) await other.close()
  await window.unrouteAll({ behavior: 'ignoreErrors' })
  await window.setOffline(false)
  await window.clearPermissions()
  if (page) {
    await emptyPage(page, size)
    await openEmpty(page, product)
    await page.evaluate(emptyStorage)
  }
  await window.clearCookies()
}
