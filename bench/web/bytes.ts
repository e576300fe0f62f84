import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { projectRoot } from '#server/platform/config.ts'
import type { Figure } from '../bench.ts'

type Kind = 'js' | 'css'

const sizeOf = (files: ReadonlySet<string>, kind: Kind): number => {
  const bytes = [...files]
    .filter((file) => file.endsWith(`.${kind}`))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(projectRoot, 'dist/web', file)), { level: 9 }).length, 0)
  return bytes / 1024
}

/** What a browser really downloads, route by route, on a first visit. */
export const measureBytes = async (browser: Browser, url: string): Promise<Figure[]> => {
  const page = await browser.newPage()
  const files = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.(js|css)$/.test(pathname)) files.add(pathname.slice(1))
  })
  await page.goto(url)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const user = page.getByRole('button', { name: /Ana Whitfield/ })
  await user.waitFor()
  // What arrives after the first screen is counted too.
  await page.waitForLoadState('networkidle')
  const signIn = new Set(files)
  await user.click()
  await page.getByRole('heading', { name: /Ana$/ }).waitFor()
  await page.getByText('Negotiation').waitFor()
  const whole = new Set(files)
  files.clear()
  await page.reload()
  await page.getByText('Negotiation').waitFor()
  await page.close()
  const gzip = (name: string, value: number, target: number): Figure => ({
    name,
    value,
    unit: 'KiB gzip',
    target,
    better: 'lower',
  })
  return [
    gzip('sign-in, JavaScript', sizeOf(signIn, 'js'), 200),
    gzip('sign-in, CSS', sizeOf(signIn, 'css'), 25),
    gzip('landing page, JavaScript', sizeOf(files, 'js'), 230),
    gzip('landing page, CSS', sizeOf(files, 'css'), 25),
    gzip('sign-in and landing page in one visit, JavaScript', sizeOf(whole, 'js'), 260),
  ]
}
