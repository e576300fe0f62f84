// Checks a screen with axe. It is loaded into each page once and reports only violations, because the other results cost the most time.
import axe, { type RunOptions } from 'axe-core'
import { expect, type Page } from '@playwright/test'

/** Rows that wait for newer ones are paler, and so is what is fading in. */
const settle = async (page: Page): Promise<void> => {
  await expect(page.locator('[data-waiting]')).toHaveCount(0)
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

const violationsOf = async (page: Page, options: RunOptions): Promise<string[]> => {
  // A frame would need its own copy of axe.
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (runOptions) => {
    const here = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await here.run(document, runOptions)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  }, options)
}

const expectNothing = async (page: Page, options: RunOptions = {}): Promise<void> => {
  await settle(page)
  expect(await violationsOf(page, { resultTypes: ['violations'], ...options })).toEqual([])
}

export const expectAccessible = (page: Page): Promise<void> => expectNothing(page)

/** Checks both themes. Only colors differ between them, so everything else is checked once. */
export const expectAccessibleInBoth = async (page: Page): Promise<void> => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expectNothing(page, colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {})
  }
}
