import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { projectRoot } from '#server/platform/config.ts'
import { findBrowser, launchOptionsOf } from '#tools/browser/find-browser.ts'
import { ensureWebBuilt } from '#tools/build-web.ts'
import { startProduct } from '../e2e/product.ts'
import type { Bench, Figure } from './bench.ts'

type Kind = 'js' | 'css'

const sizeOf = (files: ReadonlySet<string>, kind: Kind): number => {
  const bytes = [...files]
    .filter((file) => file.endsWith(`.${kind}`))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(projectRoot, 'dist/web', file)), { level: 9 }).length, 0)
  return bytes / 1024
}

/** What a browser really downloads, route by route, on a first visit. */
const measure = async (): Promise<Figure[]> => {
  const product = await startProduct()
  const browser = await chromium.launch(launchOptionsOf(await findBrowser((line) => console.log(line))))
  try {
    const page = await browser.newPage()
    const files = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/\.(js|css)$/.test(pathname)) files.add(pathname.slice(1))
    })
    await page.goto(product.url)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const person = page.getByRole('button', { name: /Ana Whitfield/ })
    await person.waitFor()
    const signIn = new Set(files)
    await person.click()
    await page.getByRole('heading', { name: /Ana$/ }).waitFor()
    await page.getByText('Negotiation').waitFor()
    const whole = new Set(files)
    files.clear()
    await page.reload()
    await page.getByText('Negotiation').waitFor()
    return [
      { name: 'sign-in, JavaScript', value: sizeOf(signIn, 'js'), unit: 'KiB gzip', target: 200, better: 'lower' },
      { name: 'sign-in, CSS', value: sizeOf(signIn, 'css'), unit: 'KiB gzip', target: 25, better: 'lower' },
      { name: 'landing page, JavaScript', value: sizeOf(files, 'js'), unit: 'KiB gzip', target: 230, better: 'lower' },
      { name: 'landing page, CSS', value: sizeOf(files, 'css'), unit: 'KiB gzip', target: 25, better: 'lower' },
      {
        name: 'sign-in and landing page in one visit, JavaScript',
        value: sizeOf(whole, 'js'),
        unit: 'KiB gzip',
        target: 260,
        better: 'lower',
      },
    ]
  } finally {
    await browser.close()
    await product.stop()
  }
}

export const webBench: Bench = {
  about: 'Bytes a first visit downloads, gzip, per route',
  async run() {
    await ensureWebBuilt({ root: projectRoot, log: (line) => console.log(line) })
    return measure()
  },
}
