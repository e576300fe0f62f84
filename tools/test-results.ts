// Reads the reports of both test runners: how many tests passed, and the names of those that failed.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { projectRoot } from '#server/platform/config.ts'

export interface Results {
  passed: number
  failed: number
  skipped: number
  /** One line each: the file, then the title and the reason. */
  failures: string[]
  files: TestFile[]
}

interface TestFile {
  path: string
  tests: number
  ms: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    /** Why the file could not be loaded, or its setup failed. */
    message?: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

interface Suite {
  suites?: Suite[]
  specs?: {
    file: string
    title: string
    ok: boolean
    tests: { results: { duration: number; error?: { message?: string } }[] }[]
  }[]
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

const firstLineOf = (message: string | undefined): string => (message ?? '').trim().split('\n', 1)[0]?.slice(0, 300) ?? ''

const failuresOf = ({ name, status, message, assertionResults }: VitestReport['testResults'][number]): string[] => {
  const path = relative(projectRoot, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // A file that could not be loaded, or whose setup failed, has no test titles.
  if (status === 'failed' && failed.length === 0) return [`${path}: ${firstLineOf(message)}`]
  return failed.map(({ fullName, failureMessages }) => `${path}  ${fullName}: ${firstLineOf(failureMessages?.[0])}`)
}

export const vitestResults = (file: string): Results | undefined => {
  const report = readJson(file) as VitestReport | undefined
  return (
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
      failures: report.testResults.flatMap(failuresOf),
      files: report.testResults.map(({ name, startTime, endTime, assertionResults }) => ({
        path: relative(projectRoot, name),
        tests: assertionResults.length,
        ms: endTime - startTime,
      })),
    }
  )
}

const reasonOf = ({ tests }: NonNullable<Suite['specs']>[number]): string | undefined =>
  tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message

const brokenIn = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs.filter(({ ok }) => !ok).map((spec) => `e2e/${spec.file}  ${spec.title}: ${firstLineOf(reasonOf(spec))}`),
  ...suites.flatMap(brokenIn),
]

const journeysIn = ({ suites = [], specs = [] }: Suite): TestFile[] => [
  ...specs.map(({ file, tests }) => ({
    path: `e2e/${file}`,
    tests: 1,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  })),
  ...suites.flatMap(journeysIn),
]

const asSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`.padStart(9)

/** The slowest files, and the total time of all files. */
export const slowestOf = (files: readonly TestFile[], count: number): string[] => {
  const byPath = Map.groupBy(files, ({ path }) => path)
  const ranking = [...byPath].map(([path, parts]) => ({
    path,
    tests: parts.reduce((sum, { tests }) => sum + tests, 0),
    ms: parts.reduce((sum, { ms }) => sum + ms, 0),
  }))
  const whole = ranking.reduce((sum, { ms }) => sum + ms, 0)
  return [
    `${asSeconds(whole)}  ${ranking.length} files in all; the slowest:`,
    ...ranking
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, count)
      .map(({ path, tests, ms }) => `${asSeconds(ms)}  ${path} (${tests})`),
  ]
}

export const playwrightResults = (file: string): Results | undefined => {
  const report = readJson(file) as PlaywrightReport | undefined
  return (
    report && {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky,
      skipped: report.stats.skipped,
      failures: brokenIn(report),
      files: journeysIn(report),
    }
  )
}
