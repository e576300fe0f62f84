// A browser with the demo, for screenshots.
import { chromium, type Browser, type Page } from '@playwright/test'
import { startProduct, type Product } from '../e2e/product.ts'
import { projectRoot } from '#server/platform/config.ts'
import { findBrowser, launchOptionsOf } from './browser/find-browser.ts'
import { ensureWebBuilt } from './build-web.ts'

export interface Demo {
  browser: Browser
  product: Product
}

export const withDemo = async (use: (demo: Demo) => Promise<void>): Promise<void> => {
  await ensureWebBuilt({ root: projectRoot, log: (line) => console.log(line) })
  const product = await startProduct({ env: { DEMO: 'on' } })
  const browser = await chromium.launch(launchOptionsOf(await findBrowser((line) => console.log(line))))
  try {
    await use({ browser, product })
  } finally {
    await browser.close()
    await product.stop()
  }
}

export const openPage = async ({ browser, product }: Demo): Promise<Page> =>
  (await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' })).newPage()

export const signInAs = async (page: Page, name: string): Promise<void> => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await page.getByRole('button', { name: /^Your menu/ }).waitFor()
}

/** Waits until there are no spinners or skeletons, and the fonts are loaded. */
export const settle = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('.mantine-Skeleton-root, [role=status] .mantine-Loader-root').first().waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready.then(() => true)')
}
