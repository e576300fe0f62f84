// What the two test runners wrote down: how many passed, and the names of those that did not.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { projectRoot } from '#server/platform/config.ts'

export interface Results {
  passed: number
  failed: number
  skipped: number
  /** One line each: the file, then the title. */
  failures: string[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

interface Suite {
  suites?: Suite[]
  specs?: { file: string; title: string; ok: boolean }[]
}

interface PlaywrightReport extends Suite {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const failuresOf = ({ name, status, assertionResults }: VitestReport['testResults'][number]): string[] => {
  const path = relative(projectRoot, name)
  const titles = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName)
  // A file that could not be loaded, or whose set-up failed, has no title to name.
  if (status === 'failed' && titles.length === 0) return [path]
  return titles.map((title) => `${path}  ${title}`)
}

export const vitestResults = (file: string): Results | undefined => {
  const report = readJson(file) as VitestReport | undefined
  return (
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
      failures: report.testResults.flatMap(failuresOf),
    }
  )
}

const brokenIn = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs.filter(({ ok }) => !ok).map((spec) => `e2e/${spec.file}  ${spec.title}`),
  ...suites.flatMap(brokenIn),
]

export const playwrightResults = (file: string): Results | undefined => {
  const report = readJson(file) as PlaywrightReport | undefined
  return (
    report && {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky,
      skipped: report.stats.skipped,
      failures: brokenIn(report),
    }
  )
}
