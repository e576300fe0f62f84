// The first load in a new browser: few requests, one spinner, no layout shift.
import { countRequests, loadOf, slowDown, untilUsable, watchLoads } from './first-load.ts'
import { demoUser, enterAs, enterHome, newOwner } from './team.ts'
import { expect, testInNewBrowser as test, type Page } from './world.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const mostForSignIn = 12
const mostForHome = 20
const mostShift = 0.02

/** Spinner, skeleton, content: each may be missing, none may come back. */
const expectLoadOrder = async (page: Page): Promise<void> => {
  const { stages, spinners } = await loadOf(page)
  expect(stages).toEqual(['spinner', 'skeleton', 'content'].filter((stage) => stages.includes(stage)))
  expect(stages.at(-1)).toBe('content')
  expect(spinners).toBe(1)
}

/** Also after the web font has replaced the fallback font. */
const expectNoLayoutShift = async (page: Page): Promise<void> => {
  await expect.poll(() => page.evaluate<string>('document.fonts.status')).toBe('loaded')
  expect((await loadOf(page)).shift).toBeLessThanOrEqual(mostShift)
}

const marks = (page: Page, name: string): Promise<string[]> =>
  page.evaluate((of) => performance.getEntriesByName(of).map((mark) => String((mark as PerformanceMark).detail)), name)

test('The sign-in form shows after at most twelve requests, behind one spinner [SHELL-04]', async ({ page, context }) => {
  await watchLoads(context)
  const requests = countRequests(page)
  await page.goto('/?sign-in')
  await untilUsable(page)
  await expect(page.getByLabel('Email')).toBeEditable()
  await expect(page.getByRole('button', { name: /Ana Whitfield/ })).toBeEnabled()
  // Includes everything that loads after the first screen, so that nothing is merely postponed.
  await page.waitForLoadState('networkidle')
  expect(requests.list().length, requests.list().join('\n')).toBeLessThanOrEqual(mostForSignIn)
  await expectLoadOrder(page)
  await expectNoLayoutShift(page)
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

test('Home shows after at most twenty requests, behind one spinner, and each call is made once', async ({
  page,
  context,
  product,
  codeFor,
}) => {
  await watchLoads(context)
  // No live update makes the page repeat a call: nothing happens in a new account, and the sign-up just before is not reported again.
  await enterAs(page, product, await newOwner(product, { name: 'Ines' }, codeFor))
  await page.route('**/agencies-api/live', (route) => {
    const { 'last-event-id': _before, ...headers } = route.request().headers()
    return route.continue({ headers })
  })
  const requests = countRequests(page)
  await page.goto('/')
  await untilUsable(page)
  await expect(page.getByRole('heading', { name: /Ines$/ })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  expect(requests.list().length, requests.list().join('\n')).toBeLessThanOrEqual(mostForHome)
  expect(requests.list().filter((one, index, all) => all.indexOf(one) !== index)).toEqual([])
  // The page uses the replies to the calls that were sent before its own scripts had loaded.
  expect((await marks(page, 'asked ahead')).length).toBeGreaterThan(1)
  expect(await marks(page, 'taken ahead')).toEqual(expect.arrayContaining(await marks(page, 'asked ahead')))
  await expectLoadOrder(page)
  await expectNoLayoutShift(page)
})

test('On a slow connection the spinner stays until Home is complete [SHELL-04]', async ({ page, context, product }) => {
  await watchLoads(context)
  await enterAs(page, product, demoUser('ana@northlight.example.com'))
  await slowDown(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  await untilUsable(page)
  await expectLoadOrder(page)
  await expectNoLayoutShift(page)
})

test('A user who signed out elsewhere sees the first screen, even if the cookies made the server preload Home', async ({
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
  await expectLoadOrder(page)
})
