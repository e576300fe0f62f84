import { defineConfig, devices } from '@playwright/test'
import { findBrowser, launchOptionsOf } from './tools/browser/find-browser.ts'

const browser = await findBrowser((line) => process.stdout.write(`${line}\n`))

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: false,
  workers: 2,
  // Every wait ends with its condition; these limits are for a machine that others use too.
  timeout: 360_000,
  expect: { timeout: 75_000 },
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  reporter: [['dot'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? 'test-results/report.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    // Recording costs a third of the time; `npx playwright test --trace on` has it where it is wanted.
    trace: 'off',
    actionTimeout: 75_000,
    navigationTimeout: 90_000,
    // What moves is drawn sixty times a second; what is about movement asks for it itself.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchOptionsOf(browser),
  },
})
