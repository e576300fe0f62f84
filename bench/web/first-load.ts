import type { Browser } from '@playwright/test'
import { countRequests, loadOf, slowDown, untilUsable, watchLoads } from '../../e2e/first-load.ts'
import type { Figure } from '../bench.ts'

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>

interface Measured {
  requests: number
  seconds: number
}

/** With an empty cache: a separate browser, which may have the tokens of another. */
const measureOnce = async (browser: Browser, url: string, storageState?: State): Promise<Measured> => {
  const context = await browser.newContext(storageState ? { storageState } : {})
  await watchLoads(context)
  const page = await context.newPage()
  const requests = countRequests(page)
  await slowDown(page)
  await page.goto(url, { waitUntil: 'commit' })
  await untilUsable(page)
  const measured = { requests: requests.list().length, seconds: ((await loadOf(page)).usableAfter ?? 0) / 1000 }
  await context.close()
  return measured
}

const measure = async (times: number, once: () => Promise<Measured>): Promise<Measured> => {
  const all: Measured[] = []
  for (let round = 0; round < times; round += 1) all.push(await once())
  return { requests: Math.max(...all.map(({ requests }) => requests)), seconds: median(all.map(({ seconds }) => seconds)) }
}

/** Signs in as a user of the demo: the tokens, and the number of requests since the click on the button. */
const signIn = async (browser: Browser, url: string): Promise<{ state: State; requests: number }> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/?sign-in`)
  await page.waitForLoadState('networkidle')
  const requests = countRequests(page)
  await page.getByRole('button', { name: /Ana Whitfield/ }).click()
  await page.getByRole('heading', { name: /Ana$/ }).waitFor()
  await page.getByText('Negotiation').waitFor()
  const signedIn = { state: await context.storageState(), requests: requests.list().length }
  await context.close()
  return signedIn
}

export const measureFirstLoads = async (browser: Browser, url: string, times: number): Promise<Figure[]> => {
  const form = await measure(times, () => measureOnce(browser, `${url}/?sign-in`))
  const { state, requests } = await signIn(browser, url)
  const home = await measure(times, () => measureOnce(browser, url, state))
  const count = (name: string, value: number, target: number): Figure => ({
    name,
    value,
    unit: 'requests',
    target,
    better: 'lower',
  })
  const seconds = (name: string, value: number, target: number): Figure => ({ name, value, unit: 's', target, better: 'lower' })
  return [
    count('until sign-in can be used', form.requests, 12),
    count('until the landing page can be used', home.requests, 20),
    count('from sign-in to the landing page', requests, 20),
    seconds('until sign-in can be used, Fast 3G', form.seconds, 2.5),
    seconds('until the landing page can be used, Fast 3G', home.seconds, 3.5),
  ]
}
