// Every page of every demo account, opened once: the console stays empty, and nothing jumps while the page loads.
import { offeredUsers } from '../db/seed/users.ts'
import { isPublicPath, paths } from '../src/web/paths.ts'
import { demoUser, enterAs } from './team.ts'
import { expect, test, type Page } from './world.ts'

const mostShift = 0.02
/** The specification asks for this one, for a call that goes out before the account is known. */
const allowed = 'No client is known yet: this call goes out without a tenant header.'

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}

const listen = (page: Page) => {
  const said: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && message.text() !== allowed) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  return said
}

const observeShifts = (page: Page) =>
  page.addInitScript(() => {
    const kept = window as unknown as { shift: number }
    kept.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) kept.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

const shiftOf = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { shift: number }).shift)

/** The live line stays open for good, so waiting for silence on the network is done by hand. */
const settle = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect(page.locator('.mantine-Skeleton-root, [role=status] .mantine-Loader-root')).toHaveCount(0)
  let last = Date.now()
  const busy = () => (last = Date.now())
  page.on('requestfinished', busy)
  await expect.poll(() => Date.now() - last).toBeGreaterThan(500)
  page.off('requestfinished', busy)
}

const look = async (page: Page, routes: readonly string[]): Promise<string[]> => {
  const said = listen(page)
  const found: string[] = []
  await observeShifts(page)
  for (const route of routes) {
    await page.goto(route)
    await settle(page)
    const shift = await shiftOf(page)
    if (shift > mostShift) found.push(`${route} shifts by ${shift.toFixed(3)}`)
    found.push(...said.splice(0).map((text) => `${route} says ${text}`))
  }
  return found
}

const routes = Object.values(paths)

for (const { email } of offeredUsers.filter(({ email }) => !email.startsWith('eli@')))
  test(`Every page of ${email} is quiet and still`, async ({ page, product }) => {
    test.setTimeout(600_000)
    await enterAs(page, product, demoUser(email))
    expect(
      await look(
        page,
        routes.filter((route) => !isPublicPath(route)),
      ),
    ).toEqual([])
  })

test('Every page without an account is quiet and still', async ({ page }) => {
  test.setTimeout(600_000)
  expect(await look(page, ['/', '/?sign-in', ...routes.filter(isPublicPath)])).toEqual([])
})
