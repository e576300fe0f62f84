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

test('A call that fails is tried once more, then says so quietly and offers to try again [HTTP-06]', async ({
  page,
  product,
}) => {
  await enterHome(page, product, 'Ana Whitfield')
  // Home asks for events too: it is left before anything is counted.
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
  'Integrations are fresh for 30 seconds, and kept for five minutes while nobody looks at them [HTTP-06]',
  async ({ page, product, codeFor }) => {
    // Nothing is read in the background of a fresh account, which would make the list old.
    const fay = await newOwner(product, { name: 'Fay' }, codeFor)
    // The clock of the page stands still but for what passes here: a slow machine makes nothing old.
    let now = Date.now()
    const passes = async (time: number) => {
      now += time
      await page.clock.setFixedTime(now)
      await page.clock.fastForward(time)
    }
    await passes(0)
    await enterAs(page, product, fay)
    // What is heard while the line opens would make the list old.
    const live = page.waitForResponse(/-api\/live$/)
    // Home shows the sources too: here nobody looks at them.
    await open(page, '/settings/activity', 'Activity')
    await live
    const calls = countCalls(page, /\/users-api\/integrations\/$/)
    // What can be connected is asked for together with the list, and stands there only when the answer has come.
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

test('This device remembers the sources that are active and those that are not, each as the list answers for them [HTTP-07]', async ({
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
  // While the last sync still ends, what is remembered is forgotten again, rightly.
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

test('Activity pages by as many as fit, by five at least, sorts, filters and keeps its place in the address [API-22]', async ({
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
    const asked = page.waitForRequest(
      (request) => request.url().includes('/contacts-api/events/') && request.url().includes(`limit=${limit}&`),
    )
    await page.goto('/settings/activity')
    await asked
    await expect(main.getByRole('table')).toBeVisible()
    expect(await main.getByRole('row').count()).toBeLessThanOrEqual(limit + 1)
  }
  await page.goto('/settings/activity?origin=user&sort=event:asc')
  await expect(main.getByRole('table')).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/origin=user/)
})

test('The letters of a fresh installation can be read as their readers see them', async ({ page, product }) => {
  await callIdentity(product.url, 'SignUp', {
    Username: 'reader@example.com',
    Password: 'river-stone-7',
    UserAttributes: [{ Name: 'email', Value: 'reader@example.com' }],
  })
  await page.goto('/outbox')
  await page.getByText('reader@example.com').first().click()
  const letter = page.frameLocator('iframe')
  await expect(letter.getByText(/^\d{6}$/)).toBeVisible()
})

test('The API reference shows every call with who may use it and what it refuses [API-23]', async ({ page }) => {
  await page.goto('/api-reference')
  const checked = page.getByRole('main').getByText('/users-api/clients_public/validate_create_request').first()
  await expect(checked).toBeVisible()
  await page.getByRole('searchbox').fill('stages')
  await expect(checked).toBeHidden()
  await expect(page.getByText('/agencies-api/stages').first()).toBeVisible()
})
