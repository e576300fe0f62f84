import base from './playwright.config.ts'
export default { ...base, testDir: '/work/w-home/e2e', timeout: 300_000, expect: { timeout: 45_000 }, workers: 1, reporter: [['list']], outputDir: '/tmp/home-pw', use: { ...base.use, actionTimeout: 60_000, navigationTimeout: 60_000 } }
