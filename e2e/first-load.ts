// What a browser does until a page can be used: requests, what is shown meanwhile, how much it jumps, how long it takes.
import type { BrowserContext, CDPSession, Page } from '@playwright/test'

/** Chrome's preset "Fast 3G": 1.6 Mbit/s down and 750 kbit/s up, of which 90 % arrive, and 3.75 times 150 ms until an answer begins. */
export const fast3g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }

/** Which screen a load is to end at. */
export type Goal = 'signIn' | 'home'

export interface Load {
  /** In the order they were shown, each once per appearance: spinner, skeleton, content. */
  stages: string[]
  /** How many different elements turned in circles. */
  spinners: number
  /** Cumulative layout shift, as Chrome reports it. */
  shift: number
  /** Milliseconds since the navigation began until the page could be used. */
  usableAfter: number | null
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}

/** Runs inside the page, before anything else does: it may use nothing from outside. */
const watch = (): void => {
  const load: Load = { stages: [], spinners: 0, shift: 0, usableAfter: null }
  Object.assign(window, { firstLoad: load })
  const seen = new Set<Element>()
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const shown = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown)
  const look = () => {
    const spinners = shown('.splash, main .mantine-Loader-root, output .mantine-Loader-root')
    for (const spinner of spinners) seen.add(spinner)
    load.spinners = seen.size
    const hasPage = shown('main h1, main h2').length > 0
    const isSkeleton = shown('.mantine-Skeleton-root').length > 0 || (shown('header').length > 0 && !hasPage)
    const stage = spinners.length > 0 ? 'spinner' : isSkeleton ? 'skeleton' : hasPage ? 'content' : undefined
    if (stage && load.stages.at(-1) !== stage) load.stages.push(stage)
    if (stage === 'content') load.usableAfter ??= performance.now()
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
  const everyFrame = () => {
    look()
    requestAnimationFrame(everyFrame)
  }
  requestAnimationFrame(everyFrame)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) if (!entry.hadRecentInput) load.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** From the next navigation on. */
export const watchLoads = (target: Page | BrowserContext): Promise<unknown> => target.addInitScript(watch)

export const loadOf = (page: Page): Promise<Load> => page.evaluate(() => (window as unknown as { firstLoad: Load }).firstLoad)

/** Every request that leaves for the network: a file that was fetched ahead and then used counts once. */
export const countRequests = (page: Page): { list: () => string[]; clear: () => void } => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(`${request.method()} ${request.url()}`)
  })
  return { list: () => [...requests], clear: () => (requests.length = 0) }
}

export const slowDown = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', fast3g)
  return session
}
