// Tests share windows: opening a new one, with everything to be fetched and compiled again, costs more time than most tests.
// Between two tests a window is reset. A test that changes something that cannot be reset (a clock, an init script, a device)
// needs its own window: `testInNewBrowser`.
import type { BrowserContext, Page } from '@playwright/test'
import type { Product } from './product.ts'

type Size = { width: number; height: number } | null

const heard = ['console', 'dialog', 'pageerror', 'popup', 'request', 'requestfailed', 'requestfinished', 'response'] as const

export const pageOf = async (window: BrowserContext): Promise<Page> => window.pages()[0] ?? (await window.newPage())

/** Resets the page: no listeners, no routes, no emulation. */
const emptyPage = async (page: Page, size: Size): Promise<void> => {
  for (const event of heard) page.removeAllListeners(event)
  // A reply that arrives after the test has ended is ignored.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // Without a value, the window would move again: its own setting does not come back.
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce', forcedColors: null, contrast: null })
  if (size) await page.setViewportSize(size)
}

/**
 * An empty page of the product, where no script runs that could write to storage. It has the same headers as the other pages: without
 * them, the browser would start another process.
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

/** Resets the window: one page, no signed-in user, empty storage, no permissions. */
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
