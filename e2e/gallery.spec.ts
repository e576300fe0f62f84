// The gallery of components in a real browser: tests that need a layout, a mouse or both themes. They need none of our servers.
import { test, type Page } from '@playwright/test'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { freePort } from '../src/server/testing/free-port.ts'
import { expect, expectAccessibleInBoth, expectFits } from './world.ts'

let vite: ViteDevServer
// Hundreds of modules load one by one, so all tests share one page, and each leaves it unchanged.
let page: Page

test.beforeAll(async ({ browser }) => {
  const port = await freePort()
  vite = await createServer({
    configFile: join(import.meta.dirname, '../vite.config.ts'),
    configLoader: 'native',
    server: { port, hmr: false, watch: null },
  })
  await vite.listen()
  page = await browser.newPage()
  await page.goto(`http://localhost:${port}/gallery/`)
  await expect(page.getByRole('group', { name: 'Leads by month', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Maya Ellison' }).first()).toBeVisible()
})

test.afterAll(async () => {
  await page.close()
  await vite.close()
})

test('Every component is accessible in both themes and fits on every screen', async () => {
  await expectAccessibleInBoth(page)
  await expectFits(page)
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('Ana zooms a chart with the mouse, and points at a value to read it', async () => {
  const handle = page.getByRole('slider', { name: 'Start of the range' })
  const box = await handle.boundingBox()
  if (!box) throw new Error('The handle is not drawn')
  await page.mouse.move(box.x + 4, box.y + 9)
  await page.mouse.down()
  await page.mouse.move(box.x + 500, box.y + 9, { steps: 4 })
  await page.mouse.up()
  await expect(handle).not.toHaveAttribute('aria-valuetext', 'Jun 2025')
  const first = await handle.getAttribute('aria-valuetext')
  const chart = page.getByRole('group', { name: 'Leads by month', exact: true })
  await chart.hover({ position: { x: 45, y: 60 } })
  await expect(chart).toContainText(`${first}Leads`)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(handle).toHaveAttribute('aria-valuetext', 'Jun 2025')
})

test('Ana goes to the last of ten thousand rows and back, and only visible rows render', async () => {
  const table = page.getByRole('table', { name: 'All leads' })
  const rows = table.locator('tbody tr')
  await table.getByRole('link', { name: 'Maya Ellison' }).first().focus()
  await page.keyboard.press('End')
  await expect(table.locator('tr[aria-rowindex="10001"] a')).toBeFocused()
  expect(await rows.count()).toBeLessThan(100)
  await page.keyboard.press('ArrowUp')
  await expect(table.locator('tr[aria-rowindex="10000"] a')).toBeFocused()
  await expect(table.getByRole('columnheader', { name: 'Stage' })).toBeInViewport()
  await page.keyboard.press('Home')
  await expect(table.locator('tr[aria-rowindex="2"] a')).toBeFocused()
})
