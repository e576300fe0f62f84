import { callIdentity } from '../src/server/testing/identity-client.ts'
import { connectSource, newAccount, openSources } from './sources.ts'
import { callAs, enterAs, enterHome, newOwner, open } from './team.ts'
import { expect, test, testInNewBrowser, type Page } from './world.ts'

const countCalls = (page: Page, part: string | RegExp): (() => number) => {
  let count = 0
  page.on('request', (request) => {
    if (new RegExp(part).test(request.url())) count += 1
  })
  return () => count
}

const goTo = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await expect(page.getByRole('banner').getByRole('heading', { level: 1, name })).toBeVisible()
}

testInNewBrowser(
  'Data stays fresh for five minutes and is not fetched again on focus or reconnect [HTTP-06]',
  async ({ page, context, product }) => {
    await page.clock.install()
    const calls = countCalls(page, '/agencies-api/stages')
    await enterHome(page, product, 'Ana Whitfield')
    const stages = page.getByRole('region', { name: 'Your stages' })
    await expect(stages.getByText('Negotiation')).toBeVisible()
    expect(calls()).toBe(1)

    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'))
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await context.setOffline(true)
    await context.setOffline(false)
    await goTo(page, 'Activity')
    await goTo(page, 'Home')
    await expect(stages.getByText('Negotiation')).toBeVisible()
    expect(calls()).toBe(1)

    await goTo(page, 'Activity')
    await page.clock.fastForward(300_001)
    await goTo(page, 'Home')
    await expect.poll(calls).toBe(2)
  },
)

test('A failed call is retried once, then the page shows the error and offers to try again [HTTP-06]', async ({
  page,
  product,
}) => {
  await enterHome(page, product, 'Ana Whitfield')
  // Home fetches events too: the test leaves it before it counts calls.
  await page.goto('about:blank')
  const calls = countCalls(page, '/contacts-api/events')
  let broken = true
  await page.route('**/contacts-api/events/**', (route) => (broken ? route.abort() : route.continue()))
  await page.goto('/settings/activity')
  const main = page.getByRole('main')
  await expect(main.getByText("Network Error: we couldn't reach the server. Check your connection and try again.")).toBeVisible()
  expect(calls()).toBe(2)
  broken = false
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('table')).toBeVisible()
})

const second = 1000
const minute = 60 * second

testInNewBrowser(
  'Integrations are fresh for 30 seconds, and cached for five minutes while no page shows them [HTTP-06]',
  async ({ page, product, codeFor }) => {
    // A new account has no syncs in the background, which would invalidate the list.
    const fay = await newOwner(product, { name: 'Fay' }, codeFor)
    // The page's clock only moves when the test moves it: a slow machine does not make data stale.
    let now = Date.now()
    const passes = async (time: number) => {
      now += time
      await page.clock.setFixedTime(now)
      await page.clock.fastForward(time)
    }
    await passes(0)
    await enterAs(page, product, fay)
    // Events that arrive while the live stream opens would invalidate the list.
    const live = page.waitForResponse(/-api\/live$/)
    // Starts on Activity, because Home shows the sources too.
    await open(page, '/settings/activity', 'Activity')
    await live
    const calls = countCalls(page, /\/users-api\/integrations\/$/)
    // The connectors are fetched together with the list and show only when both replies are there.
    const view = page.getByRole('button', { name: 'Connect HubSpot' })
    await goTo(page, 'Connected syncs')
    await expect(view).toBeVisible()
    expect(calls()).toBe(1)
    await goTo(page, 'Activity')
    await goTo(page, 'Connected syncs')
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    expect(calls()).toBe(1)

    await passes(15 * second)
    await page.reload()
    await expect(view).toBeVisible()
    expect(calls()).toBe(1)
    await passes(30 * second)
    await page.reload()
    await expect(view).toBeVisible()
    expect(calls()).toBe(2)

    await goTo(page, 'Activity')
    await passes(3 * minute)
    await goTo(page, 'Connected syncs')
    await expect(view).toBeVisible()
    expect(calls()).toBe(2)
    await goTo(page, 'Activity')
    await passes(5 * minute)
    await goTo(page, 'Connected syncs')
    await expect.poll(calls).toBe(3)
  },
)

test('This browser caches active and other sources separately, each like the reply of the list [HTTP-07]', async ({
  page,
  product,
  codeFor,
}) => {
  const gus = await newOwner(product, { name: 'Gus' }, codeFor)
  await connectSource(product, gus, await newAccount(product, { type: 'hubspot', people: 1 }))
  const ended = await connectSource(product, gus, await newAccount(product, { type: 'hubspot', people: 1 }))
  await callAs(product, gus, { method: 'DELETE', path: `/users-api/integrations/${ended}` })
  await enterAs(page, product, gus)
  await openSources(page)
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(2)
  const keys = [true, false].map((active) => `tributary_integrations_${new URL(page.url()).host}_${active}`)
  for (const [key, active] of [
    [keys[0] ?? '', true],
    [keys[1] ?? '', false],
  ] as const) {
    const text = await page.evaluate((name) => localStorage.getItem(name), key)
    const answer = await callAs(product, gus, { path: `/users-api/integrations/?active=${active}` })
    expect(JSON.parse(text ?? 'null')).toEqual({ data: answer, timestamp: expect.any(Number), ttl: 3_600_000 })
    expect(answer['total']).toBe(1)
  }
  // The end of the last sync invalidates the cache, so this may need several attempts.
  await expect(async () => {
    await page.unroute('**/users-api/integrations/')
    const live = page.waitForResponse(/-api\/live$/)
    await page.reload()
    await expect(cards).toHaveCount(2)
    await live
    await expect.poll(() => page.evaluate((names) => names.every((name) => localStorage.getItem(name)), keys)).toBe(true)
    const names = await cards.allInnerTexts()
    await page.route('**/users-api/integrations/', (route) => route.abort())
    await page.reload()
    await expect(cards).toHaveCount(2, { timeout: 3000 })
    expect(await cards.allInnerTexts()).toEqual(names)
  }).toPass({ timeout: 90_000 })
})

test('Activity has as many rows per page as fit, at least five, sorts, filters, and keeps all of it in the address [API-22]', async ({
  page,
  product,
}) => {
  await enterHome(page, product, 'Ana Whitfield')
  const main = page.getByRole('main')
  for (const [height, limit] of [
    [1000, 17],
    [500, 5],
  ] as const) {
    await page.setViewportSize({ width: 1280, height })
    const requested = page.waitForRequest(
      (request) => request.url().includes('/contacts-api/events/') && request.url().includes(`limit=${limit}&`),
    )
    await page.goto('/settings/activity')
    await requested
    await expect(main.getByRole('table')).toBeVisible()
    expect(await main.getByRole('row').count()).toBeLessThanOrEqual(limit + 1)
  }
  await page.goto('/settings/activity?origin=user&sort=event:asc')
  await expect(main.getByRole('table')).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/origin=user/)
})

test('The outbox shows the emails of a new installation as their readers see them', async ({ page, product }) => {
  await callIdentity(product.url, 'SignUp', {
    Username: 'reader@example.com',
    Password: 'river-stone-7',
    UserAttributes: [{ Name: 'email', Value: 'reader@example.com' }],
  })
  await page.goto('/outbox')
  await page.getByText('reader@example.com').first().click()
  const emailFrame = page.frameLocator('iframe')
  await expect(emailFrame.getByText(/^\d{6}$/)).toBeVisible()
})

test('The API reference shows every call with its required rights and its errors [API-23]', async ({ page }) => {
  await page.goto('/api-reference')
  const checked = page.getByRole('main').getByText('/users-api/clients_public/validate_create_request').first()
  await expect(checked).toBeVisible()
  await page.getByRole('searchbox').fill('stages')
  await expect(checked).toBeHidden()
  await expect(page.getByText('/agencies-api/stages').first()).toBeVisible()
  const errors = page.getByRole('heading', { name: 'Errors' }).first()
  await expect(errors).toBeHidden()
  await page.getByRole('navigation', { name: 'Endpoints' }).getByRole('link').first().click()
  await expect(errors).toBeVisible()
})
