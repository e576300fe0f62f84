// How the product arrives in a browser that has never been here: few requests, one spinner, nothing that jumps.
import { countRequests, loadOf, slowDown, untilUsable, watchLoads } from './first-load.ts'
import { demoUser, enterAs, enterHome } from './team.ts'
import { expect, testInNewBrowser as test, type Page } from './world.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const mostForSignIn = 12
const mostForHome = 20
const mostShift = 0.02

/** Spinner, skeleton, content: each may be left out, none comes back. */
const expectOneWay = async (page: Page): Promise<void> => {
  const { stages, spinners } = await loadOf(page)
  expect(stages).toEqual(['spinner', 'skeleton', 'content'].filter((stage) => stages.includes(stage)))
  expect(stages.at(-1)).toBe('content')
  expect(spinners).toBe(1)
}

/** Also after the font has taken the place of the one that was at hand. */
const expectStill = async (page: Page): Promise<void> => {
  await expect.poll(() => page.evaluate<string>('document.fonts.status')).toBe('loaded')
  expect((await loadOf(page)).shift).toBeLessThanOrEqual(mostShift)
}

const marks = (page: Page, name: string): Promise<string[]> =>
  page.evaluate((of) => performance.getEntriesByName(of).map((mark) => String((mark as PerformanceMark).detail)), name)

test('The sign-in form is there after at most twelve requests, behind one spinner [SHELL-04]', async ({ page, context }) => {
  await watchLoads(context)
  const requests = countRequests(page)
  await page.goto('/?sign-in')
  await untilUsable(page)
  await expect(page.getByLabel('Email')).toBeEditable()
  await expect(page.getByRole('button', { name: /Ana Whitfield/ })).toBeEnabled()
  // With everything that arrives behind the first screen, so that nothing is merely put off.
  await page.waitForLoadState('networkidle')
  expect(requests.list().length, requests.list().join('\n')).toBeLessThanOrEqual(mostForSignIn)
  await expectOneWay(page)
  await expectStill(page)
})

test('Ana gets from the demo sign-in to Home with at most twenty requests', async ({ page, context }) => {
  await watchLoads(context)
  await page.goto('/?sign-in')
  await untilUsable(page)
  await page.waitForLoadState('networkidle')
  const requests = countRequests(page)
  await page.getByRole('button', { name: /Ana Whitfield/ }).click()
  await expect(page.getByRole('heading', { name: /Ana$/ })).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  expect(requests.list().length, requests.list().join('\n')).toBeLessThanOrEqual(mostForHome)
})

test('Home is there after at most twenty requests, behind one spinner, and each call is made once', async ({
  page,
  context,
  product,
}) => {
  await watchLoads(context)
  await enterAs(page, product, demoUser('ana@northlight.example.com'))
  const requests = countRequests(page)
  await page.goto('/')
  await untilUsable(page)
  await expect(page.getByRole('heading', { name: /Ana$/ })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  expect(requests.list().length, requests.list().join('\n')).toBeLessThanOrEqual(mostForHome)
  expect(new Set(requests.list()).size).toBe(requests.list().length)
  // What was asked for before the page's own scripts were there is what the page shows.
  expect((await marks(page, 'asked ahead')).length).toBeGreaterThan(1)
  expect(await marks(page, 'taken ahead')).toEqual(expect.arrayContaining(await marks(page, 'asked ahead')))
  await expectOneWay(page)
  await expectStill(page)
})

test('On a slow line the spinner turns on until Home is whole [SHELL-04]', async ({ page, context, product }) => {
  await watchLoads(context)
  await enterAs(page, product, demoUser('ana@northlight.example.com'))
  await slowDown(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  await untilUsable(page)
  await expectOneWay(page)
  await expectStill(page)
})

test('Who signed out elsewhere sees the sign-in choice, whatever the cookies made the server expect', async ({
  page,
  context,
  product,
}) => {
  await watchLoads(context)
  await enterHome(page, product, 'Ana Whitfield')
  const cookies = await context.cookies()
  await context.clearCookies({ name: /Token$/ })
  expect(cookies.some(({ name }) => name.endsWith('.LastAuthUser'))).toBe(true)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expectOneWay(page)
})
