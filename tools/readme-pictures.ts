// npm run pictures: takes the screenshots of the README from the demo into docs/images.
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { projectRoot } from '#server/platform/config.ts'
import { paths } from '#web/paths.ts'
import { openPage, settle, signInAs, withDemo, type Demo } from './screens.ts'

const folder = join(projectRoot, 'docs/images')
const normal = { width: 1280, height: 800 }
const patience = 180_000

const take = async (page: Page, name: string, { scheme = 'light', size = normal } = {}): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(size)
  await settle(page)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))')
  await page.screenshot({ path: join(folder, `${name}-${scheme}.png`) })
  console.log(`${name}-${scheme}.png`)
}

const gatePictures = async (demo: Demo): Promise<void> => {
  const page = await openPage(demo)
  await page.goto('/')
  await take(page, 'choice')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await take(page, 'sign-in', { scheme: 'dark' })
}

const sources = (page: Page): Locator => page.getByRole('main').getByRole('article')

const demoSources = [
  ['Facebook', 2],
  ['Google Ads', 2],
  ['Airtable', 1],
  ['Google Sheets', 1],
] as const

/** Waits for the first syncs of the demo's companies, which start with the product. */
const waitForSyncs = async (page: Page): Promise<void> => {
  await page.goto(paths.integrations)
  for (const [name, count] of demoSources)
    await expect(sources(page).filter({ hasText: name }).filter({ hasText: 'Next sync' })).toHaveCount(count, {
      timeout: patience,
    })
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: patience })
}

const openSource = async (page: Page, name: RegExp, tab: string): Promise<void> => {
  await page.goto(paths.integrations)
  await sources(page).filter({ hasText: name }).getByRole('link').first().click()
  await page.getByRole('tab', { name: tab }).click()
}

const agencyPictures = async (demo: Demo): Promise<void> => {
  const page = await openPage(demo)
  await signInAs(page, 'Ana Whitfield')
  await waitForSyncs(page)
  await take(page, 'syncs')
  await page.goto(paths.home)
  await take(page, 'home')
  await page.goto(paths.users)
  await take(page, 'users')
  await page.goto(paths.connections)
  await expect(page.getByRole('row').filter({ hasText: 'Brightsmile' })).toContainText('Active', { timeout: patience })
  await take(page, 'companies')
  await page.goto(paths.contacts)
  await page.getByRole('row').filter({ hasText: 'Brightsmile Dental' }).first().getByRole('button').first().click()
  await page.getByRole('dialog').waitFor()
  await take(page, 'contacts')
  await openSource(page, /Google Sheets/, 'Mapping')
  await take(page, 'mapping', { size: { width: 1280, height: 900 } })
  await openSource(page, /Google Ads/, 'Spend')
  await take(page, 'spend')
  await page.setViewportSize(normal)
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'My Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'My Account' })
  await dialog.getByRole('heading', { name: 'Passkeys' }).scrollIntoViewIfNeeded()
  await take(page, 'security')
}

const companyPictures = async (demo: Demo): Promise<void> => {
  const page = await openPage(demo)
  await signInAs(page, 'Priya')
  await page.goto(paths.connections)
  await page.getByRole('link', { name: 'Northlight Growth' }).first().click()
  await page.waitForURL(/connections\/[0-9a-f-]{36}$/)
  await page.goto(`${page.url()}/criteria`)
  await take(page, 'criteria', { size: { width: 1280, height: 1000 } })
}

const staffPictures = async (demo: Demo): Promise<void> => {
  const page = await openPage(demo)
  await signInAs(page, 'Noor')
  await page.goto(paths.adminClients)
  await take(page, 'clients')
}

await withDemo(async (demo) => {
  await gatePictures(demo)
  await agencyPictures(demo)
  await companyPictures(demo)
  await staffPictures(demo)
})
