// One window goes from story to story: opening a new one, with everything to be fetched and compiled again, costs more than most stories.
// Between two of them it loses whatever the last one left in it. What cannot be taken back (a clock, a script for every page, a device)
// belongs into a window of its own: `testInNewBrowser`.
import type { BrowserContext, Page } from '@playwright/test'
import type { Product } from './product.ts'

const heard = ['console', 'dialog', 'pageerror', 'popup', 'request', 'requestfailed', 'requestfinished', 'response'] as const

/** The page as a new one is: nobody listens, nothing is emulated. */
export const emptyPage = async (page: Page, viewport: { width: number; height: number } | null): Promise<void> => {
  if (page.isClosed()) return
  for (const event of heard) page.removeAllListeners(event)
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null })
  if (viewport) await page.setViewportSize(viewport)
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
export const emptyContext = async (context: BrowserContext, product: Product): Promise<void> => {
  const [page, ...others] = context.pages()
  for (const other of others) await other.close()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  if (page) {
    await openEmpty(page, product)
    await page.evaluate(emptyStorage)
  }
  await context.clearCookies()
}
