// What axe says about a screen. It is put into each page once and asked for violations alone: that is all anybody reads, and the rest costs most.
import axe, { type RunOptions } from 'axe-core'
import { expect, type Page } from '@playwright/test'

const violationsOf = async (page: Page, options: RunOptions): Promise<string[]> => {
  // The content of a frame would need an axe of its own.
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (wanted) => {
    const here = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await here.run(document, wanted)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  }, options)
}

const expectNothing = async (page: Page, options: RunOptions = {}): Promise<void> =>
  expect(await violationsOf(page, { resultTypes: ['violations'], ...options })).toEqual([])

export const expectAccessible = (page: Page): Promise<void> => expectNothing(page)

/** In both appearances. Only colours differ between them, so everything else is looked at once. */
export const expectAccessibleInBoth = async (page: Page): Promise<void> => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expectNothing(page, colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {})
  }
}
