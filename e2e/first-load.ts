// Measures a page load until the page is usable: requests, what is shown meanwhile, layout shift and time.
import { join } from 'node:path'
import { expect, type BrowserContext, type Page } from '@playwright/test'

/** Chrome's preset "Fast 3G": 1.6 Mbit/s down and 750 kbit/s up, of which 90 % arrive, and 3.75 times 150 ms until a reply begins. */
const fast3g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }

interface Load {
  /** What was shown, in order: spinner, skeleton, content. */
  stages: string[]
  /** How many different spinners were shown. */
  spinners: number
  /** Cumulative layout shift, as Chrome reports it. */
  shift: number
  /** Milliseconds from the start of the navigation until the page was usable. */
  usableAfter: number | null
}

/** Starts with the next navigation. */
export const watchLoads = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript({ path: join(import.meta.dirname, 'watch-first-load.js') })
}

export const loadOf = (page: Page): Promise<Load> => page.evaluate<Load>('window.firstLoad')

/** Waits for fields to fill in, or a page with its data: no spinner and no skeleton. */
export const untilUsable = async (page: Page): Promise<void> => {
  await expect.poll(async () => (await loadOf(page)).usableAfter, { timeout: 60_000 }).not.toBeNull()
}

/** Records all requests of a page until the list is read. */
export const countRequests = (page: Page): { list: () => string[] } => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(`${request.method()} ${request.url()}`)
  })
  return { list: () => [...requests] }
}

export const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', fast3g)
}
