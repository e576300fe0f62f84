import { chromium, type Browser } from '@playwright/test'
import { projectRoot } from '#server/platform/config.ts'
import { findBrowser, launchOptionsOf } from '#tools/browser/find-browser.ts'
import { ensureWebBuilt } from '#tools/build-web.ts'
import { startProduct } from '../e2e/product.ts'
import type { Bench, Figure } from './bench.ts'
import { measureBytes } from './web/bytes.ts'
import { measureFirstLoads } from './web/first-load.ts'

const withBrowser = async <T>(use: (browser: Browser) => Promise<T>): Promise<T> => {
  const browser = await chromium.launch(launchOptionsOf(await findBrowser((line) => console.log(line))))
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}

export const webBench: Bench = {
  about: 'The first visit: requests, seconds on simulated Fast 3G, bytes',
  async run({ quick }) {
    await ensureWebBuilt({ root: projectRoot, log: (line) => console.log(line) })
    const product = await startProduct()
    try {
      return await withBrowser(async (browser): Promise<Figure[]> => [
        ...(await measureFirstLoads(browser, product.url, quick ? 1 : 3)),
        ...(await measureBytes(browser, product.url)),
      ])
    } finally {
      await product.stop()
    }
  },
}
